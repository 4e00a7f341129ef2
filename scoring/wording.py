"""The words for states and reasons: one sentence each, in one place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from scoring import states
from scoring.states import Unranked
from submissions.states import ANONYMOUS_AT_MOST, CONFIRM_WITHIN, DEADLINES, State


@dataclass(frozen=True, slots=True, kw_only=True)
class StateText:
    """What is said about a state.

    Attributes:
        title: Two or three words.
        reason: Why it is so and what comes next, to the submitter.
        is_final: Nothing more happens by itself, or only after a long time.
        acts: Who acts next.
        deadline: By when; "" where there is none.
        at_deadline: What the sweep does then.
    """

    title: str
    reason: str
    is_final: bool
    acts: str = "nobody"
    deadline: str = ""
    at_deadline: str = ""


def _of_a_worker(title: str, reason: str, deadline: timedelta) -> StateText:
    return StateText(
        title=title,
        reason=reason,
        is_final=False,
        acts="a worker",
        deadline=in_words(deadline),
        at_deadline="ends it as our fault and gives the quota back",
    )


def in_words(span: timedelta) -> str:
    """A span as people say it: whole days, hours or minutes."""
    for seconds, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        count = round(span.total_seconds() / seconds)
        if count * seconds == span.total_seconds() and count:
            return f"{count} {unit}{'' if count == 1 else 's'}"
    raise ValueError(f"{span} is not a whole number of minutes")


STATES: Final[Mapping[str, StateText]] = MappingProxyType(
    {
        "received": _of_a_worker(
            "Received", "The file is stored and waits for its check.", DEADLINES[State.RECEIVED]
        ),
        "checking": _of_a_worker("Checking", "Every line is being read.", DEADLINES[State.CHECKING]),
        "invalid": StateText(
            title="Not accepted",
            reason="The file has mistakes that keep it from being scored; each is listed below. Mend them "
            "and upload again: the label is free, and your file is kept.",
            is_final=True,
            acts="you",
        ),
        "checked": StateText(
            title="Checked",
            reason="This was a format check: the list below is complete, only you see it, and nothing is "
            "scored. To enter the run, upload it as an entry.",
            is_final=True,
        ),
        "needs_confirmation": StateText(
            title="Needs your confirmation",
            reason="Some lines cannot be scored and will count as failed. Look through the list, then "
            "confirm or upload a mended file.",
            is_final=True,
            acts="you",
            deadline=in_words(CONFIRM_WITHIN),
            at_deadline="cancels it",
        ),
        "queued": _of_a_worker(
            "Waiting for scoring", "The file is sound.", states.DEADLINES[states.State.QUEUED]
        ),
        "scoring": _of_a_worker(
            "Scoring", "Task by task, by the published rules.", states.DEADLINES[states.State.RUNNING]
        ),
        "scored": StateText(
            title="Scored",
            reason="Only you can see the scores until you publish them.",
            is_final=True,
            acts="you",
        ),
        "published": StateText(title="Published", reason="Everybody can see the scores.", is_final=True),
        "anonymous": StateText(
            title="Published without names",
            reason="Everybody can see the scores, and nobody whose they are. On the day stated the names "
            "appear by themselves.",
            is_final=True,
            acts="the sweep",
            deadline=f"the day you chose, at most {in_words(ANONYMOUS_AT_MOST)}",
            at_deadline="shows the names",
        ),
        "superseded": StateText(
            title="Superseded",
            reason="A later version of this entry is published. This one stays readable and citable, "
            "without a rank.",
            is_final=True,
        ),
        "withdrawn": StateText(
            title="Withdrawn",
            reason="The scores are off the board. The entry's page stays, marked as withdrawn, so that what "
            "was cited can still be read.",
            is_final=True,
        ),
        "cancelled": StateText(
            title="Cancelled",
            reason="You ended this submission, or nobody confirmed it in time. It will not be scored; the "
            "label is free again, and nothing was deleted.",
            is_final=True,
        ),
        "failed": StateText(
            title="Our fault",
            reason="Something went wrong on our side, not in your file. It does not count against your "
            "quota. Please quote the id when you write to us.",
            is_final=True,
            acts="an operator",
        ),
    }
)

UNRANKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        Unranked.NONE: "",
        Unranked.PRIVATE: "Not published; only its owner sees it.",
        Unranked.WITHDRAWN: "Withdrawn by its owner or a moderator.",
        Unranked.SUPERSEDED: "Superseded by a later version.",
        Unranked.DISCLOSURE: "Not ranked because of what its disclosure says.",
        Unranked.HELD: "Held back until a reviewer has looked at it.",
        Unranked.REVIEWED: "Not ranked after a review; the reason is on its page.",
        Unranked.METRIC_MISSING: "The figure that decides the rank does not exist for this run.",
    }
)

SEVERITIES: Final[Mapping[str, str]] = MappingProxyType(
    {"F": "Refused", "R": "Cannot be scored", "W": "Warning", "I": "Information"}
)
"""In the order of weight, worst first."""

ALL: Final = "all"


SPLIT_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "flipped": "passed by one of the two",
        "only_a": "passed by the first only",
        "only_b": "passed by the second only",
        "both": "passed by both",
        "neither": "passed by neither",
        "na": "not asked of both",
    }
)
"""Which of two runs passed a task."""


def expected(seconds: float | None) -> str:
    """When to expect the next state, roughly; "" when nothing is known."""
    if seconds is None:
        return ""
    minutes = round(seconds / 60)
    if minutes < 1:
        return "in less than a minute"
    return "in about a minute" if minutes == 1 else f"in about {minutes} minutes"
