"""What a plan costs: air, lodging, tickets, cars, line by line, in USD.

Amounts are doubles added line by line in the stated order, as in the official scorer, so that even the
last digit agrees; nothing is rounded.

Source: official rules, section 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.model import Json
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.plan import Booking, Day
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.text import as_double, first_of, fold, is_number, is_object, lowered

AIR, LODGING, TICKETS, CARS = "air", "lodging", "tickets", "cars"
KNOWN, CLAIMED, FLOOR = "knowledge base", "plan", "cheapest"


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line: quantity × unit price.

    Attributes:
        part: ``air``, ``lodging``, ``tickets`` or ``cars``.
        what: Flight number, hotel, attraction, car type or leg, as a fact.
        place: Stay city, "" where the line belongs to none.
        quantity: Seats, room-nights, tickets or days.
        price: USD per unit; a claimed one as submitted.
        source: Where the price comes from.
        record: Key of the record, None for a claimed price.
    """

    part: str
    what: Json
    place: str
    quantity: int
    price: int | float
    source: str
    record: str | None

    @property
    def amount(self) -> float:
        """USD.

        Raises:
            UnscorableError: A claimed whole number whose product no double holds.
        """
        return as_double(self.price * self.quantity)

    def as_fact(self) -> dict[str, Json]:
        """The line for an outcome's facts."""
        return {
            "part": self.part, "what": self.what, "place": self.place, "quantity": self.quantity,
            "price": quoted(self.price), "source": self.source, "record": self.record,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Bill:
    """All lines in the order in which they are added, and their sum in USD."""

    lines: tuple[BillLine, ...]
    total: float


def bill_of(attempt: Attempt) -> Bill:
    """Price a plan.

    Raises:
        UnscorableError: A name, type, city or number the official scorer fails on.
    """
    lines: list[BillLine] = []
    total = 0.0
    for part in (_air, _lodging, _tickets, _cars):
        for line in part(attempt):
            lines.append(line)
            total += line.amount
    return Bill(tuple(lines), total)


def _air(attempt: Attempt) -> Iterator[BillLine]:
    """Booked numbers at their exact fare, then each required leg left uncovered at its cheapest."""
    kb, seats = attempt.kb, attempt.task.persons
    covered: set[tuple[str, str]] = set()
    for flight in attempt.plan.flights:
        number = flight.fields.get("flight_number")
        if not number:
            continue
        start, end = flight.fields.get("departure_city"), flight.fields.get("arrival_city")
        if start and end:
            covered.add((fold(start), fold(end)))
        row = kb.flight_priced(number)
        if row is not None and row.price is not None:
            yield BillLine(AIR, quoted(number), "", seats, row.price, KNOWN, row.key)
        else:
            claimed = flight.fields.get("price")
            price = claimed if is_number(claimed) else 0.0
            yield BillLine(AIR, quoted(number), "", seats, price, CLAIMED, None)
    for leg, ends in zip(attempt.facts.legs, attempt.facts.leg_keys, strict=True):
        fare = None if ends in covered else kb.cheapest_flight(*leg)
        if fare is not None and fare.price is not None:
            yield BillLine(AIR, f"{leg[0]} to {leg[1]}", "", seats, fare.price, FLOOR, fare.key)


@dataclass(frozen=True, slots=True)
class _Rate:
    what: Json
    price: int | float
    source: str
    record: str | None


def _lodging(attempt: Attempt) -> Iterator[BillLine]:
    """Nights derived from the task: the first booked rates of a city, the rest at its cheapest."""
    facts, rooms = attempt.facts, attempt.task.rooms
    rates: list[list[_Rate]] = [[] for _ in facts.stay_cities]
    for day in attempt.days_in_order:
        city, rate = _night(attempt, day)
        index = facts.city_index.get(fold(city)) if rate is not None else None
        if rate is not None and index is not None:
            rates[index].append(rate)
    for city, nights, booked in zip(facts.stay_cities, facts.nights, rates, strict=False):
        for rate in booked[:nights]:
            yield BillLine(LODGING, rate.what, city, rooms, rate.price, rate.source, rate.record)
        missing = nights - len(booked)
        table = attempt.kb.hotels.find(city) if missing > 0 else None
        cheapest = table.cheapest() if table is not None else None
        if cheapest is not None and cheapest.price is not None:
            amount = rooms * missing
            yield BillLine(LODGING, cheapest.name, city, amount, cheapest.price, FLOOR, cheapest.key)


def _night(attempt: Attempt, day: Day) -> tuple[object, _Rate | None]:
    """The city and rate of the day's raw hotel entry; no rate when nothing states one."""
    _, hotel = day.hotel()
    if not is_object(hotel):
        return None, None
    keys = lowered(hotel)
    name, city = first_of(keys, "name", "hotel_name"), first_of(keys, "city", "city_name")
    if not name:
        return city, None
    row = attempt.kb.hotels.priced(name, city)
    if row is not None and row.price is not None:
        return city, _Rate(quoted(name), row.price, KNOWN, row.key)
    claimed = first_of(keys, "price_per_night", "price")
    if is_number(claimed) and claimed:
        return city, _Rate(quoted(name), claimed, CLAIMED, None)
    return city, None


def _tickets(attempt: Attempt) -> Iterator[BillLine]:
    """Every attraction once per person, in any city; an unknown or missing price adds nothing."""
    tables = attempt.kb.attractions
    for visit in attempt.plan.attractions:
        row = attempt.attraction(visit) if visit.city else tables.named_anywhere(visit.name)
        if row is not None and row.price is not None:
            yield BillLine(TICKETS, visit.shown, "", attempt.task.persons, row.price, KNOWN, row.key)


def _cars(attempt: Attempt) -> Iterator[BillLine]:
    """One car per stay city at the lowest rate booked there; a required one at the cheapest that seats."""
    facts = attempt.facts
    kept: dict[int, _Rate] = {}
    for car in attempt.plan.cars:
        rate = _car_rate(attempt, car)
        index = facts.city_index.get(car.city_key) if rate is not None and car.city else None
        if rate is not None and index is not None and (index not in kept or rate.price < kept[index].price):
            kept[index] = rate
    for index, (city, days) in enumerate(zip(facts.stay_cities, facts.car_days, strict=False)):
        rate = kept.get(index) or (_cheapest_car(attempt, city) if attempt.task.car else None)
        if rate is not None:
            yield BillLine(CARS, rate.what, city, days, rate.price, rate.source, rate.record)


def _car_rate(attempt: Attempt, car: Booking) -> _Rate | None:
    claimed = car.fields.get("price_per_day")
    row = attempt.kb.car_priced(car.name, car.city, claimed)
    if row is not None and row.price is not None:
        return _Rate(car.shown, row.price, KNOWN, row.key)
    if is_number(claimed) and claimed:
        return _Rate(car.shown, claimed, CLAIMED, None)
    return None


def _cheapest_car(attempt: Attempt, city: str) -> _Rate | None:
    row = attempt.kb.cheapest_car(city, _capacity_floor(attempt.task.car.get("capacity")))
    if row is None or row.price is None:
        return None
    return _Rate(row.name, row.price, FLOOR, row.key)


def _capacity_floor(value: object) -> int | None:
    try:
        return int(value) if isinstance(value, (int, float, str)) else None
    except (ValueError, OverflowError):
        return None
