"""Whose scores are shown where nobody says which: the default evaluator's, else those of the newest."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Protocol, TypeVar

from scoring.tracks import DEFAULT


class Scored(Protocol):
    """A row that an evaluator of some version made."""

    evaluator_version: str


RowT = TypeVar("RowT", bound=Scored)
KeyT = TypeVar("KeyT", bound=Hashable)


def default_first(rows: Iterable[RowT]) -> list[RowT]:
    """Rows that come newest first, with the default evaluator's before all others."""
    return sorted(rows, key=lambda row: row.evaluator_version != DEFAULT)


def first_of_each(rows: Iterable[RowT], key: Callable[[RowT], KeyT]) -> dict[KeyT, RowT]:
    """Of rows that come newest first, the one to show for each value of the key."""
    shown: dict[KeyT, RowT] = {}
    for row in default_first(rows):
        shown.setdefault(key(row), row)
    return shown
