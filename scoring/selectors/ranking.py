"""Entries and evaluations, as whoever writes or verifies them needs them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable

from scoring.models import SHARE_COLUMNS, Evaluation, IntegrityFinding, IntegrityReview, LeaderboardEntry
from scoring.states import Outcome, ReviewVerdict, Unranked
from submissions.selectors import published

_SUBMISSION: Final = "evaluation__submission__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An entry of a board as ranking sees it.

    Attributes:
        reason: What keeps it off the ranks, `Unranked.NONE` for one that is to be ranked.
        is_published: Whether the public may know of it.
        is_carried: Its submission was made for another version, or stood on another evaluator's board first.
    """

    entry: LeaderboardEntry
    submission_id: int
    reason: Unranked
    is_published: bool
    is_carried: bool


def entries_to_rank(version_id: int, evaluator_version: str) -> Sequence[Candidate]:
    """Every entry of a board, in the order in which they were scored."""
    rows = (
        LeaderboardEntry.objects.filter(dataset_version=version_id, evaluator_version=evaluator_version)
        .annotate(
            is_published=ExpressionWrapper(published(_SUBMISSION), output_field=BooleanField()),
            withdrawn_at=F(f"{_SUBMISSION}withdrawn_at"),
            superseded_at=F(f"{_SUBMISSION}superseded_at"),
            unranked_by=F(f"{_SUBMISSION}unranked_by"),
            submission_id=F("evaluation__submission"),
            made_for=F(f"{_SUBMISSION}dataset_version"),
            is_scored_before=Exists(_earlier()),
            is_held=held(),
            verdict=verdict(),
        )
        .only("rank", "unranked_reason", "evaluation", *SHARE_COLUMNS)
        .order_by("pk")
    )
    return [_candidate(row, version_id) for row in rows]


def _candidate(row: Any, version_id: int) -> Candidate:
    return Candidate(
        entry=row,
        submission_id=row.submission_id,
        reason=_kept_off(row),
        is_published=row.is_published,
        is_carried=row.made_for != version_id or row.is_scored_before,
    )


def _earlier() -> QuerySet[Evaluation]:
    """Evaluations of the same submission against the same version by an evaluator before."""
    return Evaluation.objects.filter(
        submission=OuterRef("evaluation__submission"),
        dataset_version=OuterRef("dataset_version"),
        pk__lt=OuterRef("evaluation"),
    )


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
