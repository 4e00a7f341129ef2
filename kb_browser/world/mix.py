"""What hotels and attractions of a world are like on the whole: stars, poor ratings, opening hours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Window = tuple[int, int]
"""Opening and closing in minutes after midnight."""
Weighted = Sequence[tuple[Window, float]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mix:
    """Weights of what may be drawn.

    Attributes:
        stars: Stars of a hotel.
        low_rated: Share of hotels rated below 4 of 10.
        windows, theme_windows: Opening hours of attractions, and of theme parks, whose visits are long.
        night_windows: Of what promises an evening.
    """

    stars: Sequence[tuple[float, float]]
    low_rated: float
    windows: Weighted
    theme_windows: Weighted
    night_windows: Weighted


_NIGHT: Weighted = (((1080, 1320), 2.0), ((1020, 1350), 1.0), ((1080, 1380), 1.0))

PLAIN_MIX = Mix(
    stars=(
        (1.0, 1.0),
        (2.0, 4.0),
        (2.5, 13.0),
        (3.0, 34.0),
        (3.5, 10.0),
        (4.0, 15.0),
        (4.5, 9.0),
        (5.0, 14.0),
    ),
    low_rated=0.0,
    windows=(
        ((540, 1050), 22.0),
        ((540, 1080), 16.0),
        ((510, 1020), 14.0),
        ((510, 1050), 10.0),
        ((600, 1320), 10.0),
        ((600, 1200), 8.0),
        ((480, 1140), 7.0),
        ((570, 1080), 6.0),
        ((480, 1380), 4.0),
        ((360, 1260), 1.0),
    ),
    theme_windows=(((570, 1230), 6.0), ((600, 1320), 5.0), ((540, 1200), 4.0), ((480, 1380), 1.0)),
    night_windows=_NIGHT,
)
"""Of the carried small world."""

FULL_MIX = Mix(
    stars=(
        (1.0, 1.0),
        (2.0, 4.0),
        (2.5, 14.0),
        (3.0, 36.0),
        (3.5, 11.6),
        (4.0, 14.4),
        (4.5, 7.0),
        (5.0, 12.0),
    ),
    low_rated=0.005,
    windows=(
        ((540, 1050), 15.0),
        ((510, 1020), 13.0),
        ((540, 1080), 8.0),
        ((510, 1050), 6.0),
        ((540, 1020), 6.0),
        ((600, 1320), 4.0),
        ((480, 1140), 4.0),
        ((600, 1200), 3.0),
        ((480, 1050), 3.0),
        ((600, 1080), 3.0),
        ((570, 1050), 1.0),
        ((360, 1260), 1.0),
        ((480, 1380), 1.0),
    ),
    theme_windows=(
        ((600, 1320), 7.0),
        ((540, 1260), 4.0),
        ((540, 1080), 4.0),
        ((540, 1050), 3.0),
        ((570, 1230), 2.0),
        ((570, 1080), 2.0),
        ((480, 1200), 2.0),
        ((510, 1260), 2.0),
        ((600, 1200), 2.0),
        ((540, 1140), 2.0),
    ),
    night_windows=_NIGHT,
)
"""Of the full world: the shares that the benchmark's release is known to have."""
