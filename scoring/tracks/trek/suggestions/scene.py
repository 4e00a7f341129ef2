"""One answered task as the search for suggestions sees it: what stands where, and what it scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from scoring.engine.model import TaskId, TaskResult
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.plan import Booking, Day, declared_in, read_plan
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.suggestions.edits import Edit
from scoring.tracks.trek.suggestions.patches import Draft, joined
from scoring.tracks.trek.suggestions.stock import Stock
from scoring.tracks.trek.task import Task, TaskFacts
from scoring.tracks.trek.text import first_of, fold, is_object, lowered
from scoring.tracks.trek.timeline import Event
from scoring.tracks.trek.verdict import evaluate

NAME_CHARACTERS_MAX = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    """The hotel entry of one day.

    Attributes:
        day: The day.
        position: Of the day in day order, from 0.
        path: Pointer to the entry inside the day map.
        entry: The entry.
        name: As the rules read it; any JSON value that is present.
        city_key: Folded city of the entry; "none" where it states none.
    """

    day: Day
    position: int
    path: str
    entry: Mapping[str, Any]
    name: object
    city_key: str


class Scene:
    """A record with everything that generators ask about it; never altered.

    Attributes:
        stock: What can be booked.
        task, facts: The task's side.
        record: As submitted.
        result: What the record scores.
        base: Pointer to the day map inside the record.
        answer_base: Pointer to the object that holds claim and reason.
        attempt: The bookings, as the checks see them.
    """

    def __init__(
        self, stock: Stock, task_id: TaskId, record: TrekRecord, result: TaskResult | None = None
    ) -> None:
        self.stock = stock
        self.task_id = task_id
        self.record = record
        self.task: Task = stock.dataset.tasks[task_id]
        self.facts: TaskFacts = stock.dataset.facts[task_id]
        self.result = result or evaluate(stock.dataset, stock.rules, task_id, record)
        self.answer = answer_of(record)
        self.answer_base, self.base = _bases(record.members)
        self.attempt = Attempt(
            kb=stock.kb, task=self.task, facts=self.facts, plan=read_plan(self.answer.days),
            reason=self.answer.reason, is_finished=record.is_finished,
        )  # fmt: skip

    def evaluated(self, edit: Edit) -> TaskResult:
        """What the record scores with the edit."""
        return evaluate(self.stock.dataset, self.stock.rules, self.task_id, self._with(edit))

    def after(self, edit: Edit, result: TaskResult) -> Scene:
        """The scene that the edit leaves."""
        return Scene(self.stock, self.task_id, self._with(edit), result)

    def _with(self, edit: Edit) -> TrekRecord:
        return replace(self.record, members=edit.apply(self.record.members))

    def draft(self) -> Draft:
        """A blank edit of the record."""
        return Draft(self.record.members)

    def at(self, path: str, *tokens: str | int) -> str:
        """The pointer into the record of a place in the day map."""
        return joined(f"{self.base}{path}", *tokens)

    @cached_property
    def days(self) -> Sequence[Day]:
        """The days in day order."""
        return self.attempt.days_in_order

    @cached_property
    def day_of(self) -> Mapping[str, int]:
        """Position in day order by the day's path."""
        return {day.path: position for position, day in enumerate(self.days)}

    @cached_property
    def _events(self) -> Mapping[str, Sequence[Event]]:
        pairs = zip(self.attempt.plan.days, self.attempt.timeline, strict=True)
        return {day.path: events.timed for day, events in pairs}

    def events(self, day: Day) -> Sequence[Event]:
        """What has a time on a day, by start."""
        return self._events[day.path]

    @cached_property
    def nights(self) -> Sequence[Night]:
        """Every day's hotel entry that has a name, in day order."""
        found = []
        for position, day in enumerate(self.days):
            path, entry = day.hotel()
            name, city = _names_of(entry)
            if name:
                found.append(
                    Night(
                        day=day, position=position, path=path, entry=_object(entry), name=name,
                        city_key=fold(city),
                    )
                )  # fmt: skip
        return found

    @cached_property
    def schedule(self) -> Sequence[int]:
        """Which stay city the task's nights put each day in, by position; -1 without stay cities."""
        cities = len(self.facts.stay_cities)
        ends = list(accumulate(self.facts.nights[:cities]))
        return [
            next((city for city, end in enumerate(ends) if position < end), cities - 1)
            for position in range(max(len(self.days), self.task.days))
        ]

    def days_in(self, key: str) -> Sequence[int]:
        """Positions of the days on which the plan says that one is in a city, else those the task gives it.

        Args:
            key: The city's folded name.
        """
        stated = [position for position in range(len(self.days)) if key in self.places[position]]
        return stated or [
            position
            for position, city in enumerate(self.schedule[: len(self.days)])
            if city >= 0 and self.facts.stay_keys[city] == key
        ]

    @cached_property
    def places(self) -> Sequence[frozenset[str]]:
        """Folded cities that each day names, by position: where it says it is, and where it sleeps."""
        places = [{fold(city) for city in declared_in(day)} for day in self.days]
        for night in self.nights:
            places[night.position].add(night.city_key)
        return [frozenset(place) for place in places]

    def day_at(self, path: str) -> Day | None:
        """The day that a place lies in."""
        return next((day for day in self.days if f"{path}/".startswith(f"{day.path}/")), None)

    def booking(self, path: str) -> Booking | None:
        """The extracted item at a place of the day map; None where there is none, or only a repeat."""
        plan = self.attempt.plan
        groups = (plan.flights, plan.hotels, plan.cars, plan.attractions)
        return next((booking for group in groups for booking in group if booking.path == path), None)

    def names_at(self, key: str) -> str:
        """A stay city's name as the task writes it."""
        named = zip(self.facts.stay_cities, self.facts.stay_keys, strict=True)
        return next((city for city, own in named if own == key), key)


def shown(value: object) -> str:
    """A name in a sentence; bounded, since names come from uploads."""
    text = str(quoted(value))
    return text if len(text) <= NAME_CHARACTERS_MAX else f"{text[: NAME_CHARACTERS_MAX - 1]}…"


def spelt(entry: Mapping[str, Any], *names: str) -> str:
    """The key under which the rules read the first of these names; the first name where none is there."""
    for name in names:
        for key in reversed(list(entry)):
            if key.lower() == name:
                return key
    return names[0]


def _bases(members: Mapping[str, Any]) -> tuple[str, str]:
    """Pointers to the answer and to its day map: a plan may itself hold the whole answer."""
    plan = members.get("plan")
    if is_object(plan) and ("is_feasible" in plan or "plan" in plan):
        return "/plan", joined("/plan", spelt(plan, "plan"))
    return "", "/plan"


def _object(value: object) -> Mapping[str, Any]:
    return value if is_object(value) else {}


def _names_of(entry: object) -> tuple[object, object]:
    keys = lowered(_object(entry))
    return first_of(keys, "name", "hotel_name"), first_of(keys, "city", "city_name")
