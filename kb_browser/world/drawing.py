"""Drawing the tasks of a release: itinerary, personas, party, budget class and what is insisted on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from kb_browser.leaks import Look, leaks_of
from kb_browser.progress import Progress
from kb_browser.vocabulary import PERSONAS, order_word_in, party_range
from kb_browser.world.atlas import TOGETHER, Atlas
from kb_browser.world.budgets import class_budget, floor_of, route_budget
from kb_browser.world.examiner import Examiner
from kb_browser.world.itineraries import Itineraries
from kb_browser.world.progress import told
from kb_browser.world.records import City
from kb_browser.world.schedule import plan_trip
from kb_browser.world.streams import Stream
from kb_browser.world.trips import Plan, Request, TaskClass, Trip
from kb_browser.world.wording import Voice, query_text
from kb_browser.world.words import MISSING_ATTRACTION_STEMS, MISSING_HOTEL_STEMS

_ROUND_SHARE, _HOTEL_NAMED_SHARE, _CAR_SHARE = 0.75, 0.7, 0.25
_PERSONA_TRIES, _ATTEMPTS = 40, 4000
_LEAST_SEATS = 4
_SETS = 200

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotas:
    """How many tasks of each kind a release has; the three tables have the same sum.

    Attributes:
        is_even: Whether no trait of the tasks may give the label away (rule 33). Among few tasks chance alone
            makes shares uneven, so a small release does without.
    """

    stays: Sequence[tuple[int, int]]
    classes: Sequence[tuple[TaskClass, int]]
    personas: Sequence[tuple[int, int]]
    is_even: bool = False


class ImpossibleQuotaError(Exception):
    """The world is too small for a task that the quotas ask for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """What tasks are drawn from.

    Attributes:
        voice: What requests are worded by.
    """

    seed: int
    atlas: Atlas
    examiner: Examiner
    quotas: Quotas
    voice: Voice


def requests_of(drawing: Drawing, progress: Progress) -> tuple[Request, ...]:
    """All tasks in order. Each slot has its own stream, so a slot can be drawn alone.

    A set that must be even and is not is thrown away whole, and drawn again from streams of its own.

    Raises:
        ImpossibleQuotaError: Some task, or an even set of them, was not found.
    """
    total = sum(count for _, count in drawing.quotas.stays)
    for salt in ("", *(f"|{again}" for again in range(1, _SETS))):
        requests = tuple(told(_requests(drawing, salt), progress, text="drawing tasks", total=total))
        if not drawing.quotas.is_even or not any(leaks_of([look_of(request) for request in requests])):
            return requests
    raise ImpossibleQuotaError("no set of tasks was found whose traits keep the label to themselves")


def _requests(drawing: Drawing, salt: str) -> Iterator[Request]:
    seed, quotas = drawing.seed, drawing.quotas
    slots = zip(
        _dealt(Stream(seed, "quota", f"stays{salt}"), quotas.stays),
        _dealt(Stream(seed, "quota", f"classes{salt}"), quotas.classes),
        _dealt(Stream(seed, "quota", f"personas{salt}"), quotas.personas),
        strict=True,
    )
    for slot, (stays, task_class, personas) in enumerate(slots):
        yield _Drawer(drawing, slot, salt).request(stays, task_class, personas)


def look_of(request: Request) -> Look:
    """What of the task shows at a glance, and whether something answers it."""
    trip = request.trip
    return Look(
        trip_type="round" if trip.is_round else "one_way",
        entity_kind="hotel" if trip.hotel else "attraction",
        stay_count=len(trip.stays),
        is_feasible=request.task_class.is_feasible,
    )


def _dealt(stream: Stream, quota: Sequence[tuple[Kind, int]]) -> list[Kind]:
    return stream.shuffled([kind for kind, count in quota for _ in range(count)])


