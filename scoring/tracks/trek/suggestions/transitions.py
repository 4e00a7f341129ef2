"""Edits for B3: enough time between two events of a day, a time for what has none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.dimensions.b2_opening_hours import least_visit_min
from scoring.tracks.trek.plan import Booking, Day
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.flying import known_flight, other_flights, restated_flights
from scoring.tracks.trek.suggestions.patches import joined, value_at
from scoring.tracks.trek.suggestions.scene import Scene, shown, spelt
from scoring.tracks.trek.suggestions.slots import USUAL_START_MIN, Slot, check_in_wish, slots, stops_of
from scoring.tracks.trek.suggestions.staying import known_hotel
from scoring.tracks.trek.suggestions.timing import record_of, retimed, visit_elsewhen
from scoring.tracks.trek.suggestions.visiting import known_attraction
from scoring.tracks.trek.text import is_object
from scoring.tracks.trek.timeline import Event, EventKind
from scoring.tracks.trek.units import clock


def transition_possible(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """Enough time between two events: either at another time, on another day, elsewhere, or left out."""
    for day, timed in zip(scene.attempt.plan.days, scene.attempt.timeline, strict=True):
        for before, behind in pairwise(timed.timed):
            if behind.path == outcome.path:
                yield from _shortened(scene, outcome, before, behind)
                yield from _given_way(scene, day, before)
                yield from _given_way(scene, day, behind)


def _given_way(scene: Scene, day: Day, event: Event) -> Iterator[Edit]:
    booking = scene.booking(event.path)
    if event.kind is EventKind.CHECK_IN:
        yield from check_in_moved(scene, day, event.start)
    elif booking is not None and event.kind is EventKind.FLIGHT:
        yield from flight_elsewhen(scene, booking)
    elif booking is not None:
        row = record_of(scene, booking)
        if row is not None:
            yield from visit_elsewhen(scene, booking, row)
        else:
            yield from known_attraction(scene, event.path)


def flight_elsewhen(scene: Scene, booking: Booking) -> Iterator[Edit]:
    """A flight as the knowledge base has it, or another one of its leg."""
    yield from known_flight(scene, booking.path)
    yield from other_flights(scene, booking)


def _shortened(scene: Scene, outcome: CheckOutcome, before: Event, behind: Event) -> Iterator[Edit]:
    """One end of one visit moved by what is missing, where the visit stays long enough."""
    gap, required = outcome.facts.get("gap_min"), outcome.facts.get("required_min")
    if not isinstance(gap, int) or not isinstance(required, int):
        return
    for event, sign in ((before, -1), (behind, 1)):
        booking = scene.booking(event.path)
        row = record_of(scene, booking) if booking is not None and event.kind is EventKind.VISIT else None
        if booking is None or row is None or event.end is None:
            continue
        missing = required - gap
        slot = Slot(event.start + (missing if sign > 0 else 0), event.end - (missing if sign < 0 else 0))
        if slot.start >= 0 and slot.end - slot.start >= max(1.0, least_visit_min(row)):
            yield retimed(scene, booking, slot)


def check_in_moved(scene: Scene, day: Day, wanted: int | None) -> Iterator[Edit]:
    """The check-in at another time of its day, or not stated."""
    night = next((night for night in scene.nights if night.day.path == day.path), None)
    if night is None:
        return
    path = joined(scene.at(night.path), spelt(night.entry, "check_in", "checkin"))
    row = None
    if isinstance(night.name, str):
        row = scene.stock.kb.hotels.named(night.name, scene.names_at(night.city_key))
    wish = None if row is None else check_in_wish(row, start=USUAL_START_MIN if wanted is None else wanted)
    events = scene.events(day)
    stops = stops_of(scene.stock.kb, events, without=night.path)
    for slot in slots(stops, wish) if wish is not None else ():
        draft = scene.draft()
        draft.put(path, clock(slot.start))
        yield Edit(
            kind=EditKind.RETIME,
            words=f"Check in at {shown(night.name)} at {clock(slot.start)} on {shown(day.key)}.",
            changes=tuple(draft.changes),
            moved_min=0 if wanted is None else abs(slot.start - wanted),
            label=f"{night.path} {slot.start}",
        )
    draft = scene.draft()
    draft.remove(path)
    yield Edit(
        kind=EditKind.DROP,
        words=f"State no check-in at {shown(night.name)} on {shown(day.key)}.",
        changes=tuple(draft.changes),
        label=night.path,
    )
    yield from known_hotel(scene, night.path)


def event_timed(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """A time for what has none."""
    booking = scene.booking(outcome.path)
    day = scene.day_at(outcome.path)
    if booking is not None and booking in scene.attempt.plan.attractions:
        row = record_of(scene, booking)
        yield from (
            visit_elsewhen(scene, booking, row) if row is not None else known_attraction(scene, outcome.path)
        )
    elif booking is not None and booking in scene.attempt.plan.flights:
        yield from restated_flights(scene, booking)
        yield from other_flights(scene, booking)
    elif day is not None and any(night.path == outcome.path for night in scene.nights):
        yield from check_in_moved(scene, day, None)
    if booking is None:
        yield from _repeat_dropped(scene, outcome.path)


def _repeat_dropped(scene: Scene, path: str) -> Iterator[Edit]:
    """An entry that is no booking of its own, left out."""
    draft = scene.draft()
    place = scene.at(path)
    if is_object(value_at(draft.document, place)) and not any(night.path == path for night in scene.nights):
        draft.remove(place)
        yield Edit(
            kind=EditKind.DROP, words="Leave out the entry that has no time.", changes=tuple(draft.changes),
            label=path,
        )  # fmt: skip


def something_to_measure(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
    """A check-in beside the one event of a day, so that there is a way to be measured."""
    for day in scene.attempt.plan.days:
        events = scene.events(day)
        if len(events) == 1:
            yield from check_in_moved(scene, day, events[0].start)
