"""The days of a plan on a clock: what happens when, when places are closed, which gaps are too short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Json
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.evidence.reading import text_of
from scoring.tracks.trek.evidence.transitions import TRANSITION, TransitionRow, transition_row
from scoring.tracks.trek.evidence.visits import VISIT
from scoring.tracks.trek.plan import Day
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.text import UnscorableError, first_of, is_object, lowered
from scoring.tracks.trek.timeline import DayEvents, Event, EventKind
from scoring.tracks.trek.units import opening_hours

DAYS_MAX: Final = 31
EVENTS_MAX: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEvent:
    """One event of a day.

    Attributes:
        kind: ``flight``, ``visit`` or ``check-in``; "" for an item without a time.
        start_min, end_min: Minutes after midnight, local; None where they cannot be read.
        opens_min, closes_min: Of a visit, by the knowledge base; None where it says nothing.
        problem: What is wrong with it by itself, None when nothing is.
        transition: From the event before it on the same day; None for the first.
        record: Key of the record that is visited, None where that is not known.
    """

    kind: str
    name: Json
    city: Json
    path: str
    start_min: int | None
    end_min: int | None
    opens_min: int | None = None
    closes_min: int | None = None
    problem: str | None = None
    transition: TransitionRow | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineDay:
    """One day, its events by their start, those without a time at the end.

    ``hotel`` is where the night is spent, None when the day names none.
    """

    key: Json
    hotel: Json
    events: Listing[TimelineEvent]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """All days in day order."""

    days: Listing[TimelineDay]


def timeline_of(attempt: Attempt, outcomes: Iterable[CheckOutcome]) -> Timeline | None:
    """The days of an answer; None where they cannot be put in order.

    Args:
        attempt: The answer as the checks look at it.
        outcomes: Theirs; empty for an answer whose plan was not looked at.
    """
    try:
        days = attempt.days_in_order
    except UnscorableError:
        return None
    transitions: dict[str, TransitionRow] = {}
    problems: dict[str, str | None] = {}
    for outcome in outcomes:
        if outcome.code == TRANSITION:
            transitions[outcome.path] = transition_row(outcome)
        elif outcome.code == VISIT:
            problems[outcome.path] = text_of(outcome.facts["problem"])
    events = dict(zip((day.path for day in attempt.plan.days), attempt.timeline, strict=True))
    return Timeline(
        days=listed((_day(attempt, day, events[day.path], transitions, problems) for day in days), DAYS_MAX)
    )


def _day(
    attempt: Attempt,
    day: Day,
    events: DayEvents,
    transitions: Mapping[str, TransitionRow],
    problems: Mapping[str, str | None],
) -> TimelineDay:
    _, hotel = day.hotel()
    name = first_of(lowered(hotel), "name", "hotel_name") if is_object(hotel) else None
    return TimelineDay(
        key=quoted(day.key),
        hotel=quoted(name) if name and name != "-" else None,
        events=listed(_events(attempt, events, transitions, problems), EVENTS_MAX),
    )


def _events(
    attempt: Attempt,
    events: DayEvents,
    transitions: Mapping[str, TransitionRow],
    problems: Mapping[str, str | None],
) -> Iterator[TimelineEvent]:
    for event in events.timed:
        hours, record = _hours(attempt, event)
        yield TimelineEvent(
            kind=event.kind.value,
            name=quoted(event.name),
            city=quoted(event.city),
            path=event.path,
            start_min=event.start,
            end_min=event.end,
            opens_min=hours[0] if hours else None,
            closes_min=hours[1] if hours else None,
            problem=problems.get(event.path),
            transition=transitions.get(event.path),
            record=record,
        )
    for item in events.untimed:
        yield TimelineEvent(
            kind="", name=quoted(item.name), city=None, path=item.path, start_min=None, end_min=None,
            problem="the event has no readable time",
        )  # fmt: skip


def _hours(attempt: Attempt, event: Event) -> tuple[Sequence[int] | None, str | None]:
    """Opening hours and key of the place that is visited, where name and city lead to one."""
    is_visit = event.kind is EventKind.VISIT and isinstance(event.name, str) and isinstance(event.city, str)
    row = attempt.kb.attractions.named(event.name, event.city) if is_visit else None
    return (None, None) if row is None else (opening_hours(row.open_hours), row.key)
