"""Drawing where a trip goes: a walk along direct flights, or one whose leading leg no plane serves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations

from kb_browser.geometry import distance_km
from kb_browser.world.atlas import Atlas
from kb_browser.world.records import City
from kb_browser.world.streams import Stream

_TRIES = 300
_FARTHEST_STAYS_KM = 3000.0

Chain = tuple[City, ...]
"""The departure city and the stay cities in visiting order; () for none."""


class Itineraries:
    """Itineraries over one world, drawn from one stream."""

    def __init__(self, atlas: Atlas, stream: Stream) -> None:
        self._atlas = atlas
        self._stream = stream

    def find(self, stays: int, *, is_round: bool, is_broken: bool) -> Chain:
        """A chain of this many stays, () if none was found.

        A sound one flies every leg and takes the shortest way round; a broken one lacks exactly its leading
        leg.
        """
        for _ in range(_TRIES):
            chain = self._broken(stays) if is_broken else self._walk(stays)
            if not chain or _is_scattered(chain[1:]):
                continue
            if is_broken and self._flies(chain[1:], home=chain[0] if is_round else None):
                return chain
            if not is_broken and self._flies(chain, home=chain[0] if is_round else None):
                return self._shortest(chain, is_round=is_round)
        return ()

    def _walk(self, stays: int) -> Chain:
        """Along direct flights, without visiting any city twice."""
        chain = [self._stream.pick(self._atlas.world.cities)]
        for _ in range(stays):
            onward = [city for city in self._atlas.destinations(chain[-1]) if city not in chain]
            if not onward:
                return ()
            chain.append(self._stream.pick(onward))
        return tuple(chain)

    def _broken(self, stays: int) -> Chain:
        """A walk, entered from a city that has no flight to its start."""
        chain = self._walk(stays)[1:]
        if not chain:
            return ()
        strangers = [
            city
            for city in self._atlas.world.cities
            if city not in chain and not self._atlas.is_direct(city, chain[0])
        ]
        return (self._stream.pick(strangers), *chain) if strangers else ()

    def _flies(self, chain: Chain, *, home: City | None) -> bool:
        """Whether every leg is direct, the way home included where there is one."""
        whole = chain if home is None else (*chain, home)
        return all(self._atlas.is_direct(*leg) for leg in pairwise(whole))

    def _shortest(self, chain: Chain, *, is_round: bool) -> Chain:
        """The same stays in the flyable order of least distance, the way home included."""
        start = chain[0]
        home = start if is_round else None
        orders = [(start, *order) for order in permutations(chain[1:])]
        flyable = [order for order in orders if self._flies(order, home=home)]
        return min(flyable, key=lambda order: _length_km((*order, start) if is_round else order))


def _is_scattered(stays: Sequence[City]) -> bool:
    """Whether two stays lie too far apart for one trip."""
    return any(
        distance_km(here.point, there.point) > _FARTHEST_STAYS_KM
        for position, here in enumerate(stays)
        for there in stays[:position]
    )


def _length_km(chain: Chain) -> float:
    return sum(distance_km(here.point, there.point) for here, there in pairwise(chain))
