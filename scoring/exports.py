"""A board as a file: exactly what the page shows, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from scoring.pages import BoardPage, BoardRow, Cell

# A spreadsheet takes a cell that starts so for a formula.
_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
_FACTS: Final = (
    "rank",
    "shared",
    "entry",
    "display_name",
    "organisation",
    "model",
    "division",
    "open_weights",
    "missing_tasks",
)


def board_csv(page: BoardPage) -> str:
    """The rows of the page in their order, ranked ones first; figures as shown, empty where there is none."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\r\n").writerow
    with_interval = _with_interval(page)
    write(
        [*_FACTS, *_headings(page, with_interval), "unranked_reason", "dataset_version", "evaluator_version"]
    )
    version = page.version.name if page.version else ""
    for row in (*page.rows, *page.unranked):
        write(
            [safe_cell(value) for value in (*_facts(row), *_figures(row.cells, with_interval))]
            + [safe_cell(row.unranked_reason), safe_cell(version), safe_cell(page.evaluator_version)]
        )
    return out.getvalue()


def safe_cell(text: str) -> str:
    """The text, with a quotation mark in front where a spreadsheet would compute it."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _facts(row: BoardRow) -> Sequence[str]:
    return (
        "" if row.rank is None else str(row.rank),
        "yes" if row.is_shared_rank else "no",
        row.public_id,
        row.display_name,
        row.organisation,
        row.model_name,
        row.division,
        row.open_weights,
        str(row.missing_tasks),
    )


def _headings(page: BoardPage, with_interval: Collection[str]) -> Iterator[str]:
    for column in page.columns:
        yield column.key
        if column.key in with_interval:
            yield from (f"{column.key}_low", f"{column.key}_high")


def _figures(cells: Sequence[Cell], with_interval: Collection[str]) -> Iterator[str]:
    for cell in cells:
        yield "" if cell.value is None else cell.text
        if cell.key in with_interval:
            yield from (cell.low_text, cell.high_text)


def _with_interval(page: BoardPage) -> Collection[str]:
    """Keys of the columns in which some row has an interval."""
    rows = (*page.rows, *page.unranked)
    return frozenset(cell.key for row in rows for cell in row.cells if cell.low_text)
