"""Does the order of entries depend on how the categories are averaged? Rank correlations between columns.

Source: paper, rank robustness (Table 16 and the text around it); official rules, section 13.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

_DIGITS = 12


def mean_ranks(values: Sequence[float]) -> list[Fraction]:
    """Ranks from 1 for the smallest, in the given order; equal values share the mean of their places."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered, start=1)))}
    last = {value: place for place, value in enumerate(ordered, start=1)}
    return [Fraction(first[value] + last[value], 2) for value in values]


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's rank correlation, ties by mean ranks, to 1e-12.

    Args:
        first: One finite value per entry.
        second: As many, in the same order of entries.

    Returns:
        −1..1; None where it does not exist: fewer than two entries, or a column of equal values.

    Raises:
        ValueError: The columns differ in length.
    """
    pairs = list(zip(mean_ranks(first), mean_ranks(second), strict=True))
    if not pairs:
        return None
    middle = Fraction(len(pairs) + 1, 2)
    together = sum(((one - middle) * (other - middle) for one, other in pairs), Fraction())
    spread = sum(((one - middle) ** 2 for one, _ in pairs), Fraction())
    other_spread = sum(((other - middle) ** 2 for _, other in pairs), Fraction())
    if not spread or not other_spread:
        return None
    return round(float(together) / math.sqrt(spread * other_spread), _DIGITS)
