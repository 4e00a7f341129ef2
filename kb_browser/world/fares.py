"""What a seat costs by the distance of a route: its usual level, and how far its flights lie apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

_SPREAD = 0.4
_LONG_HAUL_FROM_KM = 6500.0
_LONG_HAUL_SPREAD = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Fares:
    """The fares of a world.

    Attributes:
        levels: Kilometres and the median fare in dollars there, both rising, at least two; between them, and
            beyond either end, the logarithms lie on straight lines. Empty for one line over all distances.
        oddest: Most that the logarithm of a route's fares may lie off what its distance suggests.
    """

    levels: Sequence[tuple[float, float]] = ()
    oddest: float = math.inf

    def log_level(self, distance_km: float) -> float:
        """Logarithm of the dollars that are usual at a distance."""
        if not self.levels:
            return -2.1 + math.log(distance_km)
        segments = list(pairwise(self.levels))
        within = (segment for segment in segments if distance_km <= segment[1][0])
        (low_km, low), (high_km, high) = next(within, segments[-1])
        slope = math.log(high / low) / math.log(high_km / low_km)
        return math.log(low) + slope * math.log(distance_km / low_km)

    def spread(self, distance_km: float) -> float:
        """Standard deviation of the logarithms of one route's fares; long routes have few bargains."""
        return _LONG_HAUL_SPREAD if self.levels and distance_km >= _LONG_HAUL_FROM_KM else _SPREAD


STRAIGHT = Fares()
"""Fares that grow as the distance does."""
