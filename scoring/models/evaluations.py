"""Evaluations and their results task by task."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from scoring.models.leased import EndingQuerySet, EvaluationRow, ends_once, rung_by_age, scored_has_a_digest
from scoring.models.packed import PackedJSONField
from scoring.models.shares import SCORE_COLUMNS, ShareField, shares_are_bounded
from scoring.states import OUTCOMES, UNFINISHED, Outcome
from submissions.selectors import Viewer, owned_or_moderated, readable
from trek_site.shared.turns import Line, TurnTakingRow


class EvaluationQuerySet(EndingQuerySet["Evaluation"]):
    """The questions that are asked about evaluations, each in one place."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Those of submissions that were published, and those of the viewer's own."""
        return self.filter(readable("submission__") | owned_or_moderated(viewer, "submission__"))

    def in_line(self) -> Line:
        """Those that wait to be run, in turns."""
        return Line(rows=self.unfinished(), since="queued_at")


class Evaluation(EvaluationRow, TurnTakingRow):
    """One scoring of one submission against one dataset version by one evaluator version.

    Attributes:
        party: The submission's, whose turn it takes. (0 of what older code queued while both ran.)
        tasks_done: Tasks scored so far, for the progress bar only.
        bundle_sha256: Of the bytes that were read for it.
        release_digest: Of the release that was read for it.
        summary: Every aggregate under its official key.
    """

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="evaluations"
    )
    party = models.BigIntegerField(db_default=0, editable=False)
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="evaluations"
    )
    evaluator_version = models.CharField(max_length=40)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.NONE, blank=True)
    tasks_done = models.PositiveIntegerField(default=0)
    tasks_total = models.PositiveIntegerField(default=0)
    bundle_sha256 = models.CharField(max_length=64, blank=True)
    release_digest = models.CharField(max_length=64, blank=True)
    summary = models.JSONField(default=dict, blank=True)
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)

    objects = EvaluationQuerySet.as_manager()

    class Meta:
        ordering = ["-queued_at", "-pk"]
        indexes = [
            rung_by_age("evaluation_unfinished"),
            # Whom workers work for, and when each party was last served: asked whenever a worker is free.
            models.Index(
                fields=["party", "lease_until"], condition=Q(state__in=UNFINISHED), name="evaluation_in_line"
            ),
            models.Index(fields=["party", "-claimed_at"], name="evaluation_party_served"),
            # A board says how many are under way; counting them must not read all that ever were.
            models.Index(fields=["dataset_version", "state"], name="evaluation_version_state"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "dataset_version", "evaluator_version"], name="evaluation_unique"
            ),
            *ends_once("evaluation", OUTCOMES),
            scored_has_a_digest("evaluation"),
        ]

    def __str__(self) -> str:
        return f"evaluation {self.pk} by {self.evaluator_version}"

    @property
    def missing_tasks(self) -> int:
        """Tasks without a record; they count as failed. 0 before it is scored."""
        return int(self.summary.get("n_missing", 0))


class TaskOutcome(models.Model):
    """The verdict on one task of an evaluation: the scores, and the reasons beside them.

    Attributes:
        query_index: The task.
        gates: Codes of the hard gates that fired.
        run: What was measured beside the scores.
        outcomes: Every check's outcome: code, verdict, path into the plan, facts.
    """

    evaluation = models.ForeignKey(Evaluation, on_delete=models.CASCADE, related_name="task_outcomes")
    query_index = models.PositiveIntegerField()
    d0_keyword = ShareField()
    d0_source = ShareField()
    d1_implicit = ShareField()
    d2_unord_single = ShareField()
    d2_unord_multi = ShareField()
    d3_budget = ShareField()
    d4_impossible = ShareField()
    d5_retry = ShareField()
    b2_opening_hours = ShareField()
    b3_spatiotemporal = ShareField()
    is_perfect = models.BooleanField()
    gates = models.JSONField(default=list, blank=True)
    run = models.JSONField(default=dict, blank=True)
    outcomes = PackedJSONField(default=list, blank=True)

    class Meta:
        ordering = ["evaluation", "query_index"]
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "query_index"], name="task_outcome_unique"),
            *shares_are_bounded(SCORE_COLUMNS, prefix="task_outcome"),
        ]

    def __str__(self) -> str:
        return f"task {self.query_index} of evaluation {self.evaluation_id}"
