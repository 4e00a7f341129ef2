"""B3: between two events of a day there is time to get from one place to the next (0 to 1).

Reads the raw day map: each object entry on its own, its flights, visits and hotel check-in as events.

Source: official rules, section 9.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from scoring.engine.model import CheckOutcome, DimensionKey, Json, Verdict
from scoring.tracks.trek.attempt import Attempt, failures, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, always
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.rows import Flight
from scoring.tracks.trek.timeline import Event, EventKind
from scoring.tracks.trek.units import distance_km, minimum_gap_min

_CODE = "trek.b3_spatiotemporal"
_TIMED = f"{_CODE}.event_timed"
_TRANSITION = f"{_CODE}.transition_possible"
_MEASURED = f"{_CODE}.something_to_measure"

Place: TypeAlias = tuple[float, float]
"""Latitude and longitude in degrees."""


def event_timed(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Every flight, visit and stated check-in has a readable start; one without is a violation."""
    for day in attempt.timeline:
        for event in day.untimed:
            facts: dict[str, Json] = {"name": quoted(event.name), "stated": quoted(event.stated)}
            yield passed_if(False, _TIMED, event.path, facts)


def transition_possible(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The gap between consecutive events is at least the least time for their distance; equal passes."""
    for day in attempt.timeline:
        for before, behind in pairwise(day.timed):
            yield _transition(attempt.kb, before, behind)


def something_to_measure(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Some day has two events, or one without a time; a plan with nothing to measure scores 0."""
    is_measured = any(day.untimed or len(day.timed) > 1 for day in attempt.timeline)
    yield passed_if(is_measured, _MEASURED, "", {})


def _transition(kb: KnowledgeBase, before: Event, behind: Event) -> CheckOutcome:
    gap = required = distance = None
    if before.end is None:
        problem: str | None = "its predecessor has no readable end"
    else:
        gap = behind.start - before.end
        left, reached = left_from(kb, before), arrived_at(kb, behind)
        if left is None or reached is None:
            problem = "a place is unknown"
        else:
            distance = distance_km(*left, *reached)
            required = minimum_gap_min(distance)
            problem = None if gap >= required else "there is too little time"
    facts: dict[str, Json] = {
        "from": quoted(before.name), "from_kind": before.kind.value, "to": quoted(behind.name),
        "to_kind": behind.kind.value, "ends": before.end, "starts": behind.start, "gap_min": gap,
        "required_min": required, "distance_km": distance, "problem": problem,
    }  # fmt: skip
    return passed_if(problem is None, _TRANSITION, behind.path, facts)


def left_from(kb: KnowledgeBase, event: Event) -> Place | None:
    """Where one is after an event: a flight's arrival airport."""
    if event.kind is not EventKind.FLIGHT:
        return _coordinates(kb, event)
    flight = _flight(kb, event)
    return None if flight is None else _place(flight.arrival_latitude, flight.arrival_longitude)


def arrived_at(kb: KnowledgeBase, event: Event) -> Place | None:
    """Where one has to be: a flight's departure airport, or its arrival airport when that is unknown."""
    if event.kind is not EventKind.FLIGHT:
        return _coordinates(kb, event)
    flight = _flight(kb, event)
    if flight is None:
        return None
    return _place(flight.departure_latitude, flight.departure_longitude) or _place(
        flight.arrival_latitude, flight.arrival_longitude
    )


def _flight(kb: KnowledgeBase, event: Event) -> Flight | None:
    return next(iter(kb.flights_numbered(event.name)), None)


def _coordinates(kb: KnowledgeBase, event: Event) -> Place | None:
    # Looked up even when the city is empty: an empty list or object is still none that can be looked up.
    if event.kind is EventKind.CHECK_IN:
        hotel = kb.hotels.named(event.name, event.city)
        return None if hotel is None else _place(hotel.latitude, hotel.longitude)
    visit = kb.attractions.named(event.name, event.city)
    return None if visit is None else _place(visit.latitude, visit.longitude)


def _place(latitude: float | None, longitude: float | None) -> Place | None:
    return None if latitude is None or longitude is None else (latitude, longitude)


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float:
    """1 − violations / transitions, an untimed event being both; 0 without any transition."""
    if any(outcome.code == _MEASURED and outcome.verdict is Verdict.FAILED for outcome in outcomes):
        return 0.0
    counted = [outcome for outcome in outcomes if outcome.code != _MEASURED]
    return 1.0 - failures(counted) / len(counted) if counted else 1.0


_SECTION = "Executability; official rules 9.9"

DIMENSION = Dimension(
    key=DimensionKey("b3_spatiotemporal"),
    label="B3",
    summary="Consecutive events of a day leave enough time to travel from one place to the next.",
    paper=_SECTION,
    checks=(
        Check(
            code=_TIMED, title="The event has a time",
            message="{name} has no readable time ({stated}).", paper=_SECTION, run=event_timed,
        ),
        Check(
            code=_TRANSITION, title="There is time to get there",
            message="From {from} to {to}: {gap_min} minutes of {required_min} needed; {problem}.",
            paper=_SECTION, run=transition_possible,
        ),
        Check(
            code=_MEASURED, title="Something can be measured",
            message="No day has two events with times.", paper=_SECTION, run=something_to_measure,
        ),
    ),
    applies=always,
    score=_score,
)  # fmt: skip
