"""One task with its gold, and what follows from them by simple arithmetic."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from kb_browser.probes.base import Leg, ProbeBase
from kb_browser.vocabulary import ATTRACTION_FACILITIES, CAR_SERVICES, HOTEL_FACILITIES
from scoring.tracks.trek.task import Task

HOTEL, ATTRACTION, CAR, FLIGHT = "hotel", "attraction", "car", "flight"
ENTITY, ROUTE, MONEY = "entity", "route", "budget"

Plan = dict[str, dict[str, Any]]
Item = dict[str, Any]


class Event(NamedTuple):
    """One timed thing of a day, in minutes after midnight."""

    start: int
    end: int
    kind: str
    item: Item


class ProbeTask:
    """What probes ask about a task.

    Attributes:
        index: The task's id.
        task: The row of the task file.
        gold: The reference answer.
        base: The knowledge base.
    """

    def __init__(self, task: Task, gold: Mapping[str, Any], base: ProbeBase) -> None:
        self.index = task.query_index
        self.task = task
        self.gold = gold
        self.base = base

    @property
    def is_feasible(self) -> bool:
        """Whether an itinerary is asked for."""
        return not self.task.is_impossible

    @property
    def is_single(self) -> bool:
        """Whether one city is visited."""
        return self.task.cities_count == 1

    @property
    def budget(self) -> float:
        """For the whole trip; 0 where none is stated."""
        return self.task.budget

    @property
    def personas(self) -> Sequence[str]:
        """Lower-cased."""
        return [str(persona).lower() for persona in self.task.personas]

    @property
    def stays(self) -> Sequence[str]:
        """The cities to stay in."""
        return [str(city) for city in self.task.expected_cities if city]

    @property
    def is_round(self) -> bool:
        """Whether the trip ends where it began."""
        return self.task.trip_type.startswith("round")

    @property
    def legs(self) -> Sequence[Leg]:
        """The flights that the trip needs."""
        home = str(self.task.departure or "")
        stops = [home, *self.stays] if home else list(self.stays)
        return list(pairwise([*stops, home] if self.is_round and home and self.stays else stops))

    @property
    def named_hotel(self) -> str:
        """The hotel that the request names; "" when it names none."""
        return str(self.task.hotel.get("name") or "")

    @property
    def named_attractions(self) -> Sequence[str]:
        """The attractions that the request names."""
        named = self.task.attraction.get("name")
        return [str(name) for name in named if name] if isinstance(named, list) else []

    @property
    def named_car(self) -> str:
        """The car type that the request names; "" when it names none."""
        return str(self.task.car.get("car_type") or "")

    @property
    def wanted_seats(self) -> int:
        """The seats that the request asks for."""
        return int(str(self.task.car.get("capacity") or 0))

    @property
    def seats(self) -> int:
        """What every rented car must seat."""
        return max(self.task.persons, self.wanted_seats)

    @property
    def least_calls(self) -> int:
        """How many tool calls a trip of this shape takes: legs, and one search per city and kind, and one."""
        cities = int(self.task.cities_count or 1)
        searches = sum(1 for wanted in (self.task.hotel, self.task.attraction, self.task.car) if wanted)
        legs = cities + self.is_round if self.task.flight else 0
        return max(2, legs + searches * cities + 1)

    @cached_property
    def cause(self) -> str:
        """Why the task is infeasible: a named thing is nowhere, a leg is not flown, or the money is short."""
        base, stays = self.base, self.stays
        if self.named_hotel and not any(base.hotels.first(city, self.named_hotel) for city in stays):
            return ENTITY
        for name in self.named_attractions:
            if not any(base.attractions.first(city, name) for city in stays):
                return ENTITY
        if self.named_car and not any(base.cars.first(city, self.named_car) for city in stays):
            return ENTITY
        return ROUTE if any(base.fare(leg) is None for leg in self.legs) else MONEY

    @property
    def gold_row(self) -> Mapping[str, Any]:
        """The gold as a finished run with as many calls as the task needs."""
        return {
            **self.gold,
            "query_index": self.index,
            "submitted": True,
            "tool_call_count": self.least_calls,
        }

    def row(self, **members: object) -> Mapping[str, Any]:
        """A finished run's record with these members."""
        return {"query_index": self.index, "submitted": True, "tool_call_count": self.least_calls, **members}

    def plan(self) -> Plan:
        """The gold's plan, to be changed."""
        plan: Plan = copy.deepcopy(self.gold.get("plan") or {})
        return plan

    def preferences_without(self, kind: str, cities: int) -> float:
        """The preference figure when a kind serves nobody in so many cities, and all else does."""
        return self.preferences_without_cells(self._wishes.count(kind) * cities)

    def preferences_without_cells(self, lost: int) -> float:
        """The preference figure when so many pairs of a wish and a city fail."""
        cells = len(self._wishes) * len(self.stays)
        return 100.0 * (cells - lost) / cells / 100.0 if cells else 1.0

    @cached_property
    def _wishes(self) -> list[str]:
        """Per persona the kinds that it has wishes for."""
        return [kind for persona in self.personas for kind in self._kinds_for(persona)]

    def _kinds_for(self, persona: str) -> Iterator[str]:
        """The kinds of booking that the task requires and this persona has wishes for."""
        if self.task.hotel and (HOTEL_FACILITIES.get(persona) or persona == "foodie"):
            yield HOTEL
        if self.task.attraction and ATTRACTION_FACILITIES.get(persona) and persona not in _NO_SIGHTS:
            yield ATTRACTION
        if self.task.car and CAR_SERVICES.get(persona):
            yield CAR


_NO_SIGHTS = ("fast-paced budget travel",)
"""Personas whose wishes for attractions are never scored."""


def items(plan: Plan, kind: str) -> Iterator[Item]:
    """The bookings of one kind, day by day."""
    for day in plan.values():
        yield from items_of(day, kind)


def items_of(day: Mapping[str, Any], kind: str) -> Sequence[Item]:
    """The bookings of one kind on one day."""
    if kind in (HOTEL, CAR):
        return [day[kind]] if day.get(kind) else []
    return day.get("flights" if kind == FLIGHT else "attractions") or []


def minute(clock: str) -> int:
    """Minutes after midnight."""
    hours, minutes = clock.split(":")[:2]
    return int(hours) * 60 + int(minutes)


def clock(minutes: int) -> str:
    """The time of day."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


def events(day: Mapping[str, Any]) -> Sequence[Event]:
    """What happens on a day, in its order."""
    timed = [
        Event(minute(flight["departure_time"]), minute(flight["arrival_time"]), FLIGHT, flight)
        for flight in items_of(day, FLIGHT)
    ]
    timed += [
        Event(minute(visit["visit_start"]), minute(visit["visit_end"]), ATTRACTION, visit)
        for visit in items_of(day, ATTRACTION)
    ]
    timed += [
        Event(minute(hotel["check_in"]), minute(hotel["check_in"]), HOTEL, hotel)
        for hotel in items_of(day, HOTEL)
        if hotel.get("check_in")
    ]
    return sorted(timed, key=lambda event: event.start)


def moves(plan: Plan) -> Sequence[tuple[Event, Event]]:
    """Every change from one event of a day to the next."""
    return [pair for day in plan.values() for pair in pairwise(events(day))]


def share_of_moves(plan: Plan, is_wrong: Callable[[Event, Event], bool]) -> float:
    """The figure for moves when just these are impossible."""
    pairs = moves(plan)
    wrong = sum(1 for first, second in pairs if is_wrong(first, second))
    return 1.0 - wrong / len(pairs) if pairs else 0.0
