"""Where the labels of a scatter go, so that none covers another or a point. Pure, the same every time.

Places are found on a plot of a given size. They stay free of collisions on any larger one, since two boxes
count as apart only in the order of their anchors: then growing distances cannot bring them together.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

HEIGHT_PX: Final = 14.0
CHARACTER_PX: Final = 6.6
WIDE_CHARACTER_PX: Final = 12.0
POINT_PX: Final = 6.0
_GAPS_PX: Final = (9.0, 18.0)
_HALF_PX: Final = HEIGHT_PX / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A point with its label. ``x`` and ``y`` are shares of the plot from the left and from the top, 0..1."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A level or upright line that no label may cross; ends as shares of the plot."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """From where to where a box reaches along one axis, and what moves with the plot of its ends.

    Attributes:
        low, high: Its ends, in pixels.
        low_anchor, high_anchor: The parts of them that grow with the plot; the rest is a fixed distance.
    """

    low: float
    high: float
    low_anchor: float
    high_anchor: float

    def is_before(self, other: Span) -> bool:
        """Whether it ends before the other begins, on this plot and on every larger one."""
        return self.high <= other.low and self.high_anchor <= other.low_anchor


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box on the plot: across, and downwards."""

    across: Span
    down: Span

    def is_clear_of(self, other: Box) -> bool:
        """Whether the two are apart on this plot and on every larger one."""
        return (
            self.across.is_before(other.across)
            or other.across.is_before(self.across)
            or self.down.is_before(other.down)
            or other.down.is_before(self.down)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a label's middle line starts, ends or is centred, from its dot; ``dy`` counts downwards."""

    dot: int
    dx: float
    dy: float
    anchor: str


def width_px(text: str) -> float:
    """At least as wide as the text is drawn at 11.5 pixels."""
    return sum(WIDE_CHARACTER_PX if unicodedata.east_asian_width(c) in "WF" else CHARACTER_PX for c in text)


def places_of(
    dots: Sequence[Dot], *, width: float, height: float, lines: Sequence[Line] = ()
) -> Sequence[Place]:
    """A place for as many labels as have one, the first dots first.

    Args:
        dots: Those that matter most first.
        width: Of the plot, in pixels.
        height: Likewise.
        lines: What is drawn beside the dots.
    """
    taken = [dot_box(dot, width=width, height=height) for dot in dots]
    taken += [line_box(line, width=width, height=height) for line in lines]
    found = []
    for number, dot in enumerate(dots):
        own = taken[number]
        for place in _candidates(number, dot):
            box = box_of(dot, place, width=width, height=height)
            is_inside = min(box.across.low, box.down.low) >= 0
            is_inside = is_inside and box.across.high <= width and box.down.high <= height
            if is_inside and all(other is own or box.is_clear_of(other) for other in taken):
                taken.append(box)
                found.append(place)
                break
    return found


def box_of(dot: Dot, place: Place, *, width: float, height: float) -> Box:
    """The label of a dot at a place."""
    wide = width_px(dot.text)
    start = place.dx - {"left": 0, "right": wide, "center": wide / 2}[place.anchor]
    return _around(
        dot, width, height, across=(start, start + wide), down=(place.dy - _HALF_PX, place.dy + _HALF_PX)
    )


def dot_box(dot: Dot, *, width: float, height: float) -> Box:
    """The dot itself."""
    return _around(dot, width, height, across=(-POINT_PX, POINT_PX), down=(-POINT_PX, POINT_PX))


def line_box(line: Line, *, width: float, height: float) -> Box:
    """A line, both of whose ends move with the plot."""
    left, right, top, bottom = line.left * width, line.right * width, line.top * height, line.bottom * height
    return Box(
        across=Span(low=left, high=right, low_anchor=left, high_anchor=right),
        down=Span(low=top, high=bottom, low_anchor=top, high_anchor=bottom),
    )


def _around(
    dot: Dot, width: float, height: float, *, across: tuple[float, float], down: tuple[float, float]
) -> Box:
    x, y = dot.x * width, dot.y * height
    return Box(
        across=Span(low=x + across[0], high=x + across[1], low_anchor=x, high_anchor=x),
        down=Span(low=y + down[0], high=y + down[1], low_anchor=y, high_anchor=y),
    )


def _candidates(number: int, dot: Dot) -> Iterator[Place]:
    """Beside the dot, above and below it, then at its corners; near first."""
    if not dot.text:
        return
    for gap in _GAPS_PX:
        for dx, dy, anchor in (
            (gap, 0.0, "left"),
            (-gap, 0.0, "right"),
            (0.0, -gap - HEIGHT_PX / 4, "center"),
            (0.0, gap + HEIGHT_PX / 4, "center"),
            (gap, -gap, "left"),
            (gap, gap, "left"),
            (-gap, -gap, "right"),
            (-gap, gap, "right"),
        ):
            yield Place(dot=number, dx=dx, dy=dy, anchor=anchor)
