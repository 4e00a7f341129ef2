"""Lint that needs the data or the task, as numbers only: what exactly is wrong is for the scorer to say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.kb import CityTables, KnowledgeBase
from scoring.tracks.trek.plan import Booking, Day, Plan, read_plan
from scoring.tracks.trek.record import Answer
from scoring.tracks.trek.refusal import stated_cause
from scoring.tracks.trek.rows import Attraction, Hotel
from scoring.tracks.trek.task import Task, TaskFacts
from scoring.tracks.trek.text import first_of, is_object, lowered


def refusal_totals(answer: Answer) -> Counter[str]:
    """L08: a refusal whose reason names no cause that is recognised."""
    return Counter({"L08": 1}) if stated_cause(answer.reason)[0] is None else Counter()


def plan_totals(days: Mapping[str, object], dataset: TrekDataset, index: int) -> Counter[str]:
    """L02 to L07 of one itinerary.

    Raises:
        UnscorableError: The scorer fails on the plan.
    """
    plan = read_plan(days)
    totals = Counter(
        {
            "L02": sum(_has_other_times(booking, dataset.kb) for booking in plan.flights),
            "L03": _unknown(plan, dataset.kb),
            "L04": sum(not booking.place for booking in (*plan.hotels, *plan.cars, *plan.attractions)),
        }
    )
    totals.update(_against_task(plan, dataset.tasks[index], dataset.facts[index]))
    return +totals


def _has_other_times(booking: Booking, kb: KnowledgeBase) -> bool:
    """Whether the flight is in the data, but at no time as it is stated."""
    stated = (booking.fields.get("departure_time"), booking.fields.get("arrival_time"))
    rows = kb.flights_numbered(booking.name)
    return bool(rows) and not any(
        all(
            text is None or text == known
            for text, known in zip(stated, (row.departure_time, row.arrival_time), strict=True)
        )
        for row in rows
    )


def _unknown(plan: Plan, kb: KnowledgeBase) -> int:
    """Bookings that are not in the data; without a city they are looked for nowhere."""
    return (
        sum(not kb.flights_numbered(booking.name) for booking in plan.flights)
        + _unnamed(plan.hotels, kb.hotels)
        + _unnamed(plan.attractions, kb.attractions)
        + sum(bool(booking.place) and not kb.cars_typed(booking.name, booking.place) for booking in plan.cars)
    )


def _unnamed(bookings: object, tables: CityTables[Hotel] | CityTables[Attraction]) -> int:
    assert isinstance(bookings, tuple)
    return sum(
        bool(booking.place) and tables.named(booking.name, booking.place) is None for booking in bookings
    )


def _against_task(plan: Plan, task: Task, facts: TaskFacts) -> Counter[str]:
    days = plan.days_in_order()
    visited = {booking.place_key for booking in plan.attractions}
    return Counter(
        {
            "L05": int(len(days) < task.days),
            "L06": sum(not _has_hotel(day) for day in days[: max(0, task.days - 1)]),
            "L07": len(set(facts.stay_keys) - visited),
        }
    )


def _has_hotel(day: Day) -> bool:
    hotel = day.hotel()[1]
    return is_object(hotel) and bool(first_of(lowered(hotel), "name", "hotel_name"))
