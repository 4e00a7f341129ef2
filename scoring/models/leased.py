"""Leased rows that end once: what evaluations, rehearsed evaluations and rehearsals have in common."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Self, TypeVar

from django.db import models
from django.db.models import CheckConstraint, Q

from scoring.states import UNFINISHED, Outcome, State
from trek_site.shared.leases import LeasedRow

Row = TypeVar("Row", bound="EndingRow")


class EndingQuerySet(models.QuerySet[Row]):
    """The question that is asked about every kind of such rows."""

    def unfinished(self) -> Self:
        """Those that the machinery still has to do something about."""
        return self.filter(state__in=UNFINISHED)


class EndingRow(LeasedRow):
    """A row that workers take turns on until it ends, with an outcome and for good.

    Every kind adds its `outcome` and the rules of `ends_once`.

    Attributes:
        failure_id: Found in the log when the failure is ours.
    """

    state = models.CharField(max_length=10, choices=State.choices, default=State.QUEUED)
    failure_id = models.CharField(max_length=20, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class EvaluationRow(EndingRow):
    """One submission evaluated against one dataset version by one evaluator, on a board or not.

    Attributes:
        results_digest: Of the canonical form of all results; equal inputs give equal digests.
    """

    results_digest = models.CharField(max_length=64, blank=True)

    class Meta:
        abstract = True


def ends_once(prefix: str, outcomes: Mapping[State, Iterable[str]]) -> list[CheckConstraint]:
    """The rules of every row that ends.

    Args:
        prefix: Begins the constraints' names.
        outcomes: By state, the outcomes that a row may have in it.
    """
    pairs = (Q(state=state, outcome__in=sorted(allowed)) for state, allowed in outcomes.items())
    return [
        CheckConstraint(condition=functools.reduce(operator.or_, pairs), name=f"{prefix}_state_and_outcome"),
        CheckConstraint(
            condition=Q(state=State.FINISHED, deadline_at__isnull=True, finished_at__isnull=False)
            | (~Q(state=State.FINISHED) & Q(deadline_at__isnull=False, finished_at__isnull=True)),
            name=f"{prefix}_deadline_unless_final",
        ),
        CheckConstraint(
            condition=~Q(state=State.FINISHED) | Q(lease_token__isnull=True),
            name=f"{prefix}_final_has_no_lease",
        ),
        filled_only_as(Outcome.FAILED, "failure_id", name=f"{prefix}_failure_has_an_id"),
    ]


def scored_has_a_digest(prefix: str) -> CheckConstraint:
    """The rule of every evaluation row."""
    return filled_only_as(Outcome.SCORED, "results_digest", name=f"{prefix}_scored_has_a_digest")


def filled_only_as(outcome: str, column: str, *, name: str) -> CheckConstraint:
    """A column that is filled for rows with one outcome, and empty for all others."""
    is_empty = Q(**{column: ""})
    return CheckConstraint(
        condition=(Q(outcome=outcome) & ~is_empty) | (~Q(outcome=outcome) & is_empty), name=name
    )


def rung_by_age(name: str) -> models.Index:
    """What the sweep reads: the rows without an end, and when each was rung for."""
    return models.Index(fields=["rung_at"], condition=Q(state__in=UNFINISHED), name=name)
