"""Figures of the flight network: routes, clocks, durations, fares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from kb_browser.geometry import distance_km, flight_need_min, minute_of
from kb_browser.release_checks.catalogue import amount_of, point_of
from kb_browser.release_checks.flights import CLOCK, routes
from kb_browser.release_checks.release import Release, Row
from kb_browser.world.statistics.reference import BANDS, HOURS, PERCENTS

_CIVIL_FROM, _CIVIL_UNTIL = 360, 1320

Leg = tuple[str, str]


def figures(release: Release) -> Mapping[str, float]:
    """By key; flights without readable clocks count, and nothing else is said of them."""
    flights = [cells for _, cells in release.flights if _is_timed(cells)]
    if not flights:
        return {"flights": len(release.flights)}
    return {
        **_network(release, flights),
        **_clocks(flights),
        **_durations(release, flights),
        **_fares(flights),
    }


def _network(release: Release, flights: Sequence[Row]) -> Mapping[str, float]:
    graph = routes(release)
    pairs = sum(map(len, graph.values()))
    per_route: dict[Leg, int] = {}
    for cells in flights:
        per_route[_leg(cells)] = per_route.get(_leg(cells), 0) + 1
    ends = ("departure_airport_iata_code", "arrival_airport_iata_code")
    return {
        "flights": len(release.flights),
        "airports": len({cells[end] for cells in flights for end in ends}),
        "routes": pairs,
        "density": pairs / max(1, len(graph) * (len(graph) - 1)),
        "flights_per_route": fmean(per_route.values()),
        "most_flights": max(per_route.values()),
        "fewest_destinations": min(map(len, graph.values())),
        "most_destinations": max(map(len, graph.values())),
    }


def _clocks(flights: Sequence[Row]) -> Mapping[str, float]:
    clocks = [(minute_of(cells["departure_time"]), minute_of(cells["arrival_time"])) for cells in flights]
    civil = sum(_CIVIL_FROM <= leaves < lands <= _CIVIL_UNTIL for leaves, lands in clocks)
    return {
        "civil": civil / len(clocks),
        "clock_back": sum(lands < leaves for leaves, lands in clocks) / len(clocks),
        **{
            f"departures_{low}": sum(low <= leaves // 60 < high for leaves, _ in clocks) / len(clocks)
            for low, high in HOURS
        },
    }


def _durations(release: Release, flights: Sequence[Row]) -> Mapping[str, float]:
    """Minutes in the air over those that the distance asks for; needs the time zones of the manifest."""
    offsets = release.manifest.utc_offsets_min
    factors = sorted(
        _minutes(cells, offsets) / flight_need_min(distance_km(*_ends(cells)))
        for cells in flights
        if {cells["departure_airport_iata_code"], cells["arrival_airport_iata_code"]} <= offsets.keys()
    )
    if not factors:
        return {}
    return {f"duration_{percent}": factors[round((len(factors) - 1) * percent / 100)] for percent in PERCENTS}


def _minutes(cells: Row, offsets: Mapping[str, int]) -> int:
    zones = offsets[cells["arrival_airport_iata_code"]] - offsets[cells["departure_airport_iata_code"]]
    return (minute_of(cells["arrival_time"]) - minute_of(cells["departure_time"]) - zones) % 1440


def _ends(cells: Row) -> tuple[tuple[float, float], tuple[float, float]]:
    return point_of(cells, "departure_airport_"), point_of(cells, "arrival_airport_")


def _fares(flights: Sequence[Row]) -> Mapping[str, float]:
    limits = [low for low, _ in BANDS]
    fares: dict[int, list[float]] = {}
    least: dict[int, dict[Leg, float]] = {}
    for cells in flights:
        distance, fare, leg = distance_km(*_ends(cells)), amount_of(cells, "price"), _leg(cells)
        band = max(limit for limit in limits if limit <= distance)
        if distance < BANDS[-1][1]:
            fares.setdefault(band, []).append(fare)
            known = least.setdefault(band, {})
            known[leg] = min(fare, known.get(leg, fare))
    return {
        **{f"fare_{band}": median(amounts) for band, amounts in fares.items()},
        **{f"least_fare_{band}": median(known.values()) for band, known in least.items()},
    }


def _is_timed(cells: Row) -> bool:
    return all(CLOCK.fullmatch(cells[f"{end}_time"]) for end in ("departure", "arrival"))


def _leg(cells: Row) -> Leg:
    return cells["departure_city"], cells["arrival_city"]
