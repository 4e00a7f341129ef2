"""The one place where rows get their ranks."""

from __future__ import annotations

import math
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
    return bool(key) and key[0] != -math.inf
