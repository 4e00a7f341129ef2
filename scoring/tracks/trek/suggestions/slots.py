"""Free time on a day: where a visit or a check-in would fit between what is already planned.

A slot keeps the least gaps of B3 to both neighbours and, for a visit, opening hours and least length of B2.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.tracks.trek.dimensions.b2_opening_hours import least_visit_min
from scoring.tracks.trek.dimensions.b3_spatiotemporal import Place, arrived_at, left_from
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.rows import Attraction, Hotel
from scoring.tracks.trek.timeline import Event
from scoring.tracks.trek.units import distance_km, minimum_gap_min, opening_hours, visit_hours

LAST_MINUTE = 23 * 60 + 59
LONGEST_VISIT_MIN = 180
USUAL_VISIT_MIN = 90
USUAL_START_MIN = 10 * 60


class Stop(NamedTuple):
    """Something with a time on a day: minutes after midnight, and where one comes to and leaves from."""

    start: int
    end: int | None
    reached: Place | None
    left: Place | None


class Slot(NamedTuple):
    """A time that would do: minutes after midnight."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is looked for.

    Attributes:
        place: Where it is.
        hours: Between which minutes it may lie.
        least_min: Its least length.
        length_min: Its length where there is room.
        start_min: The start that it should be near to.
    """

    place: Place
    hours: tuple[int, int]
    least_min: int
    length_min: int
    start_min: int


def stops_of(kb: KnowledgeBase, events: Sequence[Event], *, without: str | None = None) -> list[Stop]:
    """The timed events of a day as stops, in their order, one of them left out."""
    return [
        Stop(event.start, event.end, arrived_at(kb, event), left_from(kb, event))
        for event in events
        if event.path != without
    ]


def visit_wish(row: Attraction, *, start: int | None = None, end: int | None = None) -> Wish | None:
    """A visit of an attraction, as near as may be to the times it had.

    Returns:
        None where the knowledge base lacks place or hours, so no time can do.
    """
    hours = opening_hours(row.open_hours)
    if hours is None or row.latitude is None or row.longitude is None:
        return None
    least = max(1, math.ceil(least_visit_min(row)))
    if start is not None and end is not None and end > start:
        length = end - start
    else:
        stated = visit_hours(row.duration)
        length = USUAL_VISIT_MIN if stated is None else int(min(stated * 60, LONGEST_VISIT_MIN))
    return Wish(
        place=(row.latitude, row.longitude), hours=hours, least_min=least, length_min=max(length, least),
        start_min=USUAL_START_MIN if start is None else start,
    )  # fmt: skip


def check_in_wish(row: Hotel, *, start: int) -> Wish | None:
    """A check-in at any time of a day; None where the knowledge base lacks the place."""
    if row.latitude is None or row.longitude is None:
        return None
    return Wish(
        place=(row.latitude, row.longitude),
        hours=(0, LAST_MINUTE),
        least_min=0,
        length_min=0,
        start_min=start,
    )


def slots(stops: Sequence[Stop], wish: Wish) -> Iterator[Slot]:
    """One slot for every gap between the stops that has room, in the order of the day.

    The length shrinks where the room asks for it, never below the least one. A stop without an end or a place
    closes the gaps beside it.
    """
    for position in range(len(stops) + 1):
        before = stops[position - 1] if position else None
        behind = stops[position] if position < len(stops) else None
        earliest, latest = wish.hours
        if before is not None:
            if before.end is None or before.left is None:
                continue
            earliest = max(earliest, before.end + _gap(before.left, wish.place), before.start)
        if behind is not None:
            if behind.reached is None:
                continue
            latest = min(latest, behind.start - _gap(wish.place, behind.reached))
        room = latest - earliest
        if room >= wish.least_min and earliest >= 0:
            length = min(wish.length_min, room)
            start = min(max(wish.start_min, earliest), latest - length)
            yield Slot(start, start + length)


def _gap(one: Place, other: Place) -> int:
    return minimum_gap_min(distance_km(*one, *other))
