"""What quality costs: dated tables of prices, and what a job works out from them for each board."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.boards import BoardRevision


class PriceTable(models.Model):
    """Prices of models as of one day. Never changed: other prices are another table.

    Attributes:
        source: Where they come from, for readers.
        is_made_up: They are nobody's, as those of the demo.
        prices: Rows, as `scoring.prices.Price.as_json` writes them.
        added_by: The curator; None at the command line.
    """

    as_of = models.DateField(unique=True)
    source = models.CharField(max_length=300)
    is_made_up = models.BooleanField(default=False)
    prices = models.JSONField()
    added_at = models.DateTimeField()
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="price_tables"
    )

    class Meta:
        ordering = ["-as_of"]
        constraints = [
            models.CheckConstraint(condition=~Q(source=""), name="price_table_has_a_source"),
        ]

    def __str__(self) -> str:
        return f"prices as of {self.as_of}"


class BoardCosts(models.Model):
    """Cost and quality of a board's ranked entries by one measure: made after each change, by a job.

    Attributes:
        measure: ``tokens``, ``calls``, or ``usd:`` and the day of a table of prices.
        revision: The state of the board that it is about.
        points: By evaluation, what it cost or why that is not known; see `scoring.costs.CostPoint`.
        front: Who dominates whom, and how surely; see `scoring.costs.BoardFront`.
        rung_at: When the sweep last rang for the board; on the row of its first measure only.
        working_until: Until when somebody is at the board, on the same row; None or past: nobody.
    """

    board = models.ForeignKey(BoardRevision, on_delete=models.CASCADE, related_name="costs")
    measure = models.CharField(max_length=20)
    revision = models.PositiveBigIntegerField(default=0)
    points = models.JSONField(default=dict, blank=True)
    front = models.JSONField(default=dict, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    working_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "board costs"
        constraints = [
            models.UniqueConstraint(fields=["board", "measure"], name="board_costs_unique"),
        ]

    def __str__(self) -> str:
        return f"costs of board {self.board_id} in {self.measure} at revision {self.revision}"
