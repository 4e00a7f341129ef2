"""The plane of quality and cost, as the drawing library reads it, with labels that do not collide. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from scoring.analysis_plots import Plot, marked_off, plain
from scoring.label_places import Dot, Line, places_of
from scoring.pages.cost import CostRow

HEIGHT_PX: Final = 480
# What the axis and its title take at the bottom, and a margin at the top.
AXIS_PX: Final = 72
WIDTHS_PX: Final = (200, 300, 420, 640, 880, 1180)
"""Widths of the plot for which labels are placed; the script takes the widest that fits."""
LABEL_CHARACTERS: Final = 24
SURE: Final = 0.95
# What stands at an axis of logarithms, by how many powers of ten it covers: the more, the fewer of each.
_DIGITS: Final = ((1.0, (1, 2, 3, 5, 7)), (2.2, (1, 2, 5)), (4.0, (1, 3)), (math.inf, (1,)))
_BELOW_PERCENT: Final = 2.0
_ABOVE_PERCENT: Final = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plane:
    """The ranges of both axes, in the numbers that are drawn: a logarithm where the axis has one."""

    left: float
    right: float
    bottom: float
    top: float
    is_log: bool

    def x(self, cost: float) -> float:
        """A cost on the axis."""
        return math.log10(cost) if self.is_log else cost

    def dot(self, row: CostRow) -> Dot:
        """An entry as shares of the plot."""
        name = row.entrant.display_name
        return Dot(
            x=(self.x(row.cost) - self.left) / (self.right - self.left),
            y=(self.top - 100 * row.quality) / (self.top - self.bottom),
            text=name if len(name) <= LABEL_CHARACTERS else f"{name[: LABEL_CHARACTERS - 1].rstrip()}…",
        )


def cost_scatter(rows: Sequence[CostRow], *, unit: str, is_log: bool) -> Plot:
    """Points with their intervals, the front as a staircase, names beside the points; {} without points.

    Args:
        rows: Entries with a cost.
        unit: Of the axis of costs.
        is_log: Whether that axis is logarithmic; a cost of 0 has no place on it and is left out.
    """
    drawn = [row for row in rows if row.cost > 0 or not is_log]
    if not drawn:
        return {}
    plane = _plane(drawn, is_log=is_log)
    return {
        "traces": [*_staircase(drawn, plane), *_points(drawn)],
        "axes": {
            "xaxis": {
                "type": "log" if is_log else "linear",
                "title": {"text": f"{unit}{', logarithmic' if is_log else ''}"},
                "range": [plane.left, plane.right],
                **(_ticks(plane) if is_log else {"nticks": 7}),
            },
            "yaxis": {
                "title": {"text": "TP-feas, %"},
                "range": [plane.bottom, plane.top],
                "zeroline": False,
                "nticks": 8,
            },
        },
        "height": HEIGHT_PX,
        "labels": [{"width": width, "places": _labels(drawn, plane, width)} for width in WIDTHS_PX],
    }


def _ticks(plane: _Plane) -> Mapping[str, Any]:
    """Round numbers of every power of ten in the range."""
    powers = range(math.floor(plane.left), math.ceil(plane.right) + 1)
    digits = next(some for most, some in _DIGITS if plane.right - plane.left <= most)
    values = [digit * 10.0**power for power in powers for digit in digits]
    shown = [value for value in values if plane.left <= math.log10(value) <= plane.right]
    return {"tickvals": shown, "ticktext": [tick_text(value) for value in shown]}


def tick_text(value: float) -> str:
    """A round number as short as it can be said: ``0.002``, ``50``, ``20k``, ``5M``."""
    for least, letter in ((1e6, "M"), (1e3, "k")):
        if value >= least:
            return f"{value / least:.0f}{letter}"
    return f"{value:.10f}".rstrip("0").rstrip(".")


def _plane(rows: Sequence[CostRow], *, is_log: bool) -> _Plane:
    costs = [math.log10(row.cost) if is_log else row.cost for row in rows]
    least, most = min(costs), max(costs)
    pad = max(0.12 * (most - least), 0.12 if is_log else 0.12 * most, 1e-9)
    highest = max(100 * (row.quality_high or row.quality) for row in rows)
    return _Plane(
        left=least - pad if is_log else min(0.0, least),
        right=most + pad,
        bottom=-_BELOW_PERCENT,
        top=min(100 + _BELOW_PERCENT, highest + _ABOVE_PERCENT),
        is_log=is_log,
    )


def _staircase(rows: Sequence[CostRow], plane: _Plane) -> Sequence[Plot]:
    """What can be had for how much: level until the next better entry, and on to the edge."""
    steps = sorted((row.cost, 100 * row.quality) for row in rows if row.is_on_front)
    if not steps:
        return []
    edge = 10**plane.right if plane.is_log else plane.right
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "name": "front",
            "x": [*(cost for cost, _ in steps), edge],
            "y": [*(quality for _, quality in steps), steps[-1][1]],
            "line": {"shape": "hv", "color": "@data", "width": 1.5, "dash": "dot"},
            "hoverinfo": "skip",
        }
    ]


def _steps(rows: Sequence[CostRow], plane: _Plane) -> Sequence[Line]:
    """The same staircase as shares of the plot."""
    corners = sorted((dot.x, dot.y) for row in rows if row.is_on_front for dot in [plane.dot(row)])
    lines = []
    for (x, y), (next_x, next_y) in pairwise([*corners, (1.0, corners[-1][1])] if corners else []):
        lines.append(Line(left=x, right=next_x, top=y, bottom=y))
        lines.append(Line(left=next_x, right=next_x, top=min(y, next_y), bottom=max(y, next_y)))
    return lines


def _points(rows: Sequence[CostRow]) -> Sequence[Plot]:
    groups: dict[str, list[CostRow]] = {}
    for row in rows:
        groups.setdefault(look_of(row), []).append(row)
    return [_trace(look, groups[look]) for look in LOOKS if look in groups]


def look_of(row: CostRow) -> str:
    """How a point is drawn, a key of ``LOOKS``."""
    if row.is_partial:
        return "partial"
    if row.certainty is None:
        return "open"
    return "sure" if row.certainty >= SURE else "unsure" if row.certainty > 1 - SURE else "open"


LOOKS: Final[Mapping[str, Mapping[str, Any]]] = {
    "open": {"color": "@sheet", "line": {"color": "@ink-3", "width": 1.5}},
    "partial": {"color": "@ink-3", "line": {"color": "@ink-3", "width": 1.5}},
    "unsure": {"color": "@data-soft", "line": {"color": "@data", "width": 1.5}},
    "sure": {"color": "@data", "line": {"color": "@data", "width": 1.5}},
}


def _trace(look: str, rows: Sequence[CostRow]) -> Plot:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": look,
        "x": [row.cost for row in rows],
        "y": [100 * row.quality for row in rows],
        "error_y": {
            "type": "data",
            "symmetric": False,
            "array": [100 * ((row.quality_high or row.quality) - row.quality) for row in rows],
            "arrayminus": [
                100 * (row.quality - (row.quality if row.quality_low is None else row.quality_low))
                for row in rows
            ],
            "color": "@rule-2",
            "thickness": 1,
            "width": 0,
        },
        "marker": {**LOOKS[look], "size": 10, "symbol": [_symbol(row) for row in rows]},
        "customdata": [_told(row) for row in rows],
        "hovertemplate": "%{customdata}<extra></extra>",
    }


def _symbol(row: CostRow) -> str:
    shape = "diamond" if row.entrant.division == "custom" else "circle"
    return f"{shape}-open" if row.is_partial else shape


def _told(row: CostRow) -> str:
    interval = f" ({row.quality_interval_text})" if row.quality_interval_text else ""
    lines = [plain(row.entrant.display_name), f"TP-feas {row.quality_text} %{interval}", row.cost_text]
    if row.certainty is not None:
        lines.append(f"on the front in {marked_off(row.certainty_text)} % of draws")
    if row.is_partial:
        lines.append(f"known for {row.known} tasks only")
    return "<br>".join(lines)


def _labels(rows: Sequence[CostRow], plane: _Plane, width: int) -> Sequence[Plot]:
    """Names that have room, those on the front first, then by rank."""
    ordered = sorted(rows, key=lambda row: (not row.is_on_front, row.entrant.rank, row.entrant.public_id))
    dots = [plane.dot(row) for row in ordered]
    return [
        {
            "x": plane.x(ordered[place.dot].cost),
            "y": 100 * ordered[place.dot].quality,
            "text": plain(dots[place.dot].text),
            "dx": place.dx,
            "dy": place.dy,
            "anchor": place.anchor,
        }
        for place in places_of(dots, width=width, height=HEIGHT_PX - AXIS_PX, lines=_steps(rows, plane))
    ]
