"""Rows of the board that were reported elsewhere: shown beside the ranked ones, never among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from scoring.board_filters import BoardFilters
from scoring.columns import Column
from scoring.engine import display
from scoring.pages import Cell
from scoring.pages.board import ReportedRow
from scoring.published import PublishedRun, published_runs
from scoring.selectors.figures import bar_of

# The columns of the file that are shown: what the paper prints in its Tables 2 and 16.
PRINTED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "tp_feasible": "paper_tp_feasible",
        "tp_infeasible": "paper_tp_infeasible",
        "satisfaction": "paper_satisfaction",
        "truthfulness": "paper_truthfulness",
        "executability": "paper_executability",
        "infeasibility": "paper_infeasibility",
        "overall": "paper_overall",
        "overall_arithmetic": "paper_overall_arithmetic",
        "overall_harmonic": "paper_overall_harmonic",
        "efficiency": "paper_efficiency",
        "tokens_per_task": "paper_tokens_thousand",
    }
)
_THOUSAND: Final = 1000


def reported_rows(
    filters: BoardFilters, columns: Sequence[Column], *, direction: str, track: str
) -> Sequence[ReportedRow]:
    """What was reported, in the order asked for; by TP-feas and overall where ranks are asked for.

    They state neither weights, division nor a day, so that a filter by one of these leaves them out.
    """
    if filters.source == "evaluated" or filters.page > 1 or _asks_more(filters):
        return ()
    runs = [
        run
        for run in published_runs(track)
        if not filters.organisation or run.organisation == filters.organisation
    ]
    return [_row(run, columns) for run in _ordered(runs, filters.sort, direction)]


def reported_organisations(filters: BoardFilters, *, track: str) -> Sequence[str]:
    """Whose models were reported; none where they are not shown."""
    return () if filters.source == "evaluated" else [run.organisation for run in published_runs(track)]


def _asks_more(filters: BoardFilters) -> bool:
    return bool(filters.division or filters.weights or filters.since or filters.until)


def _ordered(runs: Sequence[PublishedRun], sort: str, direction: str) -> Sequence[PublishedRun]:
    best = sorted(
        runs, key=lambda run: (-run.figure("paper_tp_feasible"), -run.figure("paper_overall"), run.key)
    )
    if sort == "rank":
        return best[::-1] if direction == "desc" else best
    return sorted(best, key=lambda run: run.figure(PRINTED[sort]), reverse=direction == "desc")


def _row(run: PublishedRun, columns: Sequence[Column]) -> ReportedRow:
    return ReportedRow(
        key=run.key,
        model_name=run.model,
        organisation=run.organisation,
        cells=[reported_cell(run, column) for column in columns],
    )


def reported_cell(run: PublishedRun, column: Column) -> Cell:
    """One figure of a model, as it is printed."""
    name = PRINTED[column.key]
    if not column.is_share:
        value = run.figure(name) * _THOUSAND
        return Cell(key=column.key, text=display.count(value), value=value)
    return Cell(
        key=column.key,
        text=run.printed[name],
        value=run.share(name),
        low_text=run.printed.get(f"{name}_low", ""),
        high_text=run.printed.get(f"{name}_high", ""),
        bar=bar_of(column, run.share(name)),
    )
