"""Evaluations, their results task by task, and the board made from them."""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterable
from typing import Any, Final, Self

from django.db import models
from django.db.models import Q

from scoring.states import OUTCOMES, UNFINISHED, Outcome, State, Unranked
from submissions.selectors import Viewer, owned_or_moderated, published
from trek_site.shared.leases import LeasedRow

SCORE_COLUMNS: Final = (
    "d0_keyword",
    "d0_source",
    "d1_implicit",
    "d2_unord_single",
    "d2_unord_multi",
    "d3_budget",
    "d4_impossible",
    "d5_retry",
    "b2_opening_hours",
    "b3_spatiotemporal",
)
"""The official keys of a task's scores, in the official order; each is a column of `TaskOutcome`."""

SHARE_COLUMNS: Final = (
    "tp_feasible",
    "tp_infeasible",
    "satisfaction",
    "truthfulness",
    "executability",
    "infeasibility",
    "overall",
    "overall_arithmetic",
    "overall_harmonic",
    "efficiency",
)
"""The figures of a board that are shares, in the paper's order; each is a column of `LeaderboardEntry`."""


class ShareField(models.FloatField):  # type: ignore[type-arg]  # The stubs' two parameters are Django's own.
    """A share between 0 and 1, or nothing.

    SQLite stores NaN as NULL, which would turn a broken figure into "not applicable" without a word, and
    there no constraint can see it. So what is not finite is refused before it gets there; the constraints do
    the rest, and on PostgreSQL they see NaN themselves.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"null": True, "blank": True, **options})

    def get_prep_value(self, value: Any) -> Any:
        """The value as stored.

        Raises:
            ValueError: It is NaN or infinite.
        """
        prepared = super().get_prep_value(value)
        if isinstance(prepared, float) and not math.isfinite(prepared):
            raise ValueError(f"{self.name} must be a finite number")
        return prepared


def _shares_are_bounded(columns: Iterable[str], *, prefix: str) -> list[models.CheckConstraint]:
    # PostgreSQL holds NaN to be greater than every number, so that the upper bound refuses it.
    return [
        models.CheckConstraint(
            condition=Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__gte": 0, f"{column}__lte": 1}),
            name=f"{prefix}_{column}_bounded",
        )
        for column in columns
    ]


def _state_and_outcome_agree() -> Q:
    pairs = (Q(state=state, outcome__in=sorted(outcomes)) for state, outcomes in OUTCOMES.items())
    return functools.reduce(operator.or_, pairs)


class EvaluationQuerySet(models.QuerySet["Evaluation"]):
    """The questions that are asked about evaluations, each in one place."""

    def unfinished(self) -> Self:
        """Those that the machinery still has to do something about."""
        return self.filter(state__in=UNFINISHED)

    def visible_to(self, viewer: Viewer) -> Self:
        """Those of published submissions, and those of the viewer's own."""
        return self.filter(published("submission__") | owned_or_moderated(viewer, "submission__"))


class Evaluation(LeasedRow):
    """One scoring of one submission against one dataset version by one evaluator version.

    Attributes:
        tasks_done: Tasks scored so far, for the progress bar only.
        bundle_sha256: Of the bytes that were read for it.
        release_digest: Of the release that was read for it.
        results_digest: Of the canonical form of all results; equal inputs give equal digests.
        summary: Every aggregate under its official key.
    """

    submission = models.ForeignKey(
        "submissions.Submission", on_delete=models.PROTECT, related_name="evaluations"
    )
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="evaluations"
    )
    evaluator_version = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.NONE, blank=True)
    tasks_done = models.PositiveIntegerField(default=0)
    tasks_total = models.PositiveIntegerField(default=0)
    bundle_sha256 = models.CharField(max_length=64, blank=True)
    release_digest = models.CharField(max_length=64, blank=True)
    results_digest = models.CharField(max_length=64, blank=True)
    summary = models.JSONField(default=dict, blank=True)
    failure_id = models.CharField(max_length=20, blank=True)
    queued_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = EvaluationQuerySet.as_manager()

    class Meta:
        ordering = ["-queued_at", "-pk"]
        indexes = [
            models.Index(
                fields=["rung_at"],
                condition=Q(state__in=UNFINISHED),
                name="evaluation_unfinished",
            ),
            # A board says how many are under way; counting them must not read all that ever were.
            models.Index(fields=["dataset_version", "state"], name="evaluation_version_state"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "dataset_version", "evaluator_version"], name="evaluation_unique"
            ),
            models.CheckConstraint(condition=_state_and_outcome_agree(), name="evaluation_state_and_outcome"),
            models.CheckConstraint(
                condition=Q(state=State.FINISHED, deadline_at__isnull=True, finished_at__isnull=False)
                | (~Q(state=State.FINISHED) & Q(deadline_at__isnull=False, finished_at__isnull=True)),
                name="evaluation_deadline_unless_final",
            ),
            models.CheckConstraint(
                condition=~Q(state=State.FINISHED) | Q(lease_token__isnull=True),
                name="evaluation_final_has_no_lease",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=Outcome.FAILED) & ~Q(failure_id=""))
                | (~Q(outcome=Outcome.FAILED) & Q(failure_id="")),
                name="evaluation_failure_has_an_id",
            ),
            models.CheckConstraint(
                condition=(Q(outcome=Outcome.SCORED) & ~Q(results_digest=""))
                | (~Q(outcome=Outcome.SCORED) & Q(results_digest="")),
                name="evaluation_scored_has_a_digest",
            ),
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
    outcomes = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["evaluation", "query_index"]
        constraints = [
            models.UniqueConstraint(fields=["evaluation", "query_index"], name="task_outcome_unique"),
            *_shares_are_bounded(SCORE_COLUMNS, prefix="task_outcome"),
        ]

    def __str__(self) -> str:
        return f"task {self.query_index} of evaluation {self.evaluation_id}"


