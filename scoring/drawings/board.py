"""The figure of a board: its first entries with TP-feas, 95 % interval and rank range."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.drawings.svg import (
    DATA,
    DATA_SOFT,
    INK,
    INK_2,
    RULE,
    SANS,
    SHEET,
    drawing,
    element,
    shortened,
    words,
)
from scoring.exports import BoardFile

TOP_USUAL: Final = 20
TOP_MOST: Final = 50

_WIDTH: Final = 960
_LEFT: Final = 300
_RIGHT: Final = 700
_TOP: Final = 92
_ROW: Final = 26
_FOOT: Final = 56
_NAME_MOST: Final = 38
_TICKS: Final = range(0, 101, 20)


def board_svg(file: BoardFile, top: int) -> str:
    """The first ``top`` ranked rows in the order asked for; the columns have to hold ``tp_feasible``."""
    rows = file.content["rows"][:top]
    end = _TOP + max(1, len(rows)) * _ROW
    content = "".join(
        [
            element("rect", width=_WIDTH, height=end + _FOOT, fill=SHEET, stroke=RULE),
            *_head(file, len(rows)),
            *_axis(end),
            *_rows(rows),
            *_foot(file, end),
        ]
    )
    return drawing(
        content,
        width=_WIDTH,
        height=end + _FOOT,
        title=f"TREK leaderboard, {_board(file)}: TP-feas of the first {len(rows)} entries",
        description=" ".join(f"{_said(row)}." for row in rows) or "No entry is ranked.",
    )


def _head(file: BoardFile, count: int) -> Iterator[str]:
    total = file.content["list"]["total"]
    yield _text("TREK leaderboard", 24, 36, size=20, weight="bold")
    yield _text(f"{_board(file)} · {count} of {total} ranked", 24, 58, size=12, fill=INK_2)
    yield _text("Rank (range)", _RIGHT + 130, _TOP - 10, size=11, fill=INK_2)
    yield _text("TP-feas, 95 % interval", _RIGHT + 16, _TOP - 24, size=11, fill=INK_2)


def _axis(end: float) -> Iterator[str]:
    for tick in _TICKS:
        x = _x(tick / 100)
        yield element("line", x1=x, x2=x, y1=_TOP - 4, y2=end, stroke=RULE)
        yield _text(str(tick), x, end + 16, size=11, fill=INK_2, anchor="middle")


def _rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not rows:
        yield _text("No entry is ranked.", _LEFT, _TOP + 17, size=12, fill=INK_2)
    for place, row in enumerate(rows):
        yield element("g", element("title", words(_said(row))) + "".join(_row(row, _TOP + place * _ROW)))


def _row(row: Mapping[str, Any], y: float) -> Iterator[str]:
    figure, middle = row["figures"]["tp_feasible"], y + _ROW / 2
    yield _text(shortened(row["display_name"], _NAME_MOST), _LEFT - 12, middle + 4, size=12, anchor="end")
    if figure["low"]:
        low, high = _x(float(figure["low"]) / 100), _x(float(figure["high"]) / 100)
        yield element("line", x1=low, x2=high, y1=middle, y2=middle, stroke=DATA_SOFT, stroke_width=8)
        yield element("line", x1=low, x2=high, y1=middle, y2=middle, stroke=DATA, stroke_width=1.5)
    if figure["value"] is not None:
        yield element("circle", cx=_x(figure["value"]), cy=middle, r=4.5, fill=DATA)
    yield _text(figure["text"], _RIGHT + 16, middle + 4, size=12, weight="bold")
    if figure["low"]:
        yield _text(f"{figure['low']}–{figure['high']}", _RIGHT + 54, middle + 4, size=11, fill=INK_2)
    yield _text(_place(row), _RIGHT + 150, middle + 4, size=12)


def _foot(file: BoardFile, end: float) -> Iterator[str]:
    said = (
        "Rank range: places that the tests between all entries leave open."
        if file.content["ranges"]["state"] == "made"
        else "Rank ranges are not part of this state."
    )
    yield _text(f"{said} Content SHA-256 {file.sha256}", 24, end + 42, size=9.5, fill=INK_2)


def _board(file: BoardFile) -> str:
    board = file.content["board"]
    return f"{board['dataset_version']}, evaluator {board['evaluator_version']}, revision {board['revision']}"


def _said(row: Mapping[str, Any]) -> str:
    figure = row["figures"]["tp_feasible"]
    interval = f", 95 % interval {figure['low']}–{figure['high']}" if figure["low"] else ""
    return f"Rank {_place(row)}, {row['display_name']}: TP-feas {figure['text']}{interval}"


def _place(row: Mapping[str, Any]) -> str:
    standing = row["range"]
    place = f"{'=' if row['is_shared'] else ''}{row['rank']}"
    if standing is None:
        return place
    best, worst = standing["best"], standing["worst"]
    return f"{place} ({best}–{worst})" if best != worst else f"{place} ({best})"


def _x(share: float) -> float:
    return _LEFT + share * (_RIGHT - _LEFT)


def _text(
    text: str,
    x: float,
    y: float,
    *,
    size: float,
    fill: str = INK,
    weight: str = "normal",
    anchor: str = "start",
) -> str:
    return element(
        "text",
        words(text),
        x=x,
        y=y,
        fill=fill,
        font_family=SANS,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
    )
