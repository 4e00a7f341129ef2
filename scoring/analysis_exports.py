"""The analysis pages as files: the numbers that are shown, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from scoring.exports import safe_cell
from scoring.pages.analysis import Entrant, FailurePage, Frame
from scoring.pages.cost import CostPage
from scoring.pages.robustness import OrderRow, RobustnessPage

_ENTRANT: Final = ("rank", "entry", "display_name", "organisation", "model", "division", "open_weights")
_FRAME: Final = ("dataset_version", "evaluator_version", "board_revision")


def failures_csv(page: FailurePage) -> str:
    """One line for each cell, so that every rate stands beside its counts and its interval."""
    heads = ("grouping", "failed_rule", "column", "failed", "applicable", "rate", "low", "high")
    lines = (
        [
            *_entrant(row.entrant),
            page.grouping,
            page.subject if page.grouping else cell.label,
            cell.label,
            cell.failed,
            cell.applicable,
            cell.rate,
            cell.low,
            cell.high,
        ]
        for row in page.rows
        for cell in row.cells
    )
    return _written(heads, lines, page.frame)


def cost_csv(page: CostPage) -> str:
    """Every entry, those without a cost with the reason; the unit and the day of the prices on each line."""
    heads = (
        "tp_feasible",
        "tp_feasible_low",
        "tp_feasible_high",
        "cost",
        "unit",
        "tasks_known",
        "on_front",
        "front_certainty",
        "priced_as",
        "prices_as_of",
        "unknown_because",
    )
    day = "" if page.prices is None else page.prices.as_of.isoformat()
    counted = (
        [
            *_entrant(row.entrant),
            *(row.quality, row.quality_low, row.quality_high, row.cost, page.unit, row.known),
            *("yes" if row.is_on_front else "no", row.certainty, row.price_model, day, ""),
        ]
        for row in page.rows
    )
    others = (
        [*_entrant(row.entrant), *[None] * 4, page.unit, *[None] * 4, day, row.reason]
        for row in page.uncounted
    )
    return _written(heads, chain(counted, others), page.frame)


def robustness_csv(page: RobustnessPage) -> str:
    """Evaluated entries, then reported models: the value and the rank in every order."""
    heads = [name for head in page.evaluated.heads for name in (head.key, f"{head.key}_rank")]
    lines = (
        [*(_entrant(row.entrant) if row.entrant else _reported(row)), *_orders(row)]
        for table in (page.evaluated, page.reported)
        for row in table.rows
    )
    return _written(heads, lines, page.frame)


def _orders(row: OrderRow) -> Iterator[object]:
    for cell in row.cells:
        yield from (cell.value, cell.rank)


def _reported(row: OrderRow) -> Sequence[object]:
    """A model of the paper among entries: it has a name, and nothing else that an entry has."""
    return (None, "reported", row.name, row.by, row.name, None, None)


def _entrant(entrant: Entrant) -> Sequence[object]:
    return (
        entrant.rank,
        entrant.public_id,
        entrant.display_name,
        entrant.organisation,
        entrant.model_name,
        entrant.division,
        entrant.open_weights,
    )


def _written(heads: Sequence[str], lines: Iterable[Sequence[object]], frame: Frame | None) -> str:
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    write([*_ENTRANT, *heads, *_FRAME])
    board = () if frame is None else (frame.version_name, frame.evaluator_version, frame.revision)
    for line in lines:
        write([_cell(value) for value in (*line, *board)])
    return out.getvalue()


def _cell(value: object) -> str:
    """A number as it is, text made safe, nothing for what does not exist."""
    if value is None:
        return ""
    return safe_cell(value) if isinstance(value, str) else repr(value)
