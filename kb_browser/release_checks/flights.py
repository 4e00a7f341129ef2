"""Invariants 7 to 12: flight numbers, clocks, airports, durations, and the graph they make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from kb_browser.geometry import distance_km, flight_need_min, minute_of
from kb_browser.release_checks.release import Release, Row, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.release_files import AIRPORTS_FILE
from scoring.tracks.trek.dataset import FLIGHTS

_NUMBER = re.compile(r"[A-Z]{2} (?!0000)[0-9]{4}")
CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
_ENDS = ("departure", "arrival")
_LEAST_OF_NEED, _MOST_OF_NEED = 0.6, 3.0
_DENSITY = (0.07, 0.09)
_CIVIL_SHARE = 0.6

Airport = Mapping[str, str]


def _number_form(release: Release) -> Iterator[Flaw]:
    for row, cells in release.flights:
        if not _NUMBER.fullmatch(cells["flight_number"]):
            text = cells["flight_number"]
            yield Flaw(FLIGHTS, row, f'flight_number "{text}" is not two capitals, a blank and 0001 to 9999')


def _number_twice(release: Release) -> Iterator[Flaw]:
    seen: dict[str, int] = {}
    for row, cells in release.flights:
        text = cells["flight_number"]
        if seen.setdefault(text, row) != row:
            yield Flaw(FLIGHTS, row, f'flight_number "{text}" stands in row {seen[text]} too')


def _clocks(release: Release) -> Iterator[Flaw]:
    for row, cells in release.flights:
        for end in _ENDS:
            if not CLOCK.fullmatch(cells[f"{end}_time"]):
                yield Flaw(FLIGHTS, row, f'{end}_time "{cells[f"{end}_time"]}" is not HH:MM')


def _airports(release: Release) -> Iterator[Flaw]:
    """One airport code says the same of its airport in every row, and what the airports table says."""
    known: dict[str, Airport] = {
        cells["iata_code"]: _listed(cells) for _, cells in release.rows(AIRPORTS_FILE) if "iata_code" in cells
    }
    for row, cells in release.flights:
        for end in _ENDS:
            code, found = cells[f"{end}_airport_iata_code"], _flown(cells, end)
            stated = known.setdefault(code, found)
            for fact, value in found.items():
                if stated.get(fact, value) != value:
                    yield Flaw(FLIGHTS, row, f'{code}: {fact} is "{value}", elsewhere "{stated[fact]}"')


def _listed(cells: Row) -> Airport:
    return {
        "name": cells["airport_name"],
        "city": cells["city"],
        "continent": cells["continent"],
        "latitude": cells["latitude_deg"],
        "longitude": cells["longitude_deg"],
    }


def _flown(cells: Row, end: str) -> Airport:
    return {
        "name": cells[f"{end}_airport_name"],
        "city": cells[f"{end}_city"],
        "continent": cells[f"{end}_airport_continent"],
        "country": cells[f"{end}_airport_country"],
        "latitude": cells[f"{end}_airport_latitude"],
        "longitude": cells[f"{end}_airport_longitude"],
    }


def _same_city(release: Release) -> Iterator[Flaw]:
    for row, cells in release.flights:
        if cells["departure_city"] == cells["arrival_city"]:
            yield Flaw(FLIGHTS, row, f"leaves and lands in {cells['arrival_city']}")


def _durations(release: Release) -> Iterator[Flaw]:
    offsets = release.manifest.utc_offsets_min
    for row, cells in release.flights:
        codes = [cells[f"{end}_airport_iata_code"] for end in _ENDS]
        clocks = [cells[f"{end}_time"] for end in _ENDS]
        points = [_point(cells, end) for end in _ENDS]
        if not all(map(CLOCK.fullmatch, clocks)) or not offsets.keys() >= set(codes):
            continue
        if points[0] is None or points[1] is None:
            yield Flaw(FLIGHTS, row, "an airport has no coordinates")
            continue
        zones = offsets[codes[1]] - offsets[codes[0]]
        lasts = (minute_of(clocks[1]) - minute_of(clocks[0]) - zones) % 1440
        need = flight_need_min(distance_km(points[0], points[1]))
        if not _LEAST_OF_NEED * need <= lasts <= _MOST_OF_NEED * need:
            yield Flaw(FLIGHTS, row, f"takes {lasts} min, the distance asks for about {need:.0f}")


def _point(cells: Row, end: str) -> tuple[float, float] | None:
    latitude = number(cells[f"{end}_airport_latitude"])
    longitude = number(cells[f"{end}_airport_longitude"])
    return None if latitude is None or longitude is None else (latitude, longitude)


def routes(release: Release) -> Mapping[str, set[str]]:
    """Destinations with a direct flight, by city."""
    graph: dict[str, set[str]] = {}
    for _, cells in release.flights:
        graph.setdefault(cells["departure_city"], set()).add(cells["arrival_city"])
        graph.setdefault(cells["arrival_city"], set())
    return graph


def _connected(release: Release) -> Iterator[Flaw]:
    """Every city reaches every other: one city reaches all of them, and all of them reach it."""
    graph = routes(release)
    if not graph:
        return
    start = min(graph)
    back: dict[str, set[str]] = {city: set() for city in graph}
    for city, destinations in graph.items():
        for destination in destinations:
            back[destination].add(city)
    for city in sorted(graph.keys() - _reached(graph, start)):
        yield Flaw(FLIGHTS, None, f"{city} cannot be reached from {start}")
    for city in sorted(graph.keys() - _reached(back, start)):
        yield Flaw(FLIGHTS, None, f"{start} cannot be reached from {city}")


def _reached(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen, waiting = {start}, [start]
    while waiting:
        fresh = graph[waiting.pop()] - seen
        seen |= fresh
        waiting.extend(fresh)
    return seen


def _density(release: Release) -> Iterator[Flaw]:
    graph = routes(release)
    pairs = len(graph) * (len(graph) - 1)
    share = sum(map(len, graph.values())) / pairs if pairs else 0.0
    if not _DENSITY[0] <= share <= _DENSITY[1]:
        yield Flaw(FLIGHTS, None, f"{share:.1%} of ordered city pairs have a flight, expected 7 to 9 %")


def _civil_hours(release: Release) -> Iterator[Flaw]:
    civil: dict[tuple[str, str], bool] = {}
    for _, cells in release.flights:
        pair = cells["departure_city"], cells["arrival_city"]
        leaves, lands = cells["departure_time"], cells["arrival_time"]
        civil[pair] = civil.get(pair, False) or "06:00" <= leaves < lands <= "22:00"
    share = sum(civil.values()) / len(civil) if civil else 0.0
    if share < _CIVIL_SHARE:
        yield Flaw(
            FLIGHTS, None, f"{share:.1%} of routes have a flight at civil hours, expected 60 % or more"
        )


RULES = (
    Rule(7, "flight_number_form", Scope.GENERATED, _number_form),
    Rule(7, "flight_number_twice", Scope.GENERATED, _number_twice),
    Rule(8, "flight_clock", Scope.SCORING, _clocks),
    Rule(9, "airport_facts", Scope.GENERATED, _airports),
    Rule(10, "flight_to_itself", Scope.SCORING, _same_city),
    Rule(10, "flight_duration", Scope.GENERATED, _durations),
    Rule(11, "city_unreachable", Scope.GENERATED, _connected),
    Rule(11, "route_density", Scope.FULL, _density),
    Rule(12, "civil_hours", Scope.FULL, _civil_hours),
)