class _Drawer:
    """Draws one slot: attempts that fail any rule are thrown away whole."""

    def __init__(self, drawing: Drawing, slot: int, salt: str) -> None:
        self._stream = Stream(drawing.seed, "task", f"{slot}{salt}")
        self._atlas = drawing.atlas
        self._examiner = drawing.examiner
        self._voice = drawing.voice
        self._slot = slot
        self._itineraries = Itineraries(drawing.atlas, self._stream)

    def request(self, stays: int, task_class: TaskClass, personas: int) -> Request:
        for _ in range(_ATTEMPTS):
            request = self._attempt(stays, task_class, personas)
            if request is not None:
                return request
        raise ImpossibleQuotaError(f"task {self._slot}: no {task_class} task with {stays} stays was found")

    def _attempt(self, stays: int, task_class: TaskClass, persona_count: int) -> Request | None:
        is_round = self._stream.chance(_ROUND_SHARE)
        chain = self._itineraries.find(stays, is_round=is_round, is_broken=task_class is TaskClass.ROUTE)
        personas = self._personas(chain[1:], persona_count) if chain else None
        if personas is None:
            return None
        trip = self._named(self._party(chain, is_round=is_round, personas=personas), task_class)
        return self._priced(trip, task_class) if trip is not None else None

    def _personas(self, stays: Sequence[City], count: int) -> tuple[str, ...] | None:
        """Personas that go together and that every stay city can serve all at once."""
        served = TOGETHER.intersection(*(self._atlas.served_together(city) for city in stays))
        for _ in range(_PERSONA_TRIES):
            chosen: tuple[str, ...] = ()
            for persona in self._stream.shuffled(PERSONAS):
                if len(chosen) < count and frozenset((*chosen, persona)) in served:
                    chosen = (*chosen, persona)
            if len(chosen) == count:
                return chosen
        return None

    def _party(self, chain: tuple[City, ...], *, is_round: bool, personas: tuple[str, ...]) -> Trip:
        persons = self._stream.whole(*party_range(personas))
        is_silent = "road trip" in personas
        is_said = not is_silent and self._stream.chance(_CAR_SHARE)
        return Trip(
            departure=chain[0],
            stays=chain[1:],
            is_round=is_round,
            days=3 * (len(chain) - 1),
            personas=personas,
            persons=persons,
            rooms=math.ceil(persons / 2),
            seats=max(_LEAST_SEATS, persons) if is_silent or is_said else None,
            is_car_said=is_said,
        )

    def _named(self, trip: Trip, task_class: TaskClass) -> Trip | None:
        """The trip with the entity it insists on: what the reference plan books anyway, or an invention."""
        is_hotel = self._stream.chance(_HOTEL_NAMED_SHARE)
        if task_class is TaskClass.ENTITY:
            return self._with_invention(trip, is_hotel=is_hotel)
        city = trip.stays[0]
        if is_hotel:
            return replace(trip, hotel=self._atlas.serving_hotels(city, trip.wishes)[0].name)
        return replace(trip, attraction=self._atlas.serving_attractions(city, trip.wishes)[0].name)

    def _with_invention(self, trip: Trip, *, is_hotel: bool) -> Trip | None:
        stem = self._stream.pick(MISSING_HOTEL_STEMS if is_hotel else MISSING_ATTRACTION_STEMS)
        name = f"{stem} {self._stream.whole(2, 98)}"
        if any(self._atlas.holds(city, name) for city in trip.stays):
            return None
        return replace(trip, hotel=name) if is_hotel else replace(trip, attraction=name)

    def _priced(self, trip: Trip, task_class: TaskClass) -> Request | None:
        """The task with its budget and words; None if it breaks a rule of its class."""
        plan = self._plan(trip, task_class)
        floor = floor_of(self._atlas, trip)
        if plan is None and task_class is not TaskClass.ROUTE:
            return None
        if not self._personas_matter(trip, task_class):
            return None
        least = self._examiner.bill(trip, plan) if plan is not None else 0.0
        budget = self._budget(trip, task_class, least=least, floor=floor)
        query = query_text(self._stream, trip, budget, self._voice)
        # But for its defect, an entity or route task must be affordable: else it would have two causes.
        if task_class in (TaskClass.ENTITY, TaskClass.ROUTE) and floor > budget:
            return None
        if budget <= 0 or (len(trip.stays) > 1 and order_word_in(query)):
            return None
        if task_class.is_feasible and least > budget:
            return None
        request = Request(
            trip=trip,
            task_class=task_class,
            budget=budget,
            query=query,
            plan=plan if task_class.is_feasible else None,
            floor=floor,
        )
        return request if self._examiner.confirms(request) else None

    def _plan(self, trip: Trip, task_class: TaskClass) -> Plan | None:
        """The reference plan whose bill anchors the budget; it leaves out an invented entity."""
        if task_class is TaskClass.ROUTE:
            return None
        is_invented = task_class is TaskClass.ENTITY
        return plan_trip(self._atlas, replace(trip, hotel=None, attraction=None) if is_invented else trip)

    def _personas_matter(self, trip: Trip, task_class: TaskClass) -> bool:
        """Whether serving the personas costs more than ignoring them, in some stay city."""
        if not trip.personas or task_class in (TaskClass.ENTITY, TaskClass.ROUTE):
            return True
        return any(
            self._atlas.serving_hotels(city, trip.wishes)[0].price > self._atlas.cheapest_hotel_price(city)
            for city in trip.stays
        )

    def _budget(self, trip: Trip, task_class: TaskClass, *, least: float, floor: float) -> int:
        if task_class is TaskClass.ROUTE:
            return route_budget(self._atlas, trip)
        return class_budget(self._stream, task_class, least=least, floor=floor)
