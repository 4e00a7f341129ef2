"""D0-key: everything the request states explicitly is in the plan (0 or 1).

Source: official rules, section 9.1; paper, explicit-constraint dimension.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, all_passed, always
from scoring.tracks.trek.plan import Booking, Day
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.seats import known_capacity, needed_seats
from scoring.tracks.trek.text import first_of, fold, is_object, lower, lowered

_CODE = "trek.d0_keyword"
_ROAD_TRIP = ("road trip", "roadtrip")
_CARRIED = (("flights", "flight"), ("hotel", "hotels"), ("attractions", "attraction"), ("cars", "car"))


def required_leg(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Each required leg is flown by some flight with a number; the number need not be real."""
    flown = {
        (fold(flight.fields.get("departure_city")), fold(flight.fields.get("arrival_city"))): flight
        for flight in reversed(attempt.plan.flights)
    }
    for leg, ends in zip(attempt.facts.legs, attempt.facts.leg_keys, strict=True):
        flight = flown.get(ends)
        yield passed_if(
            flight is not None, f"{_CODE}.required_leg", flight.path if flight else "",
            {"from": leg[0], "to": leg[1], "flight": flight.shown if flight else None},
        )  # fmt: skip


def days_planned(attempt: Attempt) -> Iterator[CheckOutcome]:
    """At least as many days as asked for carry a city or a booking."""
    required = attempt.task.days
    if required > 0:
        planned = sum(1 for day in attempt.plan.days if _carries_something(day))
        yield passed_if(
            planned >= required, f"{_CODE}.days_planned", "", {"required": required, "planned": planned}
        )  # fmt: skip


def _carries_something(day: Day) -> bool:
    city = first_of(day.entry, "current_city", "city")
    if city and str(city).strip():
        return True
    return any(first_of(day.entry, *names) for names in _CARRIED)


