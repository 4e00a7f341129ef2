"""A figure twice over: what a script draws, and the same numbers as a table that needs none. Pure.

Colours are named here by their token (``@data``); `static/js/figures.js` puts in what the reader's theme
makes of them, and holds everything that is the same in every figure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from scoring.engine.display import count

Line: TypeAlias = Mapping[str, Any]
Plot: TypeAlias = Mapping[str, Any]

DATA: Final = "@data"
SOFT: Final = "@data-soft"
REFERENCE: Final = "@ink-3"
_LABELS_OF_QUANTILES: Final = ("count", "10 %", "25 %", "median", "75 %", "90 %")


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureCell:
    """A figure in a table; ``bar`` draws it on a scale from 0 to 100."""

    text: str
    bar: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureRow:
    """One row of the table beside a figure."""

    label: str
    cells: Sequence[FigureCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure.

    Attributes:
        key: Names it in the page.
        lead: What it says, in a sentence.
        plot: Traces and axes, as the drawing library reads them.
        heads: Headings of the table; the first stands over the labels.
    """

    key: str
    title: str
    lead: str
    plot: Plot
    heads: Sequence[str]
    rows: Sequence[FigureRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One row of bars."""

    name: str
    values: Sequence[float]
    colour: str = DATA


def bars(
    labels: Sequence[str], series: Sequence[Series], *, across: str, up: str, stacked: bool = False
) -> Plot:
    """Upright bars, one group a label.

    Args:
        labels: Under the bars, in order.
        series: Each as long as the labels.
        across: What the labels are.
        up: What the height is.
        stacked: Whether the series stand on one another.
    """
    return {
        "traces": [
            {
                "type": "bar",
                "name": one.name,
                "x": list(labels),
                "y": list(one.values),
                "marker": {"color": one.colour, "line": {"color": DATA, "width": int(one.colour == SOFT)}},
                "hovertemplate": "%{x}<br>%{y}<extra>%{fullData.name}</extra>",
            }
            for one in series
        ],
        "axes": {
            "xaxis": {"title": {"text": across}, "type": "category", "showgrid": False},
            "yaxis": {"title": {"text": up}, "rangemode": "tozero"},
        },
        "barmode": "stack" if stacked else "group",
        "showlegend": len(series) > 1,
    }


def grouped_bars(groups: Sequence[str], labels: Sequence[str], values: Sequence[float], *, up: str) -> Plot:
    """One row of upright bars, its labels under common headings.

    Args:
        groups: The heading of each bar; equal ones stand together.
        labels: Under the bars.
        values: Their heights.
        up: What the height is.
    """
    upright = bars(labels, [Series(name=up, values=values)], across="", up=up)
    (trace,) = upright["traces"]
    return {
        **upright,
        "traces": [
            {
                **trace,
                "x": [list(groups), list(labels)],
                "customdata": [f"{label} {group}" for group, label in zip(groups, labels, strict=True)],
                "hovertemplate": "%{customdata}<br>%{y}<extra></extra>",
            }
        ],
        "axes": {**upright["axes"], "xaxis": {"type": "multicategory", "showgrid": False}},
    }


def histogram(
    labels: Sequence[str], bins: Sequence[Line], series: Sequence[Series], *, across: str, up: str
) -> Plot:
    """Bars between the limits of bins on an axis of numbers; an open bin is drawn as wide as the one before.

    Args:
        labels: The bins in words, shown beside the pointer.
        bins: With ``low`` and ``high``.
        series: Counts of each bin; several stand on one another.
        across: What the axis measures.
        up: What is counted.
    """
    widths = [line["high"] - line["low"] for line in bins if line["high"] is not None]
    step = widths[-1] if widths else 1
    spans = [(line["low"], line["low"] + step if line["high"] is None else line["high"]) for line in bins]
    upright = bars(labels, series, across=across, up=up, stacked=True)
    return {
        **upright,
        "traces": [
            {
                **trace,
                "x": [(low + high) / 2 for low, high in spans],
                "width": [0.96 * (high - low) for low, high in spans],
                "customdata": list(labels),
                "hovertemplate": "%{customdata}<br>%{y}<extra>%{fullData.name}</extra>",
            }
            for trace in upright["traces"]
        ],
        "axes": {**upright["axes"], "xaxis": {"title": {"text": across}, "showgrid": False}},
    }


def lying_bars(labels: Sequence[str], series: Sequence[Series], *, along: str) -> Plot:
    """Bars from left to right, the first label on top."""
    upright = bars(labels, series, across="", up=along)
    return {
        **upright,
        "traces": [
            {
                **trace,
                "orientation": "h",
                "x": trace["y"],
                "y": trace["x"],
                "hovertemplate": "%{y}<br>%{x}<extra>%{fullData.name}</extra>",
            }
            for trace in upright["traces"]
        ],
        "axes": {
            "xaxis": {"title": {"text": along}, "rangemode": "tozero"},
            "yaxis": {"type": "category", "autorange": "reversed", "showgrid": False},
        },
    }


def spreads(labels: Sequence[str], lines: Sequence[Line], *, along: str) -> Plot:
    """For each label the median as a tick, the middle half as a thick line, four fifths as a thin one."""
    return {
        "traces": [
            _segments("10 to 90 %", labels, lines, ("q10", "q90"), width=1.5),
            _segments("25 to 75 %", labels, lines, ("q25", "q75"), width=7),
            {
                "type": "scatter",
                "mode": "markers",
                "name": "median",
                "x": [line["q50"] for line in lines],
                "y": list(labels),
                "marker": {
                    "symbol": "line-ns",
                    "size": 15,
                    "color": "@ink",
                    "line": {"color": "@ink", "width": 2.5},
                },
                "hovertemplate": "%{y}<br>median %{x}<extra></extra>",
            },
        ],
        "axes": {
            # Lines get no room at the end of an axis of their own accord.
            "xaxis": {"title": {"text": along}, "range": [0, 1.04 * max(line["q90"] for line in lines)]},
            "yaxis": {"type": "category", "autorange": "reversed", "showgrid": False},
        },
        "showlegend": True,
    }


def _segments(
    name: str, labels: Sequence[str], lines: Sequence[Line], ends: tuple[str, str], *, width: float
) -> Plot:
    """One line a label; the gap after each keeps them apart."""
    low, high = ends
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": [value for line in lines for value in (line[low], line[high], None)],
        "y": [value for label in labels for value in (label, label, None)],
        "line": {"color": DATA, "width": width},
        "hoverinfo": "skip",
    }


def spread_heads(first: str) -> Sequence[str]:
    """Headings of the table beside a figure of spreads."""
    return (first, *_LABELS_OF_QUANTILES)


def spread_rows(labels: Sequence[str], lines: Sequence[Line]) -> Sequence[FigureRow]:
    """The same figures as rows."""
    keys = ("count", "q10", "q25", "q50", "q75", "q90")
    return [
        FigureRow(label=label, cells=[FigureCell(text=count(line[key])) for key in keys])
        for label, line in zip(labels, lines, strict=True)
    ]
