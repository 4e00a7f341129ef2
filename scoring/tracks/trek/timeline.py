"""The events of a day as B3 reads them: from the raw day map, by exact keys, with or without a time.

Source: official rules, section 9.9.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.tracks.trek.plan import ATTRACTION_CONTAINERS, FLIGHT_CONTAINERS, Day
from scoring.tracks.trek.text import first_of, is_object, lowered
from scoring.tracks.trek.units import minutes


class EventKind(StrEnum):
    """What a traveller does; also the order in which equal starts are kept."""

    FLIGHT = "flight"
    VISIT = "visit"
    CHECK_IN = "check-in"


@dataclass(frozen=True, slots=True)
class Event:
    """One timed item of a day; minutes after midnight, local; ``end`` is None when it cannot be read."""

    kind: EventKind
    path: str
    name: object
    city: object
    start: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Untimed:
    """An item whose start cannot be read."""

    path: str
    name: object
    stated: object


@dataclass(frozen=True, slots=True)
class DayEvents:
    """The events of one day: timed ones by start (stable), and those without a time."""

    timed: Sequence[Event]
    untimed: Sequence[Untimed]


def events_of(day: Day) -> DayEvents:
    """Flights, then visits, then the hotel's check-in, sorted by start; total."""
    timed: list[Event] = []
    untimed: list[Untimed] = []
    for event in _events(day):
        if isinstance(event, Event):
            timed.append(event)
        else:
            untimed.append(event)
    timed.sort(key=_start_of)
    return DayEvents(timed, untimed)


def _start_of(event: Event) -> int:
    return event.start


@dataclass(frozen=True, slots=True, kw_only=True)
class _List:
    """Under which keys a day lists one kind of event, and which exact keys its items are read by."""

    kind: EventKind
    containers: tuple[str, str]
    name: str
    starts: str
    ends: str


_FLIGHTS = _List(
    kind=EventKind.FLIGHT, containers=FLIGHT_CONTAINERS, name="flight_number", starts="departure_time",
    ends="arrival_time",
)  # fmt: skip
_VISITS = _List(
    kind=EventKind.VISIT, containers=ATTRACTION_CONTAINERS, name="name", starts="visit_start",
    ends="visit_end",
)  # fmt: skip


def _listed(day: Day, listing: _List) -> Iterator[Event | Untimed]:
    """Objects of a list; a single object instead of a list gives no event, nor does text."""
    base, elements = day.container(listing.containers)
    if not isinstance(elements, list):
        return
    for position, element in enumerate(elements):
        if not is_object(element):
            continue
        path = f"{base}/{position}"
        name, stated = element.get(listing.name), element.get(listing.starts)
        start = minutes(stated)
        if start is None:
            yield Untimed(path, name, stated)
        else:
            end = minutes(element.get(listing.ends))
            yield Event(listing.kind, path, name, element.get("city"), start, end)


def _events(day: Day) -> Iterator[Event | Untimed]:
    yield from _listed(day, _FLIGHTS)
    yield from _listed(day, _VISITS)
    path, hotel = day.hotel()
    if is_object(hotel):
        keys = lowered(hotel)
        stated = first_of(keys, "check_in", "checkin")
        if stated:
            name, city = first_of(keys, "name", "hotel_name"), first_of(keys, "city", "city_name")
            start = minutes(stated)
            if start is None:
                yield Untimed(path, name, stated)
            else:
                yield Event(EventKind.CHECK_IN, path, name, city, start, start)
