"""Invariant 21: coordinates, and how a city lies around its airports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from statistics import median

from kb_browser.geometry import distance_km
from kb_browser.release_checks.release import Release, Row, Table, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope

_FROM_AIRPORT_KM, _SPREAD_KM = 80.0, 60.0
_POLE, _DATE_LINE = 90.0, 180.0

Point = tuple[float, float]


def _coordinates(release: Release) -> Iterator[Flaw]:
    for _, table in chain(release.hotels, release.attractions):
        for row, cells in table.rows:
            is_stated = cells["latitude"] and cells["longitude"]
            if is_stated and _point(cells) is None:
                yield Flaw(table.file, row, "latitude and longitude are not a place on Earth")


def _spread(release: Release) -> Iterator[Flaw]:
    airports = _airports(release)
    for city, table in chain(release.attractions, release.hotels):
        points = [point for _, cells in table.rows if (point := _point(cells)) is not None]
        if points and city in airports:
            yield from _around(table, points, airports[city])


def _around(table: Table, points: Sequence[Point], airports: Sequence[Point]) -> Iterator[Flaw]:
    middle = median(point[0] for point in points), median(point[1] for point in points)
    nearest = min(distance_km(middle, airport) for airport in airports)
    if nearest > _FROM_AIRPORT_KM:
        yield Flaw(table.file, None, f"the city's middle is {nearest:.0f} km from its nearest airport")
    distances = sorted(distance_km(middle, point) for point in points)
    outer = distances[int(0.9 * (len(distances) - 1))]
    if outer > _SPREAD_KM:
        yield Flaw(table.file, None, f"nine in ten lie within {outer:.0f} km of the middle, expected 60")


def _airports(release: Release) -> Mapping[str, Sequence[Point]]:
    found: dict[str, set[Point]] = {}
    for _, cells in release.flights:
        latitude = number(cells["departure_airport_latitude"])
        longitude = number(cells["departure_airport_longitude"])
        if latitude is not None and longitude is not None:
            found.setdefault(cells["departure_city"], set()).add((latitude, longitude))
    return {city: sorted(points) for city, points in found.items()}


def _point(cells: Row) -> Point | None:
    latitude, longitude = number(cells["latitude"]), number(cells["longitude"])
    if latitude is None or longitude is None or abs(latitude) > _POLE or abs(longitude) > _DATE_LINE:
        return None
    return latitude, longitude


RULES = (
    Rule(21, "coordinates", Scope.SCORING, _coordinates),
    Rule(21, "city_spread", Scope.GENERATED, _spread),
)
