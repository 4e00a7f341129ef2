"""Chance that depends on nothing but a seed and a name."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from statistics import NormalDist
from typing import TypeVar

Value = TypeVar("Value")

_NORMAL = NormalDist()


class Stream:
    """Draws for one (domain, name): the same whatever else was drawn, in whatever order or process.

    Only ``random()`` of the generator is used, whose sequence Python promises to keep for a seed.
    """

    def __init__(self, seed: int, domain: str, name: str = "") -> None:
        key = hashlib.sha256(f"{seed}|{domain}|{name}".encode()).digest()
        self._unit = random.Random(int.from_bytes(key)).random  # noqa: S311 -- no secret is drawn here

    def unit(self) -> float:
        """Uniform in [0, 1)."""
        return self._unit()

    def uniform(self, low: float, high: float) -> float:
        """Uniform in [low, high)."""
        return low + (high - low) * self._unit()

    def whole(self, low: int, high: int) -> int:
        """Uniform among the whole numbers from low to high, both included."""
        return low + int(self._unit() * (high - low + 1))

    def normal(self, mean: float, sigma: float) -> float:
        """Normal; by the inverse distribution, so one draw is one number of the sequence."""
        return mean + sigma * _NORMAL.inv_cdf(max(self._unit(), 1e-12))

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._unit() < probability

    def pick(self, values: Sequence[Value]) -> Value:
        """One of the values, all equally likely."""
        return values[int(self._unit() * len(values))]

    def weighted(self, values: Sequence[tuple[Value, float]]) -> Value:
        """One of the values by its weight."""
        left = self._unit() * sum(weight for _, weight in values)
        for value, weight in values:
            left -= weight
            if left < 0:
                return value
        return values[-1][0]

    def shuffled(self, values: Sequence[Value]) -> list[Value]:
        """All values in random order."""
        pool = list(values)
        for last in range(len(pool) - 1, 0, -1):
            other = int(self._unit() * (last + 1))
            pool[last], pool[other] = pool[other], pool[last]
        return pool

    def sample(self, values: Sequence[Value], count: int) -> list[Value]:
        """This many different values in random order."""
        return self.shuffled(values)[:count]