class LeaderboardEntryQuerySet(models.QuerySet["LeaderboardEntry"]):
    """The questions that are asked about entries, each in one place."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Published entries, and the viewer's own."""
        path = "evaluation__submission__"
        return self.filter(published(path) | owned_or_moderated(viewer, path))


class LeaderboardEntry(models.Model):
    """One row of a board: the figures of one evaluation, and the rank they hold.

    Attributes:
        tokens_per_task: Mean over the tasks that report any.
        intervals: Column to ``[low, high]`` of its 95 % interval; columns without one are absent.
        rank: Position on the board from 1, shared by equals; None for an unranked entry.
    """

    evaluation = models.OneToOneField(Evaluation, on_delete=models.CASCADE, related_name="entry")
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="entries"
    )
    evaluator_version = models.CharField(max_length=40)
    tp_feasible = ShareField()
    tp_infeasible = ShareField()
    satisfaction = ShareField()
    truthfulness = ShareField()
    executability = ShareField()
    infeasibility = ShareField()
    overall = ShareField()
    overall_arithmetic = ShareField()
    overall_harmonic = ShareField()
    efficiency = ShareField()
    tokens_per_task = models.FloatField(null=True, blank=True)
    intervals = models.JSONField(default=dict, blank=True)
    rank = models.PositiveIntegerField(null=True, blank=True)
    unranked_reason = models.CharField(
        max_length=20, choices=Unranked.choices, default=Unranked.PRIVATE, blank=True
    )

    objects = LeaderboardEntryQuerySet.as_manager()

    class Meta:
        ordering = ["dataset_version", "evaluator_version", "rank", "pk"]
        verbose_name_plural = "leaderboard entries"
        indexes = [
            models.Index(fields=["dataset_version", "evaluator_version", "rank"], name="entry_board_rank"),
        ]
        constraints = [
            *_shares_are_bounded(SHARE_COLUMNS, prefix="entry"),
            models.CheckConstraint(
                # The upper bound keeps NaN and infinity out.
                condition=Q(tokens_per_task__isnull=True)
                | Q(tokens_per_task__gte=0, tokens_per_task__lte=1e15),
                name="entry_tokens_per_task_bounded",
            ),
            models.CheckConstraint(
                # Whether it is null has to be asked: a comparison with null is neither true nor false, and a
                # CHECK lets that pass.
                condition=Q(rank__isnull=False, rank__gte=1, unranked_reason="")
                | (Q(rank__isnull=True) & ~Q(unranked_reason="")),
                name="entry_rank_or_reason",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk}, rank {self.rank}"


class BoardRevision(models.Model):
    """How often a board has changed; pages and programs cache under it, and whoever changes it locks it."""

    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="board_revisions"
    )
    evaluator_version = models.CharField(max_length=40)
    revision = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dataset_version", "evaluator_version"], name="board_unique"),
        ]

    def __str__(self) -> str:
        return f"board of {self.dataset_version_id}, {self.evaluator_version}: revision {self.revision}"
