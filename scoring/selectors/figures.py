"""Figures of an entry as text, with interval and bar; rounded by the engine's one function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.columns import Column
from scoring.engine import display
from scoring.models import LeaderboardEntry
from scoring.pages import Cell, ScoreTile


def figure_text(column: Column, value: float | None) -> str:
    """The figure, "–" when it does not exist."""
    return display.percent(value) if column.is_share else display.count(value)


def cell_of(entry: LeaderboardEntry, column: Column) -> Cell:
    """One figure of a row of the board."""
    value: float | None = getattr(entry, column.key)
    low, high = _ends(entry.intervals, column)
    return Cell(
        key=column.key,
        text=figure_text(column, value),
        value=value,
        low_text=low,
        high_text=high,
        bar=bar_of(column, value),
    )


def tile_of(entry: LeaderboardEntry, column: Column, count: int | None) -> ScoreTile:
    """One headline figure of an entry; `count` says how many tasks it is over."""
    value: float | None = getattr(entry, column.key)
    low, high = _ends(entry.intervals, column)
    return ScoreTile(
        key=column.key,
        label=column.label,
        help=column.help,
        paper=column.paper,
        text=figure_text(column, value),
        value=value,
        low_text=low,
        high_text=high,
        bar=bar_of(column, value),
        count=count,
    )


def bar_of(column: Column, value: float | None) -> float | None:
    """Width of the bar in percent; None for figures that are no shares."""
    return None if value is None or not column.is_share else round(100 * value, 2)


def _ends(intervals: Mapping[str, Sequence[float]], column: Column) -> tuple[str, str]:
    ends = intervals.get(column.key)
    return ("", "") if ends is None else (figure_text(column, ends[0]), figure_text(column, ends[1]))
