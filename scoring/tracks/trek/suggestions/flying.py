"""Edits of flights: a missing leg, another flight of a leg, a flight as the knowledge base has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.rows import Flight
from scoring.tracks.trek.suggestions.bookings import add_flight, flight_entry, put_flight
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.patches import joined, value_at
from scoring.tracks.trek.suggestions.scene import Scene, shown
from scoring.tracks.trek.text import fold, is_object
from scoring.tracks.trek.units import minutes

_STATED = ("departure_city", "arrival_city", "departure_time", "arrival_time")


def required_leg(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The missing leg: a booked flight that flies it, or one more flight on the day it belongs to."""
    yield from _leg(scene, str(outcome.facts["from"]), str(outcome.facts["to"]))


def leg_to(scene: Scene, city: str) -> Iterator[Edit]:
    """The required legs that end in a city."""
    for start, end in scene.facts.legs:
        if fold(end) == fold(city):
            yield from _leg(scene, start, end)


def _leg(scene: Scene, start: str, end: str) -> Iterator[Edit]:
    ends = (fold(start), fold(end))
    for booking in scene.attempt.plan.flights:
        for row in scene.stock.kb.flights_numbered(booking.name):
            if (fold(row.departure_city), fold(row.arrival_city)) == ends:
                yield restated_flight(scene, booking, row)
    for position in _days_of_leg(scene, ends):
        for row in scene.stock.flights(start, end):
            yield _added(scene, position, row)


def _days_of_leg(scene: Scene, ends: tuple[str, str]) -> Sequence[int]:
    """Where a leg belongs: days that name both its cities, then the one that the task's nights give it."""
    count = len(scene.days)
    if not count:
        return ()
    leg = scene.facts.leg_keys.index(ends) if ends in scene.facts.leg_keys else 0
    starts = [0, *accumulate(scene.facts.nights)]
    planned = min(starts[min(leg, len(starts) - 1)], count - 1)
    if leg and leg == len(scene.facts.leg_keys) - 1 and ends[1] == fold(scene.task.departure):
        planned = count - 1
    stated = [position for position in range(count) if scene.places[position] >= set(ends)]
    return list(dict.fromkeys([*stated, planned]))


def _added(scene: Scene, position: int, row: Flight) -> Edit:
    draft = scene.draft()
    day = scene.days[position]
    add_flight(draft, scene, day, row)
    return Edit(
        kind=EditKind.ADD,
        words=f"Book flight {_described(row)} on {shown(day.key)}.",
        changes=tuple(draft.changes),
        price_usd=(row.price or 0.0) * scene.task.persons,
        label=f"{day.path} {row.key}",
    )


def _described(row: Flight) -> str:
    return (
        f"{row.number} from {row.departure_city} to {row.arrival_city} "
        f"({row.departure_time}–{row.arrival_time}, {row.price:g} USD)"
    )


def restated_flight(scene: Scene, booking: Booking, row: Flight) -> Edit:
    """What a flight says, as the knowledge base has it."""
    draft = scene.draft()
    path = scene.at(booking.path)
    entry = value_at(draft.document, path)
    if is_object(entry):
        draft.put(joined(path, "flight_number"), row.number)
        for key in _STATED:
            draft.put(joined(path, key), flight_entry(row)[key])
    else:
        draft.put(path, flight_entry(row))
    return Edit(
        kind=EditKind.RESTATE,
        words=f"State flight {_described(row)}.",
        changes=tuple(draft.changes),
        label=f"{booking.path} {row.key}",
    )


def known_flight(scene: Scene, path: str) -> Iterator[Edit]:
    """A flight that is not as stated: what the number really flies, or another flight of the stated leg."""
    booking = scene.booking(path)
    if booking is None:
        return
    yield from restated_flights(scene, booking)
    yield from other_flights(scene, booking)


def other_flights(scene: Scene, booking: Booking) -> Iterator[Edit]:
    """Every other flight on the leg that a booking flies."""
    start, end = _leg_of(scene, booking)
    known = next(iter(scene.stock.kb.flights_numbered(booking.name)), None)
    old = 0.0 if known is None or known.price is None else known.price
    departs = minutes(booking.fields.get("departure_time"))
    for row in scene.stock.flights(start, end):
        if known is not None and row.key == known.key:
            continue
        draft = scene.draft()
        put_flight(draft, scene.at(booking.path), row)
        other = minutes(row.departure_time)
        yield Edit(
            kind=EditKind.REPLACE,
            words=f"Fly {_described(row)} instead of {shown(booking.name)}.",
            changes=tuple(draft.changes),
            price_usd=((row.price or 0.0) - old) * scene.task.persons,
            moved_min=0 if departs is None or other is None else abs(other - departs),
            label=f"{booking.path} {row.key}",
        )


def _leg_of(scene: Scene, booking: Booking) -> tuple[object, object]:
    """The cities that a flight states, else those that its number flies."""
    start, end = booking.fields.get("departure_city"), booking.fields.get("arrival_city")
    known = next(iter(scene.stock.kb.flights_numbered(booking.name)), None)
    if known is not None:
        start, end = start or known.departure_city, end or known.arrival_city
    return start, end


def restated_flights(scene: Scene, booking: Booking) -> Iterator[Edit]:
    """A flight with what the knowledge base says of its number."""
    for row in scene.stock.kb.flights_numbered(booking.name):
        yield restated_flight(scene, booking, row)


def renamed_numbers(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """Flight numbers under the key that is looked at, where they stand under another."""
    draft = scene.draft()
    for booking in scene.attempt.plan.flights:
        if not booking.fields.get("flight_number"):
            draft.put(joined(scene.at(booking.path), "flight_number"), booking.name)
    if draft.changes:
        yield _renamed(tuple(draft.changes), outcome.path)


def _renamed(changes: tuple[Any, ...], label: str) -> Edit:
    return Edit(
        kind=EditKind.RESTATE,
        words="State every flight's number under the key flight_number.",
        changes=changes,
        bookings=len(changes),
        label=label,
    )


def cheaper_flights(scene: Scene) -> Iterator[Edit]:
    """A cheaper flight for each booked one."""
    for booking in scene.attempt.plan.flights:
        for edit in other_flights(scene, booking):
            if edit.price_usd < 0:
                yield edit
