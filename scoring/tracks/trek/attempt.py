"""One answered task, prepared for the checks: task, knowledge base, bookings and the run's counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.plan import Booking, Day, Plan
from scoring.tracks.trek.rows import Attraction, Car, Hotel
from scoring.tracks.trek.task import Task, TaskFacts
from scoring.tracks.trek.timeline import DayEvents, events_of
from scoring.tracks.trek.units import minutes, opening_hours


class Visit(NamedTuple):
    """A booked visit with its record: times and opening hours in minutes, None where unreadable."""

    row: Attraction | None
    start: int | None
    end: int | None
    hours: tuple[int, int] | None


class Attempt:
    """What a check looks at; checks never change it.

    What several checks ask for, such as the record behind a booking, is looked up at the first question
    and kept, so that a plan costs one look-up per booking however many checks there are.

    Attributes:
        kb, task, facts: The dataset's side.
        plan: What was extracted from the answer.
        reason: The refusal's reason, any JSON value.
        is_finished: Submitted and without error; decides only on infeasible tasks.
        tool_calls, total_tokens: The run's counters as submitted.
        is_valid: Whether no gate fired; stated by the flow once the gates have run.
    """

    def __init__(
        self,
        *,
        kb: KnowledgeBase,
        task: Task,
        facts: TaskFacts,
        plan: Plan,
        reason: object = "",
        is_finished: bool = True,
        tool_calls: object = 0,
        total_tokens: object = None,
    ) -> None:
        self.kb = kb
        self.task = task
        self.facts = facts
        self.plan = plan
        self.reason = reason
        self.is_finished = is_finished
        self.tool_calls = tool_calls
        self.total_tokens = total_tokens
        self.is_valid = True
        self._hotels: dict[Booking, Hotel | None] = {}
        self._attractions: dict[Booking, Attraction | None] = {}
        self._cars: dict[Booking, Sequence[Car]] = {}
        self._visits: dict[Booking, Visit] = {}

    @cached_property
    def days_in_order(self) -> Sequence[Day]:
        """The raw days in day order."""
        return self.plan.days_in_order()

    @cached_property
    def timeline(self) -> Sequence[DayEvents]:
        """The events of each raw day, in the order of the submitted object."""
        return tuple(map(events_of, self.plan.days))

    @cached_property
    def declared_hotels(self) -> Mapping[str, Hotel]:
        """Hotels of the declared cities by name, an earlier city before a later one."""
        return self.kb.hotels.named_in(self.plan.declared_cities)

    @cached_property
    def declared_attractions(self) -> Mapping[str, Attraction]:
        """Attractions of the declared cities by name, an earlier city before a later one."""
        return self.kb.attractions.named_in(self.plan.declared_cities)

    def hotel(self, booking: Booking) -> Hotel | None:
        """The record of that name in the stated city; None without a city or a record.

        Raises:
            UnscorableError: As ``CityTables.named``; likewise below.
        """
        if booking not in self._hotels:
            self._hotels[booking] = self.kb.hotels.named(booking.name, booking.city) if booking.city else None
        return self._hotels[booking]

    def attraction(self, booking: Booking) -> Attraction | None:
        """The record of that name in the stated city; None without a city or a record."""
        if booking not in self._attractions:
            named = self.kb.attractions.named
            self._attractions[booking] = named(booking.name, booking.city) if booking.city else None
        return self._attractions[booking]

    def visit(self, booking: Booking) -> Visit:
        """The record and the readable times of a visit."""
        if booking not in self._visits:
            row = self.attraction(booking)
            self._visits[booking] = Visit(
                row,
                minutes(booking.fields.get("visit_start")),
                minutes(booking.fields.get("visit_end")),
                opening_hours(row.open_hours) if row is not None else None,
            )
        return self._visits[booking]

    def cars(self, booking: Booking) -> Sequence[Car]:
        """The records of that type in the stated city; empty without a city or a record."""
        if booking not in self._cars:
            self._cars[booking] = self.kb.cars_typed(booking.name, booking.city) if booking.city else ()
        return self._cars[booking]


def passed_if(holds: bool, code: str, path: str, facts: Mapping[str, Json]) -> CheckOutcome:
    """An outcome that passed or failed."""
    return CheckOutcome(
        code=code, verdict=Verdict.PASSED if holds else Verdict.FAILED, path=path, facts=facts
    )  # fmt: skip


def failures(outcomes: Sequence[CheckOutcome]) -> int:
    """How many of the outcomes failed."""
    return sum(1 for outcome in outcomes if outcome.verdict is Verdict.FAILED)
