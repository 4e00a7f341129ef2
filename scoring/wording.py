"""The words for states and reasons: one sentence each, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.states import Unranked


@dataclass(frozen=True, slots=True, kw_only=True)
class StateText:
    """What is said about a state.

    Attributes:
        title: Two or three words.
        reason: Why it is so and what comes next, to the submitter.
        is_final: Nothing more happens by itself.
    """

    title: str
    reason: str
    is_final: bool


STATES: Final[Mapping[str, StateText]] = MappingProxyType(
    {
        "received": StateText(
            title="Received", reason="The file is stored and waits for its check.", is_final=False
        ),
        "checking": StateText(title="Checking", reason="Every line is being read.", is_final=False),
        "invalid": StateText(
            title="Not accepted",
            reason="The file has mistakes that keep it from being scored; each is listed below. Mend them "
            "and upload again: the label is free, and your file is kept.",
            is_final=True,
        ),
        "needs_confirmation": StateText(
            title="Needs your confirmation",
            reason="Some lines cannot be scored and will count as failed. Look through the list, then "
            "confirm or upload a mended file.",
            is_final=True,
        ),
        "queued": StateText(title="Waiting for scoring", reason="The file is sound.", is_final=False),
        "scoring": StateText(title="Scoring", reason="Task by task, by the published rules.", is_final=False),
        "scored": StateText(
            title="Scored", reason="Only you can see the scores until you publish them.", is_final=True
        ),
        "published": StateText(title="Published", reason="Everybody can see the scores.", is_final=True),
        "withdrawn": StateText(
            title="Withdrawn", reason="The scores are off the board; nothing was deleted.", is_final=True
        ),
        "failed": StateText(
            title="Our fault",
            reason="Something went wrong on our side, not in your file. It does not count against your quota "
            "and the label is free again. Please quote the id when you write to us.",
            is_final=True,
        ),
    }
)

UNRANKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        Unranked.NONE: "",
        Unranked.PRIVATE: "Not published; only its owner sees it.",
        Unranked.WITHDRAWN: "Withdrawn by its owner.",
        Unranked.METRIC_MISSING: "The figure that decides the rank does not exist for this run.",
    }
)

SEVERITIES: Final[Mapping[str, str]] = MappingProxyType(
    {"F": "Refused", "R": "Cannot be scored", "W": "Warning", "I": "Information"}
)
"""In the order of weight, worst first."""

ALL: Final = "all"


def expected(seconds: float | None) -> str:
    """When to expect the next state, roughly; "" when nothing is known."""
    if seconds is None:
        return ""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "in less than a minute"
    return "in about a minute" if minutes == 1 else f"in about {minutes} minutes"
