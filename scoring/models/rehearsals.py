"""Rehearsals: a board as it would be under other data or other rules. No board reads these tables."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q

from scoring.rehearsal_states import (
    REHEARSAL_OUTCOMES,
    REHEARSED_OUTCOMES,
    RehearsalOutcome,
    RehearsalState,
    RehearsedOutcome,
)
from scoring.states import UNFINISHED, State
from trek_site.shared.leases import LeasedRow

_State = TypeVar("_State", bound=str)


def _agree(pairs: Mapping[_State, Iterable[str]]) -> Q:
    """State and outcome as one of the pairs of a table."""
    allowed = (Q(state=state, outcome__in=sorted(outcomes)) for state, outcomes in pairs.items())
    return functools.reduce(operator.or_, allowed)


class RehearsalQuerySet(models.QuerySet["Rehearsal"]):
    """The questions that are asked about rehearsals, each in one place."""

    def unfinished(self) -> Self:
        """Those without an end."""
        return self.filter(state=RehearsalState.RUNNING)

    def reportable(self) -> Self:
        """Those whose evaluations have all ended, so that the report can be written."""
        return self.unfinished().exclude(Exists(_unfinished_in(OuterRef("pk"))))

    def with_progress(self) -> Self:
        """Annotated with `rows_done` and `rows_total`."""
        done = Count("evaluations", filter=Q(evaluations__state=State.FINISHED))
        return self.annotate(rows_done=done, rows_total=Count("evaluations"))


class Rehearsal(LeasedRow):
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
    state = models.CharField(
        max_length=10, choices=RehearsalState.choices, default=RehearsalState.RUNNING, editable=False
    )
    outcome = models.CharField(
        max_length=10,
        choices=RehearsalOutcome.choices,
        default=RehearsalOutcome.NONE,
        blank=True,
        editable=False,
    )
    report = models.JSONField(default=dict, blank=True, editable=False)
    failure_id = models.CharField(max_length=20, blank=True, editable=False)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="rehearsals"
    )
    created_at = models.DateTimeField(editable=False)
    finished_at = models.DateTimeField(null=True, blank=True, editable=False)

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
                condition=Q(state=RehearsalState.RUNNING),
                name="rehearsal_one_at_a_time",
            ),
            models.CheckConstraint(
                condition=~Q(
                    baseline_version=F("candidate_version"), baseline_evaluator=F("candidate_evaluator")
                ),
                name="rehearsal_of_something_else",
            ),
            models.CheckConstraint(condition=_agree(REHEARSAL_OUTCOMES), name="rehearsal_state_and_outcome"),
            models.CheckConstraint(
                condition=Q(
                    state=RehearsalState.FINISHED, deadline_at__isnull=True, finished_at__isnull=False
                )
                | Q(state=RehearsalState.RUNNING, deadline_at__isnull=False, finished_at__isnull=True),
                name="rehearsal_deadline_unless_final",
            ),
            models.CheckConstraint(
                condition=Q(state=RehearsalState.RUNNING) | Q(lease_token__isnull=True),
                name="rehearsal_final_has_no_lease",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=RehearsalOutcome.FAILED) & ~Q(failure_id=""))
                | (~Q(outcome=RehearsalOutcome.FAILED) & Q(failure_id="")),
                name="rehearsal_failure_has_an_id",
            ),
        ]

    def __str__(self) -> str:
        return f"rehearsal {self.pk}"


class RehearsedEvaluationQuerySet(models.QuerySet["RehearsedEvaluation"]):
    """The questions that are asked about rehearsed evaluations."""

    def unfinished(self) -> Self:
        """Those that the machinery still has to do something about."""
        return self.filter(state__in=UNFINISHED)


class RehearsedEvaluation(LeasedRow):
    """One submission evaluated under a candidate. It never becomes an entry.

    Attributes:
        baseline: What the submission is compared with.
        results_digest: Equal to that of the evaluation which publication brings.
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
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    outcome = models.CharField(
        max_length=10, choices=RehearsedOutcome.choices, default=RehearsedOutcome.NONE, blank=True
    )
    results_digest = models.CharField(max_length=64, blank=True)
    figures = models.JSONField(default=dict, blank=True)
    denominators = models.JSONField(default=dict, blank=True)
    verdicts = models.JSONField(default=dict, blank=True)
    flips = models.JSONField(default=list, blank=True)
    reason = models.TextField(blank=True)
    failure_id = models.CharField(max_length=20, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RehearsedEvaluationQuerySet.as_manager()

    class Meta:
        ordering = ["rehearsal", "submission"]
        indexes = [
            models.Index(fields=["rung_at"], condition=Q(state__in=UNFINISHED), name="rehearsed_unfinished"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["rehearsal", "submission"], name="rehearsed_unique"),
            models.CheckConstraint(condition=_agree(REHEARSED_OUTCOMES), name="rehearsed_state_and_outcome"),
            models.CheckConstraint(
                condition=Q(state=State.FINISHED, deadline_at__isnull=True, finished_at__isnull=False)
                | (~Q(state=State.FINISHED) & Q(deadline_at__isnull=False, finished_at__isnull=True)),
                name="rehearsed_deadline_unless_final",
            ),
            models.CheckConstraint(
                condition=~Q(state=State.FINISHED) | Q(lease_token__isnull=True),
                name="rehearsed_final_has_no_lease",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=RehearsedOutcome.FAILED) & ~Q(failure_id=""))
                | (~Q(outcome=RehearsedOutcome.FAILED) & Q(failure_id="")),
                name="rehearsed_failure_has_an_id",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=RehearsedOutcome.SCORED) & ~Q(results_digest=""))
                | (~Q(outcome=RehearsedOutcome.SCORED) & Q(results_digest="")),
                name="rehearsed_scored_has_a_digest",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=RehearsedOutcome.REFUSED) & ~Q(reason=""))
                | (~Q(outcome=RehearsedOutcome.REFUSED) & Q(reason="")),
                name="rehearsed_refused_has_a_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"submission {self.submission_id} in rehearsal {self.rehearsal_id}"


def _unfinished_in(rehearsal: OuterRef) -> RehearsedEvaluationQuerySet:
    return RehearsedEvaluation.objects.filter(rehearsal=rehearsal, state__in=UNFINISHED)
