"""Rehearsals: a board as it would be under other data or other rules. No board reads these tables."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q

from scoring.models.leased import (
    EndingQuerySet,
    EndingRow,
    EvaluationRow,
    ends_once,
    filled_only_as,
    rung_by_age,
    scored_has_a_digest,
)
from scoring.rehearsal_states import (
    REHEARSAL_OUTCOMES,
    REHEARSED_OUTCOMES,
    RehearsalOutcome,
    RehearsedOutcome,
)
from scoring.states import UNFINISHED, State


class RehearsalQuerySet(EndingQuerySet["Rehearsal"]):
    """The questions that are asked about rehearsals, each in one place."""

    def reportable(self) -> Self:
        """Those whose evaluations have all ended, so that the report can be written."""
        return self.unfinished().exclude(Exists(_unfinished_in(OuterRef("pk"))))

    def with_progress(self) -> Self:
        """Annotated with `rows_done` and `rows_total`."""
        done = Count("evaluations", filter=Q(evaluations__state=State.FINISHED))
        return self.annotate(rows_done=done, rows_total=Count("evaluations"))


class Rehearsal(EndingRow):
    """One board evaluated again under a candidate: other data, other rules or both.

    The lease is held by whoever writes the report.

    Attributes:
        candidate_digest: Of the candidate's release when the rehearsal began.
        report: What would change; empty until it is written. Its shape is `scoring.rehearsal_report`'s.
        requested_by: None for whoever works at the command line.
    """

    baseline_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="rehearsals_from"
    )
    baseline_evaluator = models.CharField(max_length=40)
    candidate_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="rehearsals_of"
    )
    candidate_evaluator = models.CharField(max_length=40)
    candidate_digest = models.CharField(max_length=64)
    outcome = models.CharField(
        max_length=10,
        choices=RehearsalOutcome.choices,
        default=RehearsalOutcome.NONE,
        blank=True,
        editable=False,
    )
    report = models.JSONField(default=dict, blank=True, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals"
    )
    created_at = models.DateTimeField(editable=False)

    objects = RehearsalQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=[
                    "baseline_version",
                    "baseline_evaluator",
                    "candidate_version",
                    "candidate_evaluator",
                ],
                condition=Q(state=State.RUNNING),
                name="rehearsal_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(
                    baseline_version=F("candidate_version"), baseline_evaluator=F("candidate_evaluator")
                ),
                name="rehearsal_of_something_else",
            ),
            *ends_once("rehearsal", REHEARSAL_OUTCOMES),
        ]

    def __str__(self) -> str:
        return f"rehearsal {self.pk}"


class RehearsedEvaluationQuerySet(EndingQuerySet["RehearsedEvaluation"]):
    """The questions that are asked about rehearsed evaluations."""


class RehearsedEvaluation(EvaluationRow):
    """One submission evaluated under a candidate. It never becomes an entry.

    Its digest is that of the evaluation which publication brings.

    Attributes:
        baseline: What the submission is compared with.
        figures: Of every column of the board.
        denominators: How many tasks each figure is over, by the official key of the count.
        verdicts: Per task, whether it is perfect and how each dimension ended (`scoring.verdicts`).
        flips: Verdicts that are not those of the baseline; empty where tasks cannot be matched.
        reason: Why the bundle does not fit the candidate.
    """

    rehearsal = models.ForeignKey(Rehearsal, on_delete=models.CASCADE, related_name="evaluations")
    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="rehearsed_evaluations"
    )
    baseline = models.ForeignKey(
        "scoring.Evaluation", on_delete=models.PROTECT, related_name="rehearsed_evaluations"
    )
    outcome = models.CharField(
        max_length=10, choices=RehearsedOutcome.choices, default=RehearsedOutcome.NONE, blank=True
    )
    figures = models.JSONField(default=dict, blank=True)
    denominators = models.JSONField(default=dict, blank=True)
    verdicts = models.JSONField(default=dict, blank=True)
    flips = models.JSONField(default=list, blank=True)
    reason = models.TextField(blank=True)

    objects = RehearsedEvaluationQuerySet.as_manager()

    class Meta:
        ordering = ["rehearsal", "submission"]
        indexes = [
            rung_by_age("rehearsed_unfinished"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["rehearsal", "submission"], name="rehearsed_unique"),
            *ends_once("rehearsed", REHEARSED_OUTCOMES),
            scored_has_a_digest("rehearsed"),
            filled_only_as(RehearsedOutcome.REFUSED, "reason", name="rehearsed_refused_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"submission {self.submission_id} in rehearsal {self.rehearsal_id}"


def _unfinished_in(rehearsal: OuterRef) -> RehearsedEvaluationQuerySet:
    return RehearsedEvaluation.objects.filter(rehearsal=rehearsal, state__in=UNFINISHED)
