"""Which records the reference plans book, and which ones requests insist on. Pure."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kb_browser.exports.tables import cells_of
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge.words import comparable

REFERENCE: Final = "reference plan"
REQUEST: Final = "request"


@dataclass(frozen=True, slots=True, kw_only=True)
class Booking:
    """One task that uses a record. `key` is what `booking_key` makes of the record."""

    query_index: int
    how: str
    key: tuple[str, ...]


def booking_key(kind: Kind, *parts: object) -> tuple[str, ...]:
    """What a plan names a record by: name and city; type, city and price of a day; flight number."""
    return (
        kind.value,
        *(f"{part:.2f}" if isinstance(part, float) else comparable(str(part)) for part in parts),
    )


def bookings_of_gold(content: bytes) -> Iterator[Booking]:
    """What the reference plans book, plan by plan; line i is task i."""
    for query_index, line in enumerate(content.splitlines()):
        plan = json.loads(line).get("plan") or {}
        for day in plan.values():
            for key in dict.fromkeys(_keys_of_day(day)):
                yield Booking(query_index=query_index, how=REFERENCE, key=key)


def bookings_of_requests(content: bytes) -> Iterator[Booking]:
    """What requests insist on by name, in the first city that they visit."""
    for query_index, cells in enumerate(cells_of(content)):
        cities = _literal(cells, "req_flight").get("arrival_city") or ["-"]
        city = cities[0] if isinstance(cities, list) and cities else str(cities)
        hotel = _literal(cells, "req_hotel").get("name")
        sights = _literal(cells, "req_attraction").get("name") or []
        wanted = [(Kind.HOTEL, hotel)] if hotel else []
        for kind, name in [*wanted, *((Kind.ATTRACTION, sight) for sight in sights)]:
            yield Booking(query_index=query_index, how=REQUEST, key=booking_key(kind, name, city))


def _keys_of_day(day: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    for flight in day.get("flights") or ():
        yield booking_key(Kind.FLIGHT, flight.get("flight_number"))
    for sight in day.get("attractions") or ():
        yield booking_key(Kind.ATTRACTION, sight.get("name"), sight.get("city"))
    hotel, car = day.get("hotel"), day.get("car")
    if hotel:
        yield booking_key(Kind.HOTEL, hotel.get("name"), hotel.get("city"))
    if car:
        yield booking_key(
            Kind.CAR, car.get("car_type"), car.get("city"), float(car.get("price_per_day") or 0)
        )


def _literal(cells: Mapping[str, str], column: str) -> Mapping[str, Any]:
    try:
        value = ast.literal_eval(cells.get(column, "") or "{}")
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
