"""The interval of a share over few tasks."""

from __future__ import annotations

import math

from scoring.engine.model import Interval

# The 97.5 % point of the standard normal distribution, to a double's precision.
_Z = 1.959963984540054
_DIGITS = 12


def wilson_interval(passed: int, count: int) -> Interval | None:
    """Wilson's score interval, 95 %, without continuity correction; None over nothing.

    It stays inside 0..1 and has a width at 0 and at 1, where the normal interval has none.

    Raises:
        ValueError: More were passed than there are, or fewer than none.

    Source: Wilson (1927), Journal of the American Statistical Association 22, 209–212.
    """
    if not 0 <= passed <= count:
        raise ValueError("passed tasks are some of all")
    if count == 0:
        return None
    share, square = passed / count, _Z * _Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _Z * math.sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return Interval(
        low=0.0 if passed == 0 else round(middle - half, _DIGITS),
        high=1.0 if passed == count else round(middle + half, _DIGITS),
        method="wilson",
    )
