"""Who of the staff looked at a submission."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from submissions.models import StaffLook
from submissions.states import Door

LOOKS_SHOWN: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class LookFacts:
    """Somebody of the staff looked at private work on a day (UTC), by a door."""

    day: date
    who: str
    door: Door

    @property
    def door_title(self) -> str:
        """The door in words."""
        return str(self.door.label)


def looks_at(submission_id: int) -> Sequence[LookFacts]:
    """The latest looks of staff at a submission, newest first; for those who act on it."""
    rows = StaffLook.objects.filter(submission=submission_id).select_related("staff")
    return tuple(
        LookFacts(day=row.day, who=row.staff.get_username(), door=Door(row.door))
        for row in rows[:LOOKS_SHOWN]
    )
