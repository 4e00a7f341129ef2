"""Edits of times: an earlier or later visit, another day, exchanged visits, a check-in at another hour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from scoring.tracks.trek.plan import ATTRACTION_CONTAINERS, Booking, Day
from scoring.tracks.trek.rows import Attraction
from scoring.tracks.trek.suggestions.bookings import append, put_times
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.patches import value_at
from scoring.tracks.trek.suggestions.scene import Scene, shown
from scoring.tracks.trek.suggestions.slots import Slot, Stop, slots, stops_of, visit_wish
from scoring.tracks.trek.suggestions.visiting import (
    dropped,
    free_slots,
    known_attraction,
    others_instead,
    times_of,
)  # fmt: skip
from scoring.tracks.trek.units import clock

_RELAID_MAX = 4


def record_of(scene: Scene, booking: Booking) -> Attraction | None:
    """The attraction behind a visit; None where there is none."""
    return scene.attempt.attraction(booking) if isinstance(booking.name, str) else None


def retimed(scene: Scene, booking: Booking, slot: Slot) -> Edit:
    """The visit at other times of its day."""
    draft = scene.draft()
    put_times(draft, scene.at(booking.path), slot)
    start, end = times_of(booking)
    return Edit(
        kind=EditKind.RETIME,
        words=f"Visit {shown(booking.name)} {_between(slot)}{_instead(start, end)}.",
        changes=tuple(draft.changes),
        moved_min=_moved(slot, start, end),
        label=f"{booking.path} {slot.start} {slot.end}",
    )


def _between(slot: Slot) -> str:
    return f"from {clock(slot.start)} to {clock(slot.end)}"


def _instead(start: int | None, end: int | None) -> str:
    if start is None or end is None or not 0 <= start < end:
        return ""
    return f" instead of {clock(start)} to {clock(end)}"


def _moved(slot: Slot, start: int | None, end: int | None) -> int:
    """Minutes by which start and end move, added up."""
    return sum(
        abs(new - old) for new, old in zip(slot, (start, end), strict=True) if old is not None
    )  # fmt: skip


def on_another_day(scene: Scene, booking: Booking, row: Attraction) -> Iterator[Edit]:
    """The visit on another day in its city, where the other bookings leave time for it."""
    home = scene.day_at(booking.path)
    for position in scene.days_in(booking.place_key):
        day = scene.days[position]
        if home is None or day.path == home.path:
            continue
        for slot in free_slots(scene, day, row, booking)[:1]:
            draft = scene.draft()
            entry = value_at(draft.document, scene.at(booking.path))
            moved = {**entry, "visit_start": clock(slot.start), "visit_end": clock(slot.end)}
            append(draft, scene, day, ATTRACTION_CONTAINERS, moved)
            draft.remove(scene.at(booking.path))
            start, end = times_of(booking)
            yield Edit(
                kind=EditKind.RETIME,
                words=f"Visit {shown(booking.name)} on {shown(day.key)} from {clock(slot.start)} to"
                      f" {clock(slot.end)} instead of on {shown(home.key)}.",
                changes=tuple(draft.changes),
                moved_min=24 * 60 * abs(position - scene.day_of[home.path]) + _moved(slot, start, end),
                label=f"{booking.path} {day.path}",
            )  # fmt: skip


def within_hours(scene: Scene, row: Attraction, booking: Booking) -> Iterator[Edit]:
    """The visit at the nearest times that its attraction allows, whatever else is on that day."""
    start, end = times_of(booking)
    wish = visit_wish(row, start=start, end=end)
    for slot in slots([], wish) if wish is not None else ():
        yield retimed(scene, booking, slot)


def visit_in_hours(scene: Scene, path: str) -> Iterator[Edit]:
    """A visit that its attraction allows: other times, another day, another attraction, or none."""
    booking = scene.booking(path)
    if booking is None:
        return
    row = record_of(scene, booking)
    if row is None:
        yield from known_attraction(scene, path)
        return
    yield from visit_elsewhen(scene, booking, row)
    yield from within_hours(scene, row, booking)


def visit_elsewhen(scene: Scene, booking: Booking, row: Attraction) -> Iterator[Edit]:
    """Every way in which a visit of a known attraction gives way."""
    day = scene.day_at(booking.path)
    if day is None:
        return
    for slot in free_slots(scene, day, row, booking):
        yield retimed(scene, booking, slot)
    yield from on_another_day(scene, booking, row)
    yield from _swapped(scene, booking)
    yield from relaid(scene, day)
    city = scene.stock.spelling(booking.city)
    if city is not None:
        yield from others_instead(scene, booking, scene.stock.attractions(city), city)
    yield dropped(scene, booking)


def _swapped(scene: Scene, booking: Booking) -> Iterator[Edit]:
    """The visit and another one of the same city with each other's times."""
    start, end = times_of(booking)
    if start is None or end is None or not 0 <= start < end:
        return
    for other in scene.attempt.plan.attractions:
        other_start, other_end = times_of(other)
        if other is booking or other.place_key != booking.place_key:
            continue
        if other_start is None or other_end is None or not 0 <= other_start < other_end:
            continue
        draft = scene.draft()
        put_times(draft, scene.at(other.path), Slot(start, end))
        put_times(draft, scene.at(booking.path), Slot(other_start, other_end))
        if scene.day_at(other.path) is not scene.day_at(booking.path):
            continue
        yield Edit(
            kind=EditKind.SWAP,
            words=f"Let {shown(booking.name)} and {shown(other.name)} exchange their times.",
            changes=tuple(draft.changes),
            bookings=2,
            moved_min=2 * abs(start - other_start),
            label=f"{booking.path} {other.path}",
        )


