"""Where a plan goes: its flights and the places it books, by the knowledge base's coordinates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import Json
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.rows import Attraction, Flight, Hotel
from scoring.tracks.trek.text import UnscorableError
from scoring.tracks.trek.units import distance_km

LEGS_MAX: Final = 20


@dataclass(frozen=True, slots=True)
class Point:
    """Degrees, latitude north and longitude east."""

    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteLeg:
    """A booked flight that the knowledge base knows; cities and airports are its own, not the plan's."""

    number: Json
    start_city: str
    end_city: str
    start: Point
    end: Point
    distance_km: float
    record: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteStop:
    """A booked place; ``kind`` is ``hotel`` or ``visit``."""

    kind: str
    name: Json
    city: Json
    point: Point
    record: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """Flights in the order of the days, then places; what the knowledge base does not know is left out.

    ``unknown`` counts the flights and places left out for that.
    """

    legs: Listing[RouteLeg]
    stops: Listing[RouteStop]
    unknown: int


def route_of(attempt: Attempt) -> Route | None:
    """The route of an answer; None where its days cannot be put in order, or a name cannot be looked up."""
    try:
        flights = _flights_in_order(attempt)
        legs = [_leg(attempt, flight) for flight in flights]
        stops = list(_stops(attempt))
    except UnscorableError:
        return None
    known_legs = [leg for leg in legs if leg is not None]
    known_stops = [stop for stop in stops if stop is not None]
    return Route(
        legs=listed(known_legs, LEGS_MAX),
        stops=listed(known_stops),
        unknown=len(legs) - len(known_legs) + len(stops) - len(known_stops),
    )


def _flights_in_order(attempt: Attempt) -> list[Booking]:
    """By the order of the days; bookings are extracted by the text of their keys, day10 before day2."""
    places = {day.path: place for place, day in enumerate(attempt.days_in_order)}
    return sorted(
        attempt.plan.flights, key=lambda flight: places["/" + flight.path.removeprefix("/").split("/", 1)[0]]
    )


def _leg(attempt: Attempt, flight: Booking) -> RouteLeg | None:
    row = next(iter(attempt.kb.flights_numbered(flight.name)), None)
    if row is None:
        return None
    start, end = _ends(row)
    if start is None or end is None:
        return None
    return RouteLeg(
        number=flight.shown,
        start_city=row.departure_city or "",
        end_city=row.arrival_city or "",
        start=start,
        end=end,
        distance_km=distance_km(start.latitude, start.longitude, end.latitude, end.longitude),
        record=row.key,
    )


def _ends(row: Flight) -> tuple[Point | None, Point | None]:
    return (
        _point(row.departure_latitude, row.departure_longitude),
        _point(row.arrival_latitude, row.arrival_longitude),
    )


def _stops(attempt: Attempt) -> Iterator[RouteStop | None]:
    for hotel in attempt.plan.hotels:
        yield _stop("hotel", hotel, attempt.hotel(hotel))
    for visit in attempt.plan.attractions:
        yield _stop("visit", visit, attempt.attraction(visit))


def _stop(kind: str, booking: Booking, row: Hotel | Attraction | None) -> RouteStop | None:
    point = None if row is None else _point(row.latitude, row.longitude)
    if row is None or point is None:
        return None
    return RouteStop(
        kind=kind, name=booking.shown, city=booking.shown_city, point=point, record=row.key
    )  # fmt: skip


def _point(latitude: float | None, longitude: float | None) -> Point | None:
    return None if latitude is None or longitude is None else Point(latitude, longitude)
