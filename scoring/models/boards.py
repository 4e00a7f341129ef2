"""Boards: their entries, and how often each has changed."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q

from scoring.models.evaluations import Evaluation
from scoring.models.shares import SHARE_COLUMNS, ShareField, shares_are_bounded
from scoring.states import Unranked
from submissions.selectors import Viewer, owned_or_moderated, readable


class LeaderboardEntryQuerySet(models.QuerySet["LeaderboardEntry"]):
    """The questions that are asked about entries, each in one place."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Entries that were published, withdrawn ones too, and the viewer's own."""
        path = "evaluation__submission__"
        return self.filter(readable(path) | owned_or_moderated(viewer, path))


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
            *shares_are_bounded(SHARE_COLUMNS, prefix="entry"),
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
