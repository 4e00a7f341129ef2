"""The reference plan of a trip, hour by hour: cheapest bookings, civil flights, as many visits as fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, permutations

from kb_browser.geometry import distance_km, travel_min
from kb_browser.world.atlas import Atlas
from kb_browser.world.records import Attraction, City, Flight, Hotel, Point
from kb_browser.world.trips import Plan, Stay, Trip, Visit

_DAY_STARTS, _NIGHTLIFE_STARTS, _EARLY_EVENING = 600, 780, 1200
_CHECK_IN_FROM, _CHECK_IN_LAG = 840, 90
_LATEST_ARRIVAL_VISIT = 900
_HOME_VISIT_FROM = 840
_VISITS_A_DAY, _LONGEST_VISIT, _SHORTEST_SHARE, _LAST_ENTRY = 3, 180, 0.6, 30
_ROUNDS = 3
_MIDNIGHT = 1440


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A stretch of a day in which visits may lie.

    Attributes:
        day: From 1.
        start, place: When and where the travellers set out.
        limit: Minute by which they must be done; with ``limit_place`` also be there.
        capacity: Most visits.
    """

    day: int
    start: int
    place: Point
    limit: int
    capacity: int
    limit_place: Point | None = None


def plan_trip(atlas: Atlas, trip: Trip) -> Plan | None:
    """The reference plan, or None if the trip has none.

    It has none if something asked for is not to be had, a city stays unvisited, or the named attraction
    does not fit anywhere.
    """
    flights = tuple(atlas.civil_flight(origin, destination) for origin, destination in trip.legs)
    stays: list[Stay] = []
    arrival_day = 1
    for position in range(len(trip.stays)):
        stay = _stay(atlas, trip, flights, position=position, arrival_day=arrival_day)
        if stay is None or not stay.visits:
            return None
        stays.append(stay)
        arrival_day += stay.nights
    plan = Plan(trip=trip, flights=flights, stays=tuple(stays))
    return plan if _has_named_attraction(plan) else None


def _has_named_attraction(plan: Plan) -> bool:
    wanted = plan.trip.attraction
    return wanted is None or any(
        visit.attraction.name == wanted for stay in plan.stays for visit in stay.visits
    )


def _stay(
    atlas: Atlas, trip: Trip, flights: Sequence[Flight], *, position: int, arrival_day: int
) -> Stay | None:
    city = trip.stays[position]
    hotel = _hotel(atlas, trip, city)
    car = atlas.cheapest_car(city, trip.seats, trip.wishes) if trip.seats is not None else None
    if hotel is None or (trip.seats is not None and car is None):
        return None
    check_in_day, check_in = _check_in(flights[position], hotel, arrival_day)
    bare = Stay(
        city=city,
        hotel=hotel,
        car=car,
        arrival_day=arrival_day,
        nights=trip.nights[position],
        check_in_day=check_in_day,
        check_in=check_in,
        visits=(),
    )
    onward = flights[position + 1] if position + 1 < len(flights) else None
    is_home = position + 1 == len(trip.stays)
    slots = [*_arrival_slots(trip, bare, flights[position]), *_full_days(trip, bare)]
    if onward is not None and (not is_home or onward.departs >= _HOME_VISIT_FROM):
        slots.append(_departure_slot(bare, onward))
    capacity = sum(slot.capacity for slot in slots)
    return replace(bare, visits=_visits(slots, _candidates(atlas, trip, city, capacity)))


def _hotel(atlas: Atlas, trip: Trip, city: City) -> Hotel | None:
    """The cheapest hotel for all personas; the named one where it stands in this city."""
    serving = atlas.serving_hotels(city, trip.wishes)
    named = [hotel for hotel in serving if hotel.name == trip.hotel]
    return next(iter(named or serving), None)


def _check_in(inbound: Flight, hotel: Hotel, arrival_day: int) -> tuple[int, int]:
    """Day and minute of entering the room; the day after if landing or check-in passes midnight."""
    road = travel_min(distance_km(inbound.destination_airport.point, hotel.point))
    minute = max(inbound.arrives + max(_CHECK_IN_LAG, road), _CHECK_IN_FROM)
    rolls_over = inbound.arrives < inbound.departs or minute >= _MIDNIGHT
    return (arrival_day + 1, minute % _MIDNIGHT) if rolls_over else (arrival_day, minute)


def _evening(trip: Trip) -> int:
    """Minute by which visits of a stay end; children and the elderly are back early."""
    return _EARLY_EVENING if trip.wishes & {"with children", "elderly travelers"} else _MIDNIGHT - 1


