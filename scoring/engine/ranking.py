"""The one place where rows get their ranks."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Sequence


def rank(rows: Sequence[Sequence[float | None]]) -> list[int | None]:
    """Competition ranks (1, 2, 2, 4) by the keys of each row, higher first, the first key deciding first.

    Args:
        rows: Per entry its ranking values in order of importance; any order of entries.

    Returns:
        A rank per entry, in the given order; equal on all keys shares a rank. An entry whose first key is
        absent or not finite has none. A later key that is absent sorts behind every value.
    """
    keys = [tuple(_sortable(value) for value in row) for row in rows]
    ranked = sorted((key for key in keys if _is_ranked(key)), reverse=True)
    first: dict[tuple[float, ...], int] = {}
    for position, key in enumerate(ranked, start=1):
        first.setdefault(key, position)
    return [first[key] if _is_ranked(key) else None for key in keys]


def _sortable(value: float | None) -> float:
    return value if value is not None and math.isfinite(value) else -math.inf


def _is_ranked(key: Sequence[float]) -> bool:
    return bool(key) and math.isfinite(key[0])


class Ladder:
    """The ranks of rows that come and go one by one; always those that `rank` gives to the rows on it."""

    def __init__(self) -> None:
        # Descending, for bisect as negated keys.
        self._keys: list[tuple[float, ...]] = []

    def add(self, row: Sequence[float | None]) -> None:
        """Put a row on it; one without a first key is not ranked and changes nothing."""
        key = _turned(row)
        if _is_ranked(key):
            insort(self._keys, key)

    def remove(self, row: Sequence[float | None]) -> None:
        """Take a row off that was put on."""
        key = _turned(row)
        if _is_ranked(key):
            del self._keys[bisect_left(self._keys, key)]

    def place(self, row: Sequence[float | None]) -> int | None:
        """The rank that a row with these values holds, or would hold; None for one that is not ranked."""
        key = _turned(row)
        return bisect_left(self._keys, key) + 1 if _is_ranked(key) else None

    def behind(self, row: Sequence[float | None]) -> int:
        """How many rows on it rank behind such a row."""
        key = _turned(row)
        return len(self._keys) - bisect_right(self._keys, key) if _is_ranked(key) else 0


def _turned(row: Sequence[float | None]) -> tuple[float, ...]:
    return tuple(-_sortable(value) for value in row)
