"""A task and the facts the rules derive from it: stay cities, required legs, nights, mandates.

Source: official rules, sections 4 and 7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from scoring.tracks.trek.text import fold

ORDER_CUES = (
    "first", "then", "after", "before", "next", "finally", "day 1", "day 2", "day 3", "day1", "day2", "day3",
    "先", "然后", "接着", "之后", "最后",
)  # fmt: skip
"""Bare substrings of a lower-cased request that make visiting order count; "Parthenon" holds one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One row of the task file. Structures keep the raw literals, because presence decides applicability.

    Attributes:
        query_index: Row position from 0; the task's id.
        query: The request's text.
        personas: Persona names in drawn order.
        persons: Party size.
        budget: USD for the whole trip; 0 means none is stated.
        days: Length of the trip.
        rooms: Rooms billed per night.
        flight, car, hotel, attraction: The ``req_*`` literals; {} when not required.
        cities_count: Number of stay cities as stated; decides between D2-single and D2-multi.
        is_impossible: Whether the task has no valid plan.
    """

    query_index: int
    query: str
    personas: Sequence[object]
    persons: int
    budget: float
    days: int
    rooms: int
    flight: Mapping[str, object]
    car: Mapping[str, object]
    hotel: Mapping[str, object]
    attraction: Mapping[str, object]
    cities_count: int | float
    is_impossible: bool

    @property
    def departure(self) -> object:
        """The city the trip starts from; may be empty."""
        return self.flight.get("departure_city")

    @property
    def expected_cities(self) -> Sequence[object]:
        """The stay cities as written, empty elements included; what D2 expects."""
        cities = self.flight.get("arrival_city")
        if isinstance(cities, str):
            return (cities,)
        return cities if isinstance(cities, list) else ()

    @property
    def trip_type(self) -> str:
        """Lower-cased ``round`` or ``one_way``; "" when not stated."""
        stated = self.flight.get("trip_type")
        return stated.lower() if isinstance(stated, str) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFacts:
    """What follows from a task alone, computed once when the dataset is read.

    Attributes:
        stay_cities: Non-empty cities of the visit in order, repeats kept; the departure is none.
        stay_keys: Their folded names, position by position.
        city_index: Position by folded name; of equal names the last position wins.
        legs: Required flight legs in order, as written.
        leg_keys: Their folded ends.
        nights: Nights billed per stay city; days−1 split evenly, remainder to the earlier cities.
        car_days: Days billed per stay city, split the same way.
        expected_keys: Folded names of the expected cities of D2.
        is_ordered: Whether visiting order counts.
        personas: Persona names lower-cased.
        named_hotel, named_car: The mandated entity for the gates; None when there is none.
        named_attractions: The mandated attractions for the gates and the true class.
    """

    stay_cities: tuple[str, ...]
    stay_keys: tuple[str, ...]
    city_index: Mapping[str, int]
    legs: tuple[tuple[str, str], ...]
    leg_keys: tuple[tuple[str, str], ...]
    nights: tuple[int, ...]
    car_days: tuple[int, ...]
    expected_keys: tuple[str, ...]
    is_ordered: bool
    personas: tuple[str, ...]
    named_hotel: str | None
    named_car: str | None
    named_attractions: tuple[str, ...]


def facts_of(task: Task) -> TaskFacts:
    """Derive the facts of one task; total over every task the reader lets through."""
    stay = tuple(str(city) for city in task.expected_cities if city)
    legs = _legs(task, stay)
    return TaskFacts(
        stay_cities=stay,
        stay_keys=tuple(fold(city) for city in stay),
        city_index={fold(city): position for position, city in enumerate(stay)},
        legs=legs,
        leg_keys=tuple((fold(start), fold(end)) for start, end in legs),
        nights=split_evenly(max(1, task.days - 1), max(1, len(stay))),
        car_days=split_evenly(max(1, task.days), max(1, len(stay))),
        expected_keys=tuple(fold(city) for city in task.expected_cities),
        is_ordered=_is_ordered(task),
        personas=tuple(name.lower() for name in task.personas if isinstance(name, str)),
        named_hotel=_present_text(task.hotel.get("name")),
        named_car=_present_text(task.car.get("car_type")),
        named_attractions=_named(task.attraction.get("name")),
    )


def split_evenly(amount: int, parts: int) -> tuple[int, ...]:
    """Split a whole amount over the parts; the remainder goes one each to the earlier ones."""
    share, remainder = divmod(amount, parts)
    return tuple(share + 1 if part < remainder else share for part in range(parts))


def _legs(task: Task, stay: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    departure = str(task.departure) if task.departure else ""
    chain = (departure, *stay) if departure else stay
    if departure and stay and task.trip_type.startswith("round"):
        chain = (*chain, departure)
    return tuple(pairwise(chain))


def _is_ordered(task: Task) -> bool:
    query = task.query.lower()
    return task.cities_count > 1 and any(cue in query for cue in ORDER_CUES)


def _present_text(value: object) -> str | None:
    return str(value) if value else None


def _named(value: object) -> tuple[str, ...]:
    """Elements of the mandated attractions; a bare text is read letter by letter, as the gates do."""
    if isinstance(value, (list, str)):
        return tuple(str(element) for element in value if element)
    return ()
