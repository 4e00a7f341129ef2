"""Which cities a plane joins, how often, and every flight on those routes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kb_browser.geometry import distance_km, flight_need_min
from kb_browser.world.fares import STRAIGHT, Fares
from kb_browser.world.records import Airport, City, Flight
from kb_browser.world.streams import Stream

_MOST_FLIGHTS = 35
_LONGEST_MIN = 23 * 60
_BOTH_WAYS = 0.97
_NO_FLIGHT_UNDER_KM = 100.0
_HOURS = (
    (0, 3.0),
    (1, 1.0),
    (5, 2.0),
    (6, 5.0),
    (7, 8.0),
    (8, 5.0),
    (9, 8.0),
    (10, 6.0),
    (11, 8.0),
    (12, 4.0),
    (13, 6.0),
    (14, 4.0),
    (15, 4.0),
    (16, 12.0),
    (17, 6.0),
    (18, 4.0),
    (19, 5.0),
    (20, 4.0),
    (21, 4.0),
    (22, 1.0),
)

Pair = tuple[int, int]
"""Positions of two cities in the world's list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkSize:
    """How dense the network is.

    Attributes:
        pairs: Directed city pairs with flights.
        flights: Flights in all.
        hub_boost: How much more weight the busiest city of each country has than was drawn.
        fares: What a seat costs by distance.
    """

    pairs: int
    flights: int
    hub_boost: float = 1.0
    fares: Fares = STRAIGHT


def flights_of(seed: int, cities: Sequence[City], size: NetworkSize) -> tuple[Flight, ...]:
    """Every flight, grouped by origin in the order of cities, then destination, then rising base fare."""
    counts = _counts(seed, cities, _pairs(seed, cities, size), size.flights)
    numbers = _Numbers(seed)
    flights: list[Flight] = []
    identity = 0
    gaps = Stream(seed, "flight ids")
    for origin, destination in sorted(counts):
        for flight in _route(
            seed, cities[origin], cities[destination], counts[origin, destination], size.fares
        ):
            identity += 1 if gaps.chance(0.98) else gaps.whole(2, 18)
            flights.append(replace(flight, id=identity, number=numbers.fresh()))
    return tuple(flights)


def _pairs(seed: int, cities: Sequence[City], size: NetworkSize) -> Mapping[Pair, float]:
    """The best-scored pairs of cities, most of them both ways, every city reachable from every other."""
    weights, wanted = _weights(seed, cities, size.hub_boost), size.pairs
    scored = sorted(
        ((_score(cities, weights, a, b), a, b) for a in range(len(cities)) for b in range(a)),
        reverse=True,
    )
    chosen: dict[Pair, float] = {}
    for a, b in _backbone(cities, weights):
        chosen[a, b] = chosen[b, a] = _score(cities, weights, a, b)
    for score, a, b in scored:
        if len(chosen) >= wanted or score <= 0:
            break
        if (a, b) in chosen:
            continue
        stream = Stream(seed, "route", f"{cities[a].name}|{cities[b].name}")
        chosen[a, b] = score
        if stream.chance(_BOTH_WAYS) and len(chosen) < wanted:
            chosen[b, a] = score
    return chosen


def _weights(seed: int, cities: Sequence[City], hub_boost: float) -> Sequence[float]:
    """How much traffic each city draws, the busiest of each country more still."""
    drawn = [math.exp(Stream(seed, "hub weight", city.name).normal(0.0, 1.0)) for city in cities]
    busiest: dict[str, float] = {}
    for city, weight in zip(cities, drawn, strict=True):
        busiest[city.country_code] = max(weight, busiest.get(city.country_code, 0.0))
    return [
        weight * hub_boost if weight == busiest[city.country_code] else weight
        for city, weight in zip(cities, drawn, strict=True)
    ]


def _score(cities: Sequence[City], weights: Sequence[float], a: int, b: int) -> float:
    distance = distance_km(cities[a].point, cities[b].point)
    if distance < _NO_FLIGHT_UNDER_KM:
        return 0.0
    at_home = 2.0 if cities[a].country_code == cities[b].country_code else 1.0
    return weights[a] * weights[b] * math.exp(-distance / 2500.0) * at_home


