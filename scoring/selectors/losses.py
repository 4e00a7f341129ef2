"""Why an entry's tasks were not solved, counted from its sheet; how it stands in the field; what it spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, Max, Min, Q

from scoring.columns import COLUMN_OF, Column
from scoring.engine.display import decimal, percent
from scoring.engine.sheets import Sheet
from scoring.engine.track import DimensionText
from scoring.filters import TaskFilters
from scoring.models import LeaderboardEntry
from scoring.pages.losses import CallsLine, EntryLosses, FieldLine, Losses, LossLine
from scoring.selectors.figures import figure_text
from scoring.selectors.sheets import Run

FIELD_COLUMNS: Final = (
    "tp_feasible",
    "tp_infeasible",
    "satisfaction",
    "truthfulness",
    "executability",
    "infeasibility",
    "overall",
    "efficiency",
    "tokens_per_task",
)
ANY: Final = "any"
"""In place of a dimension's key: whichever is the only one that fails."""


def entry_losses(
    entry: LeaderboardEntry, run: Run | None, texts: Sequence[DimensionText], filters: TaskFilters
) -> EntryLosses:
    """Everything about one entry; `run` is None while its sheet is still to be made."""
    return EntryLosses(
        losses=None if run is None else _losses(run.sheet, texts, filters),
        field=_field(entry),
        calls=None if run is None else _calls(run.usage),
    )


def failing_alone(sheet: Sheet, texts: Sequence[DimensionText]) -> Mapping[str, int]:
    """By dimension, the unsolved tasks that fail it and nothing else; under `ANY` all of them."""
    once = twice = 0
    fails = {str(text.key): sheet.fails(text.key) & ~sheet.perfect for text in texts if text.is_judged}
    for failing in fails.values():
        twice |= once & failing
        once |= failing
    alone = {key: failing & once & ~twice for key, failing in fails.items()}
    return {**alone, ANY: once & ~twice}


def _losses(sheet: Sheet, texts: Sequence[DimensionText], filters: TaskFilters) -> Losses:
    lost = sheet.every & ~sheet.perfect
    alone = failing_alone(sheet, texts)
    shown = TaskFilters(version=filters.version, evaluator=filters.evaluator)
    lines = [_loss_line(text, sheet, alone, lost, shown) for text in texts if text.is_judged]
    failed = 0
    for text in texts:
        if text.is_judged:
            failed |= sheet.fails(text.key)
    near = alone[ANY].bit_count()
    return Losses(
        tasks=sheet.size,
        lost=lost.bit_count(),
        near=near,
        gated=(lost & ~failed).bit_count(),
        # The paper's order where two lose as many.
        lines=sorted((line for line in lines if line.failing), key=lambda line: -line.failing),
        near_query=shown.query(alone=ANY) if near else "",
    )


def _loss_line(
    text: DimensionText, sheet: Sheet, alone: Mapping[str, int], lost: int, shown: TaskFilters
) -> LossLine:
    key, total = str(text.key), lost.bit_count()
    failing = (sheet.fails(text.key) & lost).bit_count()
    by_itself = alone[key].bit_count()
    share = failing / total if total else None
    return LossLine(
        key=key,
        label=text.label,
        failing=failing,
        alone=by_itself,
        others=failing - by_itself,
        share_text=percent(share),
        bar_alone=round(100 * by_itself / total, 2) if total else 0.0,
        bar_others=round(100 * (failing - by_itself) / total, 2) if total else 0.0,
        failing_query=shown.query(failed=key) if failing else "",
        alone_query=shown.query(alone=key) if by_itself else "",
    )


def _field(entry: LeaderboardEntry) -> Sequence[FieldLine]:
    """The entry's figures among those of all others that hold a rank on its board, in one query."""
    columns = [COLUMN_OF[key] for key in FIELD_COLUMNS if getattr(entry, key) is not None]
    others = LeaderboardEntry.objects.filter(
        dataset_version=entry.dataset_version_id,
        evaluator_version=entry.evaluator_version,
        rank__isnull=False,
    ).exclude(pk=entry.pk)
    wanted: dict[str, Any] = {}
    for column in columns:
        key, value = column.key, getattr(entry, column.key)
        worse = Q(**{f"{key}__{'lt' if column.higher_is_better else 'gt'}": value})
        wanted |= {
            f"{key}_worse": Count("pk", filter=worse),
            f"{key}_among": Count(key),
            f"{key}_least": Min(key),
            f"{key}_most": Max(key),
        }
    found = others.aggregate(**wanted) if wanted else {}
    return [_field_line(entry, column, found) for column in columns if found[f"{column.key}_among"]]


def _field_line(entry: LeaderboardEntry, column: Column, found: Mapping[str, Any]) -> FieldLine:
    key, value = column.key, float(getattr(entry, column.key))
    least, most = min(value, found[f"{key}_least"]), max(value, found[f"{key}_most"])
    worst, best = (least, most) if column.higher_is_better else (most, least)
    return FieldLine(
        key=key,
        label=column.label,
        text=figure_text(column, value),
        worse=found[f"{key}_worse"],
        among=found[f"{key}_among"],
        worst_text=figure_text(column, worst),
        best_text=figure_text(column, best),
        place=round(100 * (value - worst) / (best - worst), 2) if best != worst else None,
    )


def _calls(usage: Mapping[str, Sequence[float | None]]) -> CallsLine | None:
    known = [
        (calls, least)
        for calls, least in zip(usage["calls"], usage["least_calls"], strict=True)
        if calls is not None and least is not None
    ]
    if not known:
        return None
    over = [calls - least for calls, least in known if calls > least]
    return CallsLine(
        tasks=len(known),
        calls_text=decimal(sum(calls for calls, _ in known) / len(known), 1),
        least_text=decimal(sum(least for _, least in known) / len(known), 1),
        within=len(known) - len(over),
        over=len(over),
        over_text=decimal(sum(over) / len(over), 1) if over else "–",
    )
