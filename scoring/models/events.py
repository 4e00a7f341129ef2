"""What happened to boards: one row for each change, never edited, from which any state can be rebuilt."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from scoring.models.boards import BoardRevision
from scoring.models.evaluations import Evaluation
from scoring.states import Cause, Unranked


class BoardEvent(models.Model):
    """One change of one board; its number is the board's revision from then on.

    An entry's figures never change, so that the standings of all entries after an event, and with them every
    rank, follow from the events up to it. What was never public has no event.

    Attributes:
        revision: From 1, without gaps.
        evaluation: Whose entry it concerns; None where what is shown changed, and nobody's standing.
        before, after: What kept the entry off the ranks; "" when it was, or is, among those to be ranked.
    """

    board = models.ForeignKey(BoardRevision, on_delete=models.PROTECT, related_name="events")
    revision = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    cause = models.CharField(max_length=20, choices=Cause.choices)
    evaluation = models.ForeignKey(Evaluation, on_delete=models.PROTECT, null=True, related_name="events")
    before = models.CharField(max_length=20, choices=Unranked.choices, default=Unranked.NONE, blank=True)
    after = models.CharField(max_length=20, choices=Unranked.choices, default=Unranked.NONE, blank=True)

    class Meta:
        ordering = ["board", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["board", "revision"], name="board_event_unique"),
            models.CheckConstraint(condition=Q(revision__gte=1), name="board_event_counts_from_one"),
            models.CheckConstraint(
                condition=Q(evaluation__isnull=False) | Q(before=models.F("after")),
                name="board_event_moves_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.cause}, revision {self.revision}"


class BoardStandings(models.Model):
    """What the tests between all ranked entries of a board say: made after each change, by a job.

    Attributes:
        revision: The state of the board that it is about.
        standings: By evaluation, ``[best, worst, group]`` of its rank range and group.
        facts: What was tested: numbers of tasks, pairs, pairs told apart; the least difference that is told.
        rung_at: When the sweep last rang for it.
        working_until: Until when somebody is making the next state; None or past: nobody.
    """

    board = models.OneToOneField(
        BoardRevision, on_delete=models.CASCADE, primary_key=True, related_name="standings"
    )
    revision = models.PositiveBigIntegerField(default=0)
    standings = models.JSONField(default=dict, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    working_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "board standings"

    def __str__(self) -> str:
        return f"standings of board {self.board_id} at revision {self.revision}"
