"""Entries and evaluations, as whoever writes or verifies them needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Subquery
from django.db.models.expressions import Combinable

from scoring.models import SHARE_COLUMNS, Evaluation, IntegrityFinding, IntegrityReview, LeaderboardEntry
from scoring.states import Outcome, ReviewVerdict, Unranked
from submissions.selectors import published

_SUBMISSION: Final = "evaluation__submission__"


def entries_to_rank(version_id: int, evaluator_version: str) -> Sequence[tuple[LeaderboardEntry, Unranked]]:
    """Every entry of a board with the reason that keeps it off, `Unranked.NONE` for those to be ranked."""
    rows = (
        LeaderboardEntry.objects.filter(dataset_version=version_id, evaluator_version=evaluator_version)
        .annotate(
            is_published=ExpressionWrapper(published(_SUBMISSION), output_field=BooleanField()),
            withdrawn_at=F(f"{_SUBMISSION}withdrawn_at"),
            superseded_at=F(f"{_SUBMISSION}superseded_at"),
            unranked_by=F(f"{_SUBMISSION}unranked_by"),
            is_held=held(),
            verdict=verdict(),
        )
        .only("rank", "unranked_reason", *SHARE_COLUMNS)
        .order_by("pk")
    )
    return [(row, _kept_off(row)) for row in rows]


def held() -> Combinable:
    """Whether an integrity finding holds an entry back until it is reviewed, as a column."""
    return Exists(
        IntegrityFinding.objects.filter(
            evaluation=OuterRef("evaluation"), holds=True, settled_by__isnull=True
        )
    )


def verdict() -> Combinable:
    """What the newest review says about an entry's submission, as a column; null before any."""
    reviews = IntegrityReview.objects.filter(submission=OuterRef("evaluation__submission"))
    return Subquery(reviews.order_by("-pk").values("verdict")[:1])


def _kept_off(row: Any) -> Unranked:
    """Why a row with the annotations above is not to be ranked."""
    if row.withdrawn_at is not None:
        return Unranked.WITHDRAWN
    if not row.is_published:
        return Unranked.PRIVATE
    if row.superseded_at is not None:
        return Unranked.SUPERSEDED
    if row.is_held or row.verdict == ReviewVerdict.HELD:
        return Unranked.HELD
    if row.verdict in {ReviewVerdict.UNRANKED, ReviewVerdict.WITHDRAWN}:
        return Unranked.REVIEWED
    return Unranked.DISCLOSURE if row.unranked_by else Unranked.NONE


def evaluations_sample(count: int) -> Sequence[int]:
    """Primary keys of scored evaluations, drawn at random."""
    scored = Evaluation.objects.filter(outcome=Outcome.SCORED).order_by("?")
    return tuple(scored.values_list("pk", flat=True)[:count])
