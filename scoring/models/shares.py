"""Columns that hold a share, and which figures are such columns."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

from django.db import models
from django.db.models import Q

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


def shares_are_bounded(columns: Iterable[str], *, prefix: str) -> list[models.CheckConstraint]:
    """A rule per column: between 0 and 1, or nothing."""
    # PostgreSQL holds NaN to be greater than every number, so that the upper bound refuses it.
    return [
        models.CheckConstraint(
            condition=Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__gte": 0, f"{column}__lte": 1}),
            name=f"{prefix}_{column}_bounded",
        )
        for column in columns
    ]
