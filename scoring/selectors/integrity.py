"""Reading what was noticed and what was said about it: for owners, for everybody, for curators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef, Q, QuerySet
from django.db.models.expressions import Combinable

from scoring.links import entry_url, submission_url
from scoring.models import BundlePair, Evaluation, IntegrityFinding, IntegrityReview, LeaderboardEntry
from scoring.pages import IntegrityLine, IntegrityPage, ResemblingEntry, ReviewLine, ReviewPage
from scoring.states import ReviewVerdict
from scoring.tracks import INTEGRITIES
from submissions.selectors import Viewer, submission_for

_TEXTS: Final = {code: text for integrity in INTEGRITIES for code, text in integrity.signals.items()}
PUBLIC_CODES: Final = frozenset(code for integrity in INTEGRITIES for code in integrity.public_codes)
"""Findings that readers of a public score have a use for, whatever a review says."""
PAIRS_SHOWN: Final = 50


def submission_integrity(public_id: str, viewer: Viewer) -> IntegrityPage:
    """Every finding of a submission and every review, for whoever may follow it.

    Raises:
        NotFoundError: There is none, or the viewer may not follow it.
    """
    facts = submission_for(public_id, viewer)
    return integrity_of_submission(facts.pk, facts.public_id, is_own=facts.is_own)


def was_noticed() -> dict[str, Combinable]:
    """Whether a submission has findings and whether it has reviews, as columns of its evaluations."""
    findings = IntegrityFinding.objects.filter(evaluation__submission=OuterRef("submission"))
    reviews = IntegrityReview.objects.filter(submission=OuterRef("submission"))
    return {"has_findings": Exists(findings), "has_reviews": Exists(reviews)}


def integrity_of_submission(
    submission_id: int, public_id: str, *, is_own: bool, has_findings: bool = True, has_reviews: bool = True
) -> IntegrityPage:
    """The same for a reader who was found to be allowed to see it.

    Args:
        submission_id: Which.
        public_id: Its name.
        is_own: The reader acts on it.
        has_findings: What `was_noticed` says of them, so that nothing is asked for that is not there.
        has_reviews: Likewise.
    """
    of_submission = IntegrityFinding.objects.filter(evaluation__submission=submission_id)
    findings: Sequence[IntegrityLine] = _lines(of_submission) if has_findings else ()
    reviews: Sequence[ReviewLine] = _reviews(submission_id, in_public=False) if has_reviews else ()
    newest = reviews[0] if reviews else None
    return IntegrityPage(
        public_id=public_id,
        findings=findings,
        reviews=reviews,
        is_held=_is_held(findings, newest),
        can_appeal=(
            is_own
            and newest is not None
            and newest.verdict != ReviewVerdict.CLEARED
            and newest.appealed_at is None
        ),
    )


def noticed_in_public() -> dict[str, Combinable]:
    """Whether an entry has findings and reviews that everybody may see, as columns."""
    findings = IntegrityFinding.objects.filter(evaluation=OuterRef("evaluation"), code__in=PUBLIC_CODES)
    reviews = IntegrityReview.objects.filter(submission=OuterRef("evaluation__submission"))
    return {"has_findings": Exists(findings), "has_reviews": Exists(reviews)}


def entry_integrity(entry: LeaderboardEntry, public_id: str) -> IntegrityPage:
    """What everybody may see beside a public score: reviews, and where a loophole of the rules was met."""
    noticed: Any = entry  # with what `noticed_in_public` annotates
    findings: Sequence[IntegrityLine] = ()
    if noticed.has_findings:
        of_evaluation = IntegrityFinding.objects.filter(evaluation=entry.evaluation_id)
        findings = _lines(of_evaluation.filter(code__in=PUBLIC_CODES))
    reviews: Sequence[ReviewLine] = ()
    if noticed.has_reviews:
        reviews = _reviews(entry.evaluation.submission_id, in_public=True)
    return IntegrityPage(
        public_id=public_id,
        findings=findings,
        reviews=reviews,
        is_held=_is_held(findings, reviews[0] if reviews else None),
        can_appeal=False,
    )


def review_page(public_id: str, viewer: Viewer) -> ReviewPage:
    """What a curator sees before deciding, other accounts' entries with the same plans among it.

    Raises:
        NotFoundError: There is none, or the viewer may not follow it.
    """
    facts = submission_for(public_id, viewer)
    return ReviewPage(
        integrity=integrity_of_submission(facts.pk, public_id, is_own=False),
        display_name=facts.display_name,
        owner=_owner_of(facts.pk),
        is_public=facts.is_public,
        is_withdrawn=facts.withdrawn_at is not None,
        status_url=submission_url(public_id),
        entry_url=entry_url(public_id),
        resembling=_resembling(facts.pk),
    )


def reviews_of(submission_id: int) -> QuerySet[IntegrityReview]:
    """The reviews of a submission, newest first."""
    return IntegrityReview.objects.filter(submission=submission_id).order_by("-pk")


def _lines(findings: QuerySet[IntegrityFinding]) -> Sequence[IntegrityLine]:
    """One line for each code, by code.

    Of several evaluations' findings an open one is shown; of these, one for the version that the submission
    was made for; of these, the newest.
    """
    is_own = Q(evaluation__dataset_version=F("evaluation__submission__dataset_version"))
    found: dict[str, IntegrityFinding] = {}
    ranked = findings.annotate(
        is_settled=ExpressionWrapper(Q(settled_by__isnull=False), output_field=BooleanField()),
        is_others=ExpressionWrapper(~is_own, output_field=BooleanField()),
    )
    for finding in ranked.order_by("code", "is_settled", "is_others", "-pk"):
        found.setdefault(finding.code, finding)
    return [_line(finding) for finding in found.values()]


def _line(finding: IntegrityFinding) -> IntegrityLine:
    text = _TEXTS[finding.code]
    return IntegrityLine(
        code=finding.code,
        title=text.title,
        meaning=text.meaning,
        task_count=finding.task_count,
        tasks=finding.tasks,
        more=finding.task_count - len(finding.tasks),
        figures={_in_words(name): value for name, value in finding.figures.items()},
        holds=finding.holds,
        is_open=finding.settled_by_id is None,
        found_at=finding.found_at,
    )


def _in_words(name: str) -> str:
    """What a figure counts; a place in the manifest stays as it is."""
    return name if name.startswith("/") else name.replace("_", " ")


def _reviews(submission_id: int, *, in_public: bool) -> Sequence[ReviewLine]:
    rows = reviews_of(submission_id).select_related("appeal")
    return [_review_line(row, in_public=in_public) for row in rows]


def _review_line(review: IntegrityReview, *, in_public: bool) -> ReviewLine:
    """For everybody without the appeal, and without the codes of findings that are not for everybody."""
    appeal = None if in_public else getattr(review, "appeal", None)
    return ReviewLine(
        pk=review.pk,
        verdict=review.verdict,
        verdict_title=ReviewVerdict(review.verdict).label,
        codes=[code for code in review.codes if not in_public or code in PUBLIC_CODES],
        public_reason=review.public_reason,
        at=review.at,
        answers_appeal=review.answers_id is not None,
        appeal="" if appeal is None else appeal.text,
        appealed_at=None if appeal is None else appeal.at,
    )


def _is_held(findings: Iterable[IntegrityLine], newest: ReviewLine | None) -> bool:
    holding = any(finding.holds and finding.is_open for finding in findings)
    return holding or (newest is not None and newest.verdict == ReviewVerdict.HELD)


def _owner_of(submission_id: int) -> str:
    names = Evaluation.objects.filter(submission=submission_id).values_list(
        "submission__owner__username", flat=True
    )
    return names.first() or ""


def _resembling(submission_id: int) -> Sequence[ResemblingEntry]:
    """Submissions of other accounts with the same plans, those with most of them first."""
    is_either = Q(earlier__submission=submission_id) | Q(later__submission=submission_id)
    pairs = BundlePair.objects.filter(is_either).select_related(
        "earlier__submission__owner", "later__submission__owner"
    )
    return [_resembling_entry(pair, submission_id) for pair in pairs.order_by("-shared", "pk")[:PAIRS_SHOWN]]


def _resembling_entry(pair: BundlePair, submission_id: int) -> ResemblingEntry:
    is_later = pair.earlier.submission_id == submission_id
    other: Any = (pair.later if is_later else pair.earlier).submission
    return ResemblingEntry(
        public_id=other.public_id,
        display_name=other.display_name,
        owner=other.owner.username,
        received_at=other.received_at,
        is_later=is_later,
        shared=pair.shared,
        comparable=pair.comparable,
    )
