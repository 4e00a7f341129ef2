"""What a suggestion proposes: one edit of a record, and which of two edits is the smaller."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from scoring.engine.model import Json
from scoring.tracks.trek.suggestions.patches import Change, patched


class EditKind(StrEnum):
    """What an edit does to a record; listed from the gentlest to the harshest."""

    RESTATE = "restate"
    RETIME = "retime"
    SWAP = "swap"
    REPLACE = "replace"
    ADD = "add"
    DROP = "drop"
    ANSWER = "answer"

    @property
    def rank(self) -> int:
        """Place in that order."""
        return _RANKS[self]


_RANKS: Mapping[EditKind, int] = {kind: rank for rank, kind in enumerate(EditKind)}

KIND_WORDS: Mapping[EditKind, str] = {
    EditKind.RESTATE: "State a booking as the knowledge base has it.",
    EditKind.RETIME: "Have something that is booked at another time, or on another day.",
    EditKind.SWAP: "Let two visits exchange their times.",
    EditKind.REPLACE: "Book another record in place of one that is booked.",
    EditKind.ADD: "Book something more, or plan another day.",
    EditKind.DROP: "Leave something out.",
    EditKind.ANSWER: "Change the claim or the reason of the answer.",
}
"""What each kind means, for legends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """One edit of a record, not yet verified.

    Attributes:
        kind: What it does; of several steps the harshest.
        words: One sentence in the imperative.
        changes: To be applied in this order.
        bookings: How many bookings, days or claims it touches; a stay of several nights is one.
        price_usd: Estimated change of the bill, below 0 where it gets cheaper.
        moved_min: Minutes by which it moves something.
        is_doubtful: It is known beforehand to cost something elsewhere, such as a need of another persona.
        label: Tells edits of one cost apart, always in the same way: record keys and places.
    """

    kind: EditKind
    words: str
    changes: tuple[Change, ...]
    bookings: int = 1
    price_usd: float = 0.0
    moved_min: int = 0
    is_doubtful: bool = False
    label: str = ""

    @property
    def cost(self) -> tuple[int, int, int, int, int, str]:
        """Smaller is cheaper: bookings touched, kind, cents, minutes, changed places, then the label.

        Cents and minutes count in either direction, since an edit far from what the agent chose is a larger
        one; whole numbers leave no room for the last digit of a sum.
        """
        cents = abs(round(self.price_usd * 100))
        return (self.bookings, self.kind.rank, cents, self.moved_min, len(self.changes), self.label)

    def apply(self, record: Mapping[str, Any]) -> dict[str, Any]:
        """The record after the edit; the given one stays as it is.

        Raises:
            LookupError: The record is not the one the edit was made for.
        """
        return patched(record, self.changes)

    def as_json(self) -> dict[str, Json]:
        """The edit for a page or a file."""
        return {
            "kind": self.kind.value, "words": self.words, "bookings": self.bookings,
            "changes": [change.as_json() for change in self.changes],
        }  # fmt: skip


def together(edits: Sequence[Edit]) -> Edit:
    """Several edits, each made for the record that the one before leaves, as one."""
    if len(edits) == 1:
        return edits[0]
    return Edit(
        kind=max((edit.kind for edit in edits), key=lambda kind: kind.rank),
        words=" ".join(edit.words for edit in edits),
        changes=tuple(change for edit in edits for change in edit.changes),
        bookings=sum(edit.bookings for edit in edits),
        price_usd=sum(edit.price_usd for edit in edits),
        moved_min=sum(edit.moved_min for edit in edits),
        is_doubtful=any(edit.is_doubtful for edit in edits),
        label=" ".join(edit.label for edit in edits),
    )
