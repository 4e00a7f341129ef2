"""What the script draws on the analysis pages, as the drawing library reads it. Pure.

Colours are named by their token, as in `kb_browser.plots`. The library reads the texts it is given as markup,
so that what strangers wrote goes through `plain`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from scoring.engine.display import percent
from scoring.pages.analysis import FailureColumn, FailureRow
from scoring.pages.robustness import OrderHead, OrderRow

Plot: TypeAlias = Mapping[str, Any]

NAME_CHARACTERS: Final = 32
SHORT_NAME_CHARACTERS: Final = 24
ROW_PX: Final = 27
LEAST_ORDERED: Final = 2
HEAD_PX: Final = 120
# The three stops of the scale of failures; the table's classes mix the same tokens.
_HEAT: Final = [[0, "@heat-low"], [0.5, "@heat-middle"], [1, "@heat-high"]]
# Keep a name's direction to itself, and its first character from being taken for a colour's token.
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def plain(text: str, most: int = NAME_CHARACTERS) -> str:
    """A stranger's text for the drawing library: bounded, no markup, no effect on its surroundings."""
    short = text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
    return f"{_ISOLATE}{marked_off(short)}{_END_ISOLATE}"


def marked_off(text: str) -> str:
    """A text as the library shows it, whatever it would take for markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def failures_heatmap(columns: Sequence[FailureColumn], rows: Sequence[FailureRow]) -> Plot:
    """Rows of entries, columns of dimensions or groups, darker for more failures; {} without rows."""
    drawn = [row for row in rows if row.cells]
    if not drawn or not columns:
        return {}
    return {
        "traces": [
            {
                "type": "heatmap",
                "x": [plain(column.label) for column in columns],
                # Two entries may have the same name, and a label of an axis is there once.
                "y": list(range(len(drawn))),
                "z": [
                    [None if cell.rate is None else 100 * cell.rate for cell in row.cells] for row in drawn
                ],
                "text": [
                    ["" if cell.rate is None else percent(cell.rate, 0) for cell in row.cells]
                    for row in drawn
                ],
                "customdata": [[_told(row, cell) for cell in row.cells] for row in drawn],
                "texttemplate": "%{text}",
                "hovertemplate": "%{customdata}<extra></extra>",
                "hoverongaps": False,
                "zmin": 0,
                "zmax": 100,
                "colorscale": _HEAT,
                "xgap": 1,
                "ygap": 1,
                "colorbar": {
                    "title": {"text": "% failed", "side": "right"},
                    "thickness": 10,
                    "outlinewidth": 0,
                    "tickvals": [0, 25, 50, 75, 100],
                },
            }
        ],
        "axes": {
            "xaxis": {"type": "category", "side": "top", "showgrid": False, "ticks": "", "tickangle": -35},
            "yaxis": {
                "autorange": "reversed",
                "showgrid": False,
                "zeroline": False,
                "ticks": "",
                "tickvals": list(range(len(drawn))),
                "ticktext": [f"{row.entrant.rank}  {plain(row.entrant.display_name)}" for row in drawn],
            },
        },
        "height": HEAD_PX + ROW_PX * len(drawn),
    }


def _told(row: FailureRow, cell: Any) -> str:
    failed = f"{cell.failed} of {cell.applicable} tasks failed"
    interval = f"<br>95 % interval {cell.interval_text} %" if cell.interval_text else ""
    return f"{plain(row.entrant.display_name)}<br>{plain(cell.label)}: {failed}{interval}"


def orders_chart(heads: Sequence[OrderHead], rows: Sequence[OrderRow]) -> Plot:
    """One line an entry from order to order, its rank in each; who moves is drawn stronger. {} below two."""
    drawn = [row for row in rows if all(cell.rank is not None for cell in row.cells)]
    if len(drawn) < LEAST_ORDERED:
        return {}
    places = sorted({cell.rank or 0 for row in drawn for cell in row.cells})
    return {
        "traces": [_order_line(heads, row) for row in drawn],
        "axes": {
            "xaxis": {
                "type": "category",
                "side": "top",
                "showgrid": False,
                "ticks": "",
                "range": [-0.25, len(heads) - 0.75],
            },
            "yaxis": {
                "showgrid": False,
                "zeroline": False,
                "ticks": "",
                "range": [places[-1] + 0.6, places[0] - 0.6],
                "tickvals": [row.cells[0].rank for row in drawn],
                "ticktext": [plain(row.name, SHORT_NAME_CHARACTERS) for row in drawn],
            },
        },
        "height": HEAD_PX + ROW_PX * (places[-1] - places[0] + 1),
    }


def _order_line(heads: Sequence[OrderHead], row: OrderRow) -> Plot:
    moves = any(cell.shift for cell in row.cells)
    colour = "@data" if moves else "@rule-2"
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "name": plain(row.name),
        "x": [head.label for head in heads],
        "y": [cell.rank for cell in row.cells],
        "text": [cell.rank_text for cell in row.cells],
        "customdata": [f"{cell.value_text} %" for cell in row.cells],
        "hovertemplate": "%{fullData.name}<br>%{x}: rank %{y}, %{customdata}<extra></extra>",
        "textfont": {"color": "@ink"},
        "line": {"color": colour, "width": 2 if moves else 1.25},
        "marker": {"size": 21, "color": "@sheet", "line": {"color": colour, "width": 1.5}},
        "cliponaxis": False,
    }