def relaid(scene: Scene, day: Day) -> Iterator[Edit]:
    """All visits of a day at new times, in every order that fits between its flights and check-in."""
    events = scene.events(day)
    visits = [
        (booking, row)
        for booking in scene.attempt.plan.attractions
        if booking.path.startswith(f"{day.path}/") and (row := record_of(scene, booking)) is not None
    ]
    if not 1 < len(visits) <= _RELAID_MAX:
        return
    fixed = [event for event in events if event.path not in {booking.path for booking, _ in visits}]
    for order in permutations(visits):
        laid = _laid(stops_of(scene.stock.kb, fixed), order)
        if laid is not None:
            yield from _relaid(
                scene, day, [(booking, slot) for (booking, _), slot in zip(order, laid, strict=True)]
            )


def _laid(stops: list[Stop], order: Sequence[tuple[Booking, Attraction]]) -> Sequence[Slot] | None:
    """Times for visits in this order, each as early as its own start allows; None where one has no room."""
    laid: list[Slot] = []
    for booking, row in order:
        start, end = times_of(booking)
        wish = visit_wish(row, start=start, end=end)
        if wish is None:
            return None
        least = laid[-1].end if laid else 0
        slot = next((slot for slot in slots(stops, wish) if slot.start >= least), None)
        if slot is None:
            return None
        laid.append(slot)
        stops.append(Stop(slot.start, slot.end, wish.place, wish.place))
        stops.sort(key=lambda stop: stop.start)
    return laid


def _relaid(scene: Scene, day: Day, laid: Sequence[tuple[Booking, Slot]]) -> Iterator[Edit]:
    """The edit, where it moves more than the one visit that could be moved by itself."""
    draft = scene.draft()
    moved = touched = 0
    parts = []
    for booking, slot in sorted(laid, key=lambda pair: pair[1].start):
        if times_of(booking) != slot:
            put_times(draft, scene.at(booking.path), slot)
            moved += _moved(slot, *times_of(booking))
            touched += 1
            parts.append(f"{shown(booking.name)} from {clock(slot.start)} to {clock(slot.end)}")
    if touched < 2:  # noqa: PLR2004 - one visit is no rearrangement
        return
    yield Edit(
        kind=EditKind.RETIME,
        words=f"On {shown(day.key)} visit {', '.join(parts)}.",
        changes=tuple(draft.changes),
        bookings=touched,
        moved_min=moved,
        label=f"{day.path} {' '.join(booking.path for booking, _ in laid)}",
    )