def every_night(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Every day but the last names a hotel; "-" counts as one and the city is not looked at."""
    days = attempt.days_in_order if attempt.task.hotel else []
    for day in days[:-1]:
        path, hotel = day.hotel()
        name = first_of(lowered(hotel), "name", "hotel_name") if is_object(hotel) else None
        yield passed_if(
            bool(name), f"{_CODE}.every_night", path, {"day": quoted(day.key), "hotel": quoted(name)}
        )


def hotel_in_stay_city(attempt: Attempt) -> Iterator[CheckOutcome]:
    """If the task requires a hotel, each stay city has one."""
    if attempt.task.hotel:
        yield from _in_each_stay_city(attempt, attempt.plan.hotels, f"{_CODE}.hotel_in_stay_city")


def attraction_in_stay_city(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Each stay city has a visit; an empty requirement still asks for one."""
    yield from _in_each_stay_city(attempt, attempt.plan.attractions, f"{_CODE}.attraction_in_stay_city")


def _in_each_stay_city(attempt: Attempt, bookings: Sequence[Booking], code: str) -> Iterator[CheckOutcome]:
    booked = {booking.city_key: booking for booking in reversed(bookings)}
    for city, key in zip(attempt.facts.stay_cities, attempt.facts.stay_keys, strict=True):
        found = booked.get(key)
        yield passed_if(
            found is not None, code, found.path if found else "",
            {"city": city, "booked": found.shown if found else None},
        )  # fmt: skip


def named_hotel(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The hotel the request names is booked, compared lower-cased only."""
    wanted = attempt.task.hotel.get("name") or attempt.task.hotel.get("hotel_name")
    if wanted and wanted != "-":
        yield _named(wanted, attempt.plan.hotels, f"{_CODE}.named_hotel", "the name of a hotel")


def named_car_type(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The car type the request names is booked, compared lower-cased only."""
    wanted = attempt.task.car.get("car_type") or attempt.task.car.get("type")
    if wanted and wanted != "-":
        yield _named(wanted, attempt.plan.cars, f"{_CODE}.named_car_type", "a car type")


def vehicle_capacity(attempt: Attempt) -> Iterator[CheckOutcome]:
    """In every stay city there are cars, and each seats the whole party by the knowledge base."""
    if not attempt.task.car:
        return
    code, needed = f"{_CODE}.vehicle_capacity", needed_seats(attempt.task)
    if needed is None or not attempt.facts.stay_cities:
        yield passed_if(False, code, "", {"city": None, "needed": needed, "cars": []})
        return
    for city, key in zip(attempt.facts.stay_cities, attempt.facts.stay_keys, strict=True):
        cars = [car for car in attempt.plan.cars if car.city_key == key]
        seats = [known_capacity(attempt.kb, car) for car in cars]
        yield passed_if(
            bool(cars) and all(capacity is not None and capacity >= needed for capacity in seats),
            code,
            cars[0].path if cars else "",
            {
                "city": city,
                "needed": needed,
                "cars": [{"type": car.shown, "seats": seat} for car, seat in zip(cars, seats, strict=True)],
            },
        )


def named_attraction(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Every attraction the request names is visited, compared lower-cased only."""
    wanted = attempt.task.attraction.get("attraction_name") or attempt.task.attraction.get("name")
    if isinstance(wanted, str):
        wanted = [] if wanted == "-" else [wanted]
    for name in wanted if isinstance(wanted, list) else []:
        if name:
            yield _named(
                name, attempt.plan.attractions, f"{_CODE}.named_attraction", "the name of an attraction"
            )


def _named(wanted: object, bookings: Sequence[Booking], code: str, what: str) -> CheckOutcome:
    # Compared in order until one is equal: a later name that is not text is then never looked at.
    name = str(wanted).lower()
    found = next((booking for booking in bookings if lower(booking.name, what) == name), None)
    return passed_if(found is not None, code, found.path if found else "", {"name": quoted(wanted)})


def road_trip_car(attempt: Attempt) -> Iterator[CheckOutcome]:
    """On a road trip at least as many days as asked for carry a car; the car is not examined."""
    if any(persona in _ROAD_TRIP for persona in attempt.facts.personas):
        driven = sum(1 for day in attempt.plan.days if _carries_car(day))
        yield passed_if(
            driven >= attempt.task.days, f"{_CODE}.road_trip_car", "",
            {"required": attempt.task.days, "driven": driven},
        )  # fmt: skip


def _carries_car(day: Day) -> bool:
    car = day.raw.get("car") or day.raw.get("Car")
    return bool(car) and car != "-"


_SECTION = "official rules 9.1"

DIMENSION = Dimension(
    key=DimensionKey("d0_keyword"),
    label="D0-key",
    summary="Everything the request states is in the plan: legs, days, beds, visits, named places, seats.",
    paper="Explicit constraints; official rules 9.1",
    checks=(
        Check(
            code=f"{_CODE}.required_leg", title="Each required leg is flown",
            message="No flight goes from {from} to {to}.",
            paper=f"{_SECTION}, item 1", run=required_leg,
        ),
        Check(
            code=f"{_CODE}.days_planned", title="Enough days are planned",
            message="{planned} of {required} days carry a city or a booking.",
            paper=f"{_SECTION}, item 2", run=days_planned,
        ),
        Check(
            code=f"{_CODE}.every_night", title="Every night has a bed",
            message="No hotel is named on {day}.",
            paper=f"{_SECTION}, item 3", run=every_night,
        ),
        Check(
            code=f"{_CODE}.hotel_in_stay_city", title="Each stay city has a hotel",
            message="No hotel is booked in {city}.",
            paper=f"{_SECTION}, item 4", run=hotel_in_stay_city,
        ),
        Check(
            code=f"{_CODE}.attraction_in_stay_city", title="Each stay city has a visit",
            message="No attraction is visited in {city}.",
            paper=f"{_SECTION}, item 5", run=attraction_in_stay_city,
        ),
        Check(
            code=f"{_CODE}.named_hotel", title="The named hotel is booked",
            message="The request names the hotel {name}, which is not booked.",
            paper=f"{_SECTION}, item 6", run=named_hotel,
        ),
        Check(
            code=f"{_CODE}.named_car_type", title="The named car type is booked",
            message="The request names the car type {name}, which is not booked.",
            paper=f"{_SECTION}, item 7", run=named_car_type,
        ),
        Check(
            code=f"{_CODE}.vehicle_capacity", title="Every car seats the party",
            message="In {city} the cars booked do not all seat {needed}.",
            paper=f"{_SECTION}, item 8 (latest edition only)", run=vehicle_capacity,
        ),
        Check(
            code=f"{_CODE}.named_attraction", title="Each named attraction is visited",
            message="The request names the attraction {name}, which is not visited.",
            paper=f"{_SECTION}, item 9", run=named_attraction,
        ),
        Check(
            code=f"{_CODE}.road_trip_car", title="A road trip has a car every day",
            message="{driven} of {required} days carry a car.",
            paper=f"{_SECTION}, item 10", run=road_trip_car,
        ),
    ),
    applies=always,
    score=all_passed,
)  # fmt: skip

PAPER_EDITION_LACKS = frozenset({f"{_CODE}.vehicle_capacity"})
"""The paper's numbers predate the vehicle-capacity check."""
