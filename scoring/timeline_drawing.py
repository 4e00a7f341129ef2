"""Where the events of a timeline stand in its drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.evidence_words import clock, named, span
from scoring.timeline_page import Mark, Tick, TimelineLane, TimelineRow
from scoring.tracks.trek.evidence import Timeline, TimelineDay, TimelineEvent

WIDTH: Final = 960.0
LEFT: Final = 200.0
_RIGHT: Final = 950.0
_TOP: Final = 26.0
_HEAD: Final = 22.0
_ROW: Final = 22.0
_BAR: Final = 12.0
_GAP_BETWEEN: Final = 8.0
_NAME_MOST: Final = 28
_NOTE_MOST: Final = 120
_NOTE_GAP: Final = 6.0
_NOTE_WIDTH: Final = 200.0

_HOUR: Final = 60
_EARLIEST: Final = 8 * _HOUR
_LATEST: Final = 24 * _HOUR
_BEYOND: Final = 30 * _HOUR


@dataclass(frozen=True, slots=True)
class Scale:
    """The hours that are drawn, as minutes after midnight."""

    first: int
    last: int

    def x(self, minute: int) -> float:
        """Where a minute stands; one outside stands at the edge."""
        inside = min(max(minute, self.first), self.last)
        return round(LEFT + (inside - self.first) / (self.last - self.first) * (_RIGHT - LEFT), 1)

    def holds(self, minute: int) -> bool:
        """Whether the minute is drawn where it is."""
        return self.first <= minute <= self.last

    def ticks(self) -> Sequence[Tick]:
        """Every second hour."""
        hours = range(-(-self.first // (2 * _HOUR)) * 2, self.last // _HOUR + 1, 2)
        return tuple(Tick(x=self.x(hour * _HOUR), text=f"{hour:02}") for hour in hours)


def scale_of(timelines: Sequence[Timeline]) -> Scale:
    """From the first event, or eight o'clock, to midnight, or the last event until six in the morning."""
    minutes = [
        minute
        for timeline in timelines
        for day in timeline.days.rows
        for event in day.events.rows
        for minute in (event.start_min, event.end_min)
        if minute is not None and 0 <= minute <= _BEYOND
    ]
    first = min([_EARLIEST, *minutes]) // _HOUR * _HOUR
    return Scale(first=first, last=-(-max([_LATEST, *minutes]) // _HOUR) * _HOUR)


def lanes_of(plan: Timeline, gold: Timeline | None, scale: Scale) -> tuple[Sequence[TimelineLane], float]:
    """The lanes day by day, the gold's below the plan's, and the height of the whole."""
    lanes: list[TimelineLane] = []
    y = _TOP
    golden = gold.days.rows if gold is not None else ()
    for place in range(max(len(plan.days.rows), len(golden))):
        for of, days in (("plan", plan.days.rows), ("gold", golden)):
            if place < len(days):
                lane = _lane(days[place], of, y, scale)
                lanes.append(lane)
                y += lane.height + _GAP_BETWEEN
    return tuple(lanes), y


def _lane(day: TimelineDay, of: str, y: float, scale: Scale) -> TimelineLane:
    rows = tuple(_rows(day, y + _HEAD, scale))
    title = named(day.key) + (", gold" if of == "gold" else "")
    return TimelineLane(
        title=title, of=of, y=y, title_y=y + 16, height=_HEAD + _ROW * max(1, len(rows)), rows=rows
    )


def _rows(day: TimelineDay, y: float, scale: Scale) -> Iterator[TimelineRow]:
    before: TimelineEvent | None = None
    for event in day.events.rows:
        yield _event_row(event, before, y, scale)
        before, y = event, y + _ROW
    if day.hotel is not None:
        begins = [event.end_min or event.start_min for event in day.events.rows]
        start = max((minute for minute in begins if minute is not None), default=scale.first)
        yield TimelineRow(
            y=y + _ROW / 2 + 4,
            name=_short(f"night: {named(day.hotel)}"),
            said=f"Night: {named(day.hotel)}.",
            state="",
            marks=(_bar("stay", start, scale.last, y, scale),),
            note="",
            note_x=LEFT,
        )


def _event_row(
    event: TimelineEvent, before: TimelineEvent | None, y: float, scale: Scale
) -> TimelineRow:  # fmt: skip
    note = note_of(event)
    marks = tuple(_marks(event, before, y, scale))
    drawn = [mark for mark in marks if mark.kind != "closed"]
    end = max((mark.x + mark.width for mark in drawn), default=LEFT) + _NOTE_GAP
    is_right = end <= _RIGHT - _NOTE_WIDTH
    return TimelineRow(
        y=y + _ROW / 2 + 4,
        name=_short(named(event.name)),
        said=f"{event.kind or 'event'}: {named(event.name)}, {span(event.start_min, event.end_min)}"
        + (f"; {note}." if note else "."),
        state="fail" if note else "pass",
        marks=marks,
        note=note,
        note_x=end if is_right else min(mark.x for mark in drawn) - _NOTE_GAP,
        note_anchor="start" if is_right else "end",
    )


def note_of(event: TimelineEvent) -> str:
    """What is wrong with an event or with the way to it; "" for nothing."""
    said = [event.problem] if event.problem else []
    way = event.transition
    if way is not None and way.problem is not None:
        gap = f"{way.gap_min} of {way.required_min} min" if way.required_min is not None else way.problem
        said.append(f"gap: {gap}")
    return "; ".join(said)[:_NOTE_MOST]


def _marks(
    event: TimelineEvent, before: TimelineEvent | None, y: float, scale: Scale
) -> Iterator[Mark]:  # fmt: skip
    """Closed hours first, the bar over them, what of it lies outside over that, then the gap before it."""
    if event.opens_min is not None and event.closes_min is not None:
        yield from _between("closed", scale.first, event.opens_min, y, scale)
        yield from _between("closed", event.closes_min, scale.last, y, scale)
    start, end = event.start_min, event.end_min
    if start is None:
        return
    if end is None or not scale.holds(start):
        end = start
    if end < start:
        # It ends on an earlier clock than it begins: overnight, or across time zones to the west.
        end = scale.last if event.kind == "flight" else start
    yield _bar(event.kind, start, end, y, scale)
    if event.kind == "visit" and event.opens_min is not None and event.closes_min is not None:
        yield from _between("outside", start, min(end, event.opens_min), y, scale)
        yield from _between("outside", max(start, event.closes_min), end, y, scale)
    way = event.transition
    if way is not None and way.problem is not None and before is not None and before.end_min is not None:
        first, last = sorted((before.end_min, start))
        yield _bar("gap", first, last, y - _ROW / 2, scale, height=4.0)


def _between(kind: str, start: int, end: int, y: float, scale: Scale) -> Iterator[Mark]:
    if scale.x(end) > scale.x(start):
        yield _bar(kind, start, end, y, scale)


def _bar(kind: str, start: int, end: int, y: float, scale: Scale, *, height: float = _BAR) -> Mark:
    left, right = scale.x(start), scale.x(end)
    return Mark(
        kind=kind, x=left, y=y + (_ROW - height) / 2, width=max(4.0, round(right - left, 1)), height=height
    )  # fmt: skip


def _short(name: str) -> str:
    return name if len(name) <= _NAME_MOST else f"{name[: _NAME_MOST - 1]}…"


def hours_of(event: TimelineEvent) -> str:
    """Opening hours as the knowledge base states them."""
    return "" if event.opens_min is None else f"{clock(event.opens_min)}–{clock(event.closes_min)}"
