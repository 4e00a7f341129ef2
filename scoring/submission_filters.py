"""What somebody may ask of the list of their submissions, read from a query string."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Self

from scoring.filters import LinkedQuery, choice_in, page_in, text_in
from submissions.states import Purpose

STATES_ASKED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "under_way": "under way",
        "to_confirm": "to be confirmed",
        "scored": "scored, private",
        "shown": "published",
        "off": "withdrawn or superseded",
        "refused": "not accepted",
        "checked": "checked only",
        "ended": "cancelled, or our fault",
    }
)
"""Groups of states that lists are asked for, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFilters(LinkedQuery):
    """Which of one's submissions are shown; "" shows all. ``team`` is a public id, or ``none``."""

    state: str = ""
    team: str = ""
    purpose: str = ""
    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str]) -> Self:
        """Read a query; what is not known counts as not asked."""
        return cls(
            state=choice_in(raw, "state", tuple(STATES_ASKED)),
            team=text_in(raw, "team"),
            purpose=choice_in(raw, "purpose", tuple(Purpose.values)),
            page=page_in(raw),
        )

    @property
    def is_filtered(self) -> bool:
        """Whether anything may be hidden."""
        return bool(self.state or self.team or self.purpose)
