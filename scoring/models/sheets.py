"""The verdicts of an evaluation in the few bytes that boards and breakdowns count with."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.evaluations import Evaluation


class ScoreSheet(models.Model):
    """One evaluation as `scoring.engine.sheets` packs it: about 2 kB and what its records say was used.

    It can be made again from the task outcomes at any time; what was used cannot, and is known only of
    evaluations that wrote their own sheet.

    Attributes:
        size: Number of tasks.
        marks: Which tasks were passed, as `marks_packed` gives it, over `SCORE_COLUMNS`.
        usage: Calls, tokens and seconds by task, as `usage_packed` gives it.
    """

    evaluation = models.OneToOneField(
        Evaluation, on_delete=models.CASCADE, primary_key=True, related_name="sheet"
    )
    size = models.PositiveIntegerField()
    marks = models.BinaryField()
    usage = models.BinaryField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(size__gte=1), name="score_sheet_has_tasks"),
        ]

    def __str__(self) -> str:
        return f"sheet of evaluation {self.evaluation_id}"
