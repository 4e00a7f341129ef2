"""Score sheets as values. Whoever asks has already found that the reader may see the evaluations."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from scoring.engine.model import DimensionKey
from scoring.engine.sheets import Sheet, marks_unpacked, usage_unpacked
from scoring.models import SCORE_COLUMNS, ScoreSheet

DIMENSIONS: Final[Sequence[DimensionKey]] = tuple(DimensionKey(column) for column in SCORE_COLUMNS)
"""The dimensions of a sheet, in the order in which they are packed."""


def sheets_of(evaluation_ids: Collection[int]) -> Mapping[int, Sheet]:
    """The sheets of evaluations, in one query; one that has none yet is left out."""
    rows = ScoreSheet.objects.filter(pk__in=evaluation_ids).values_list("pk", "size", "marks")
    return {pk: marks_unpacked(bytes(marks), size, DIMENSIONS) for pk, size, marks in rows}


def usage_of(evaluation_ids: Collection[int]) -> Mapping[int, Mapping[str, Sequence[float | None]]]:
    """What runs used task by task, by key of `USAGE_KEYS`, in one query."""
    rows = ScoreSheet.objects.filter(pk__in=evaluation_ids).values_list("pk", "size", "usage")
    return {pk: usage_unpacked(bytes(usage), size) for pk, size, usage in rows}
