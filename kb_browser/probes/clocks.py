"""The gold at other times: too short, too late, in another notation, without time to move."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final

from kb_browser.probes.model import EFFICIENCY, HOURS, MOVES, SOURCE, Case, Probe, gold_case
from kb_browser.probes.task import (
    ATTRACTION,
    FLIGHT,
    HOTEL,
    Event,
    Item,
    ProbeTask,
    clock,
    events,
    items,
    minute,
    moves,
    share_of_moves,
)

_LATE = "23:59"
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_LEAST_MINUTES = 60
_CHECKABLE = 2


def _visits(task: ProbeTask) -> list[Item]:
    """Each attraction once."""
    plan = task.plan()
    return list(
        {(visit["name"].lower(), visit["city"].lower()): visit for visit in items(plan, ATTRACTION)}.values()
    )


def _hours_if(task: ProbeTask, holds: Callable[[Item], bool]) -> float:
    visits = _visits(task)
    return sum(map(holds, visits)) / max(len(visits), len(task.stays))


def _one_minute(task: ProbeTask) -> Case:
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    for visit in items(plan, ATTRACTION):
        visit["visit_end"] = clock(minute(visit["visit_start"]) + 1)

    def is_enough(visit: Item) -> bool:
        row = task.base.attractions.first(visit["city"], visit["name"])
        stated = _NUMBER.search(row.duration or "") if row is not None else None
        return stated is None or min(float(stated.group()) * 60, _LEAST_MINUTES) <= 1

    return gold_case(task, plan).but(**{HOURS: _hours_if(task, is_enough)})


def _until_midnight(task: ProbeTask) -> Case:
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()

    def is_open(visit: Item) -> bool:
        row = task.base.attractions.first(visit["city"], visit["name"])
        return row is not None and minute((row.open_hours or "-00:00").split("-")[1]) >= minute(_LATE)

    late = share_of_moves(plan, lambda first, _: first.kind == ATTRACTION)
    for visit in items(plan, ATTRACTION):
        visit["visit_end"] = _LATE
    case = gold_case(task, plan).but(**{HOURS: _hours_if(task, is_open), MOVES: late})
    visits = _visits(task)
    outside = sum(1 for visit in visits if not is_open(visit))
    if len(visits) < _CHECKABLE or 2 * outside <= len(visits):
        return case
    case = case.but(**{EFFICIENCY: 0.0})
    return Case(rows=case.rows, scores=case.scores, gates=("majority_visits_outside_hours",))


def _no_time_to_move(task: ProbeTask) -> Case:
    """Whoever has just landed or left a sight stands in the hotel at the same minute."""
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    caught: list[Item] = []
    for day in plan.values():
        for first, second in pairwise(events(day)):
            if second.kind == HOTEL and first.end > first.start:
                second.item["check_in"] = clock(first.end)
                caught.append(second.item)

    def is_wrong(_first: Event, second: Event) -> bool:
        return any(second.item is hotel for hotel in caught)

    return gold_case(task, plan).but(**{MOVES: share_of_moves(plan, is_wrong)})


def _with_seconds(task: ProbeTask) -> Case:
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    for flight in items(plan, FLIGHT):
        flight["departure_time"] += ":00"
        flight["arrival_time"] += ":00"
    return gold_case(task, plan).but(**{SOURCE: 0.0})


def _visits_with_seconds(task: ProbeTask) -> Case:
    plan = task.plan()
    for visit in items(plan, ATTRACTION):
        visit["visit_start"] += ":30"
        visit["visit_end"] += ":30"
    return gold_case(task, plan)


def _twelve_hours(task: ProbeTask) -> Case:
    """A check-in that no clock can read is a move that cannot be made."""
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    unread = 0
    for hotel in items(plan, HOTEL):
        if hotel.get("check_in"):
            hotel.pop("check_in")
            unread += 1
    timed = len(moves(plan))
    written = task.plan()
    for hotel in items(written, HOTEL):
        if hotel.get("check_in"):
            hotel["check_in"] = "02:00 PM"
    share = 1.0 - unread / (timed + unread) if timed + unread else 0.0
    return gold_case(task, written).but(**{MOVES: share})


PROBES: Final = (
    Probe(
        code="visits_of_one_minute",
        title="Every visit lasts one minute: visits with a stated length fail, 1 elsewhere",
        case=_one_minute,
    ),
    Probe(
        code="visits_until_midnight",
        title="Every visit lasts until 23:59: closed by then, too late for what follows, and mostly a gate",
        case=_until_midnight,
    ),
    Probe(
        code="no_time_to_move",
        title="The check-in is at the minute at which the event before it ends: these moves fail",
        case=_no_time_to_move,
    ),
    Probe(
        code="flight_times_with_seconds",
        title="Flight times with seconds: other texts than the release's, so the flights are not verified",
        case=_with_seconds,
    ),
    Probe(
        code="visit_times_with_seconds",
        title="Visit times with seconds, which nobody reads: 1 everywhere",
        case=_visits_with_seconds,
    ),
    Probe(
        code="check_in_on_a_dial",
        title="Check-ins as “02:00 PM”: no time that is read, so these moves fail",
        case=_twelve_hours,
    ),
)