def _backbone(cities: Sequence[City], weights: Sequence[float]) -> Sequence[Pair]:
    """Each city joined to the nearest one of more weight: a tree, so flown both ways it connects all."""
    order = sorted(range(len(cities)), key=lambda place: (-weights[place], cities[place].name))
    joined: list[Pair] = []
    for rank, place in enumerate(order[1:], start=1):
        far_enough = [
            (distance, other)
            for other in order[:rank]
            if (distance := distance_km(cities[place].point, cities[other].point)) >= _NO_FLIGHT_UNDER_KM
        ]
        if far_enough:
            joined.append((place, min(far_enough)[1]))
    return joined


def _counts(
    seed: int, cities: Sequence[City], pairs: Mapping[Pair, float], flights: int
) -> Mapping[Pair, int]:
    """Flights per route: one and a geometric surplus that grows with the route's score; exact in sum."""
    surplus = max(0.0, flights / len(pairs) - 1.0)
    scale = sum(math.sqrt(score) for score in pairs.values()) / len(pairs)
    counts = {}
    for pair in sorted(pairs):
        mean = max(0.05, surplus * math.sqrt(pairs[pair]) / scale)
        names = f"{cities[pair[0]].name}|{cities[pair[1]].name}"
        draw = Stream(seed, "frequency", names).unit()
        extra = int(math.log(max(1e-12, 1.0 - draw)) / math.log(mean / (1.0 + mean)))
        counts[pair] = min(_MOST_FLIGHTS, 1 + extra)
    return _summing_to(Stream(seed, "frequency rounding"), counts, flights)


def _summing_to(stream: Stream, counts: dict[Pair, int], total: int) -> Mapping[Pair, int]:
    """Adds or takes single flights on random routes until the sum is met; routes keep 1 to the most."""
    if not len(counts) <= total <= _MOST_FLIGHTS * len(counts):
        raise ValueError(f"{total} flights do not fit {len(counts)} routes")
    pairs = sorted(counts)
    missing = total - sum(counts.values())
    while missing:
        pair, step = stream.pick(pairs), 1 if missing > 0 else -1
        if 1 <= counts[pair] + step <= _MOST_FLIGHTS:
            counts[pair] += step
            missing -= step
    return counts


def _route(seed: int, origin: City, destination: City, count: int, fares: Fares) -> Sequence[Flight]:
    """The flights of one route without id and number, by rising base fare."""
    stream = Stream(seed, "flights", f"{origin.name}|{destination.name}")
    distance = distance_km(origin.point, destination.point)
    off = max(-fares.oddest, min(fares.oddest, stream.normal(0.0, 0.7)))
    level, spread = math.exp(fares.log_level(distance) + off), fares.spread(distance)
    bases = sorted(max(17, round(level * math.exp(stream.normal(0.0, spread)))) for _ in range(count))
    return [_flight(stream, origin, destination, base) for base in bases]


def _flight(stream: Stream, origin: City, destination: City, base: int) -> Flight:
    here, there = stream.pick(origin.airports), stream.pick(destination.airports)
    departs = stream.weighted(_HOURS) * 60 + stream.whole(0, 59)
    lasts = _duration(stream, here, there)
    return Flight(
        id=0,
        number="",
        origin=origin,
        origin_airport=here,
        destination=destination,
        destination_airport=there,
        departs=departs,
        arrives=(departs + lasts + there.utc_offset_min - here.utc_offset_min) % 1440,
        price=round(base * (0.9 if stream.chance(0.5) else 1.1), 1),
    )


def _duration(stream: Stream, here: Airport, there: Airport) -> int:
    """Minutes in the air; a daily flight has no date, so it must land within the day it takes."""
    need = flight_need_min(distance_km(here.point, there.point))
    factor = min(1.6, max(0.65, 1.04 * math.exp(stream.normal(0.0, 0.17))))
    return min(round(need * factor), _LONGEST_MIN)


class _Numbers:
    """Flight numbers, two capitals and four digits from 0001, none twice."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream(seed, "flight numbers")
        self._taken: set[str] = set()

    def fresh(self) -> str:
        while True:
            letters = "".join(chr(65 + self._stream.whole(0, 25)) for _ in range(2))
            number = f"{letters} {self._stream.whole(1, 9999):04d}"
            if number not in self._taken:
                self._taken.add(number)
                return number