def _arrival_slots(trip: Trip, stay: Stay, inbound: Flight) -> Iterator[Slot]:
    """Room for one visit on the day of landing, if the room is entered that day and early enough."""
    start = max(stay.check_in, inbound.departs)
    if stay.check_in_day == stay.arrival_day and start <= _LATEST_ARRIVAL_VISIT:
        yield Slot(
            day=stay.arrival_day, start=start, place=stay.hotel.point, limit=_evening(trip), capacity=1
        )


def _full_days(trip: Trip, stay: Stay) -> Iterator[Slot]:
    """The days between landing and leaving, spent wholly in the city."""
    morning = _NIGHTLIFE_STARTS if "nightlife enthusiast" in trip.wishes else _DAY_STARTS
    for day in range(stay.arrival_day + 1, stay.arrival_day + stay.nights):
        start = max(morning, stay.check_in) if day == stay.check_in_day else morning
        yield Slot(day=day, start=start, place=stay.hotel.point, limit=_evening(trip), capacity=_VISITS_A_DAY)


def _departure_slot(stay: Stay, onward: Flight) -> Slot:
    """Room for one visit in the morning of flying on.

    The road is measured to the far airport, as the reference does it: safe, and rarely leaving room.
    """
    return Slot(
        day=stay.arrival_day + stay.nights,
        start=_DAY_STARTS,
        place=stay.hotel.point,
        limit=onward.departs,
        limit_place=onward.destination_airport.point,
        capacity=1,
    )


def _candidates(atlas: Atlas, trip: Trip, city: City, capacity: int) -> list[Attraction]:
    """The cheapest attractions for all personas that the slots can hold.

    They are tried by opening time, the named one leading.
    """
    pool = list(atlas.serving_attractions(city, trip.wishes))
    chosen = pool[: max(2, capacity)]
    chosen += [other for other in pool if other.name == trip.attraction and other not in chosen]
    return sorted(chosen, key=lambda other: (other.name != trip.attraction, other.opens, other.closes))


def _visits(slots: Sequence[Slot], candidates: list[Attraction]) -> tuple[Visit, ...]:
    """Fill the slots in up to three rounds, one visit a slot and round, then shorten each day's path."""
    remaining = list(candidates)
    filled: dict[int, list[Visit]] = {position: [] for position in range(len(slots))}
    for _ in range(_ROUNDS):
        for position, slot in enumerate(slots):
            if len(filled[position]) >= slot.capacity:
                continue
            visit = _fitting(slot, filled[position], remaining)
            if visit is not None:
                filled[position].append(visit)
                remaining.remove(visit.attraction)
    visits = [visit for position, slot in enumerate(slots) for visit in _relaid(slot, filled[position])]
    return tuple(sorted(visits, key=lambda visit: (visit.day, visit.start)))


def _fitting(slot: Slot, so_far: Sequence[Visit], remaining: Sequence[Attraction]) -> Visit | None:
    """A visit to the leading attraction that fits behind what the slot holds."""
    at, place = (so_far[-1].end, so_far[-1].attraction.point) if so_far else (slot.start, slot.place)
    fitting = (_visit(slot, at, place, attraction) for attraction in remaining)
    return next((visit for visit in fitting if visit is not None), None)


def _visit(slot: Slot, at: int, place: Point, attraction: Attraction) -> Visit | None:
    """The earliest visit that road and opening hours allow, if long enough and over in time."""
    length = min(attraction.visit_hours * 60, _LONGEST_VISIT)
    earliest = at + travel_min(distance_km(place, attraction.point))
    start = min(max(earliest, attraction.opens), max(attraction.opens, attraction.closes - _LAST_ENTRY))
    end = min(start + length, attraction.closes)
    road = 0
    if slot.limit_place is not None:
        road = travel_min(distance_km(attraction.point, slot.limit_place))
    if start < earliest or end - start < _SHORTEST_SHARE * length or end + road > slot.limit:
        return None
    return Visit(day=slot.day, attraction=attraction, start=start, end=end)


def _relaid(slot: Slot, visits: Sequence[Visit]) -> Sequence[Visit]:
    """The same visits in the order with the shortest path on the ground that still fits."""
    best = (_path_km(slot.place, visits), list(visits))
    for order in permutations([visit.attraction for visit in visits]):
        laid = _laid(slot, order)
        if laid is not None and (path := _path_km(slot.place, laid)) < best[0] - 1e-9:
            best = (path, laid)
    return best[1]


def _laid(slot: Slot, order: Sequence[Attraction]) -> list[Visit] | None:
    laid: list[Visit] = []
    for attraction in order:
        visit = _fitting(slot, laid, [attraction])
        if visit is None:
            return None
        laid.append(visit)
    return laid


def _path_km(start: Point, visits: Sequence[Visit]) -> float:
    points = [start, *(visit.attraction.point for visit in visits)]
    return sum(distance_km(here, there) for here, there in pairwise(points))
