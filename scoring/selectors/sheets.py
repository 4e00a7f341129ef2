"""Score sheets as values. Whoever asks has already found that the reader may see the evaluations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import DimensionKey
from scoring.engine.sheets import Sheet, marks_unpacked, usage_unpacked
from scoring.models import SCORE_COLUMNS, ScoreSheet

DIMENSIONS: Final[Sequence[DimensionKey]] = tuple(DimensionKey(column) for column in SCORE_COLUMNS)
"""The dimensions of a sheet, in the order in which they are packed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One evaluation: its verdicts, and what was used task by task, by key of `USAGE_KEYS`."""

    sheet: Sheet
    usage: Mapping[str, Sequence[float | None]]


def run_of(evaluation_id: int) -> Run | None:
    """The sheet of one evaluation with what it used, in one query; None where there is none yet."""
    row = ScoreSheet.objects.filter(pk=evaluation_id).first()
    if row is None:
        return None
    return Run(
        sheet=marks_unpacked(bytes(row.marks), row.size, DIMENSIONS),
        usage=usage_unpacked(bytes(row.usage), row.size),
    )


def sheets_of(evaluation_ids: Collection[int]) -> Mapping[int, Sheet]:
    """The sheets of evaluations, in one query; one that has none yet is left out."""
    rows = ScoreSheet.objects.filter(pk__in=evaluation_ids).values_list("pk", "size", "marks")
    return {pk: marks_unpacked(bytes(marks), size, DIMENSIONS) for pk, size, marks in rows}


def usage_of(evaluation_ids: Collection[int]) -> Mapping[int, Mapping[str, Sequence[float | None]]]:
    """What runs used task by task, by key of `USAGE_KEYS`, in one query."""
    rows = ScoreSheet.objects.filter(pk__in=evaluation_ids).values_list("pk", "size", "usage")
    return {pk: usage_unpacked(bytes(usage), size) for pk, size, usage in rows}
