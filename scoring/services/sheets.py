"""Score sheets: written with the results, and made again from them where one is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from scoring.engine.model import Usage
from scoring.engine.sheets import Sheet, bits, marks_packed, sheet_of, usage_packed
from scoring.models import SCORE_COLUMNS, Evaluation, ScoreSheet, TaskOutcome
from scoring.selectors.sheets import DIMENSIONS
from scoring.services.judging import Evaluated
from scoring.states import Outcome

MADE_PER_SWEEP: Final = 50


def sheet_store(evaluation_id: int, evaluated: Evaluated) -> None:
    """Write the sheet of an evaluation, in the transaction that writes its results."""
    _store(evaluation_id, sheet_of(evaluated.results, DIMENSIONS), evaluated.usages)


def sheets_sweep() -> int:
    """Make the sheets of evaluations from before there were any; safe to run twice and beside itself.

    Returns:
        How many.
    """
    scored = Evaluation.objects.filter(outcome=Outcome.SCORED, sheet__isnull=True).order_by("pk")
    wanted = list(scored.values_list("pk", flat=True)[:MADE_PER_SWEEP])
    for pk in wanted:
        with transaction.atomic():
            sheet = _from_outcomes(pk)
            _store(pk, sheet, [Usage()] * sheet.size)
    return len(wanted)


def _store(evaluation_id: int, sheet: Sheet, usages: Sequence[Usage]) -> None:
    row = ScoreSheet(
        evaluation_id=evaluation_id,
        size=sheet.size,
        marks=marks_packed(sheet, DIMENSIONS),
        usage=usage_packed(usages),
    )
    ScoreSheet.objects.bulk_create([row], ignore_conflicts=True)


def _from_outcomes(evaluation_id: int) -> Sheet:
    outcomes = TaskOutcome.objects.filter(evaluation=evaluation_id).order_by("query_index")
    rows = list(outcomes.values_list("is_perfect", *SCORE_COLUMNS))
    columns = {key: [row[place] for row in rows] for place, key in enumerate(DIMENSIONS, start=1)}
    return Sheet(
        size=len(rows),
        perfect=bits(row[0] for row in rows),
        applies={key: bits(score is not None for score in column) for key, column in columns.items()},
        passes={
            key: bits(score is not None and score >= 1.0 for score in column)
            for key, column in columns.items()
        },
    )
