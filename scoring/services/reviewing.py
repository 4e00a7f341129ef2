"""Reviews of what was noticed, and appeals against them: on record for good, and on boards at once."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models.functions import Now

from scoring.models import Appeal, IntegrityFinding, IntegrityReview
from scoring.services.boards import entry_withdraw
from scoring.services.ranking import boards_lock, boards_of, boards_refresh
from scoring.states import APPEAL_CHARS, REVIEW_REASON_CHARS, SETTLING, ReviewVerdict
from submissions.selectors import SubmissionFacts, Viewer, submission_for
from submissions.services import notice_put, submission_lock, withdrawal_clear
from submissions.states import NoticeKind
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, PermissionRefusedError, UnprocessableError

logger = logging.getLogger(__name__)

MAY_REVIEW: Final = "scoring.add_integrityreview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a curator says.

    Attributes:
        verdict: What follows from it.
        public_reason: For everybody who may read the entry.
        note: For curators only.
    """

    verdict: ReviewVerdict
    public_reason: str
    note: str = ""


def review_record(public_id: str, judgement: Judgement, *, actor: User | None) -> int:
    """Put a review on record; boards show it at once. It answers the newest appeal that waits for one.

    Args:
        public_id: Of the submission.
        judgement: What is said.
        actor: The curator; None for whoever works at the command line of the server.

    Returns:
        The review's primary key.

    Raises:
        NotFoundError: There is no such submission, or the curator may not know of it.
        PermissionRefusedError: The actor is no curator.
        ConflictError: It was not scored yet, or is to be withdrawn and was not published.
        UnprocessableError: The reason is missing or too long.
    """
    if actor is not None and not (actor.is_staff and actor.has_perm(MAY_REVIEW)):
        raise PermissionRefusedError("Only curators review entries.")
    reason = judgement.public_reason.strip()
    if not reason or len(reason) > REVIEW_REASON_CHARS:
        raise UnprocessableError(f"Give a public reason of at most {REVIEW_REASON_CHARS} characters.")
    with transaction.atomic():
        submission_id = _submission_locked(public_id, actor)
        open_findings = IntegrityFinding.objects.filter(
            evaluation__submission=submission_id, settled_by__isnull=True
        )
        review = IntegrityReview.objects.create(
            submission_id=submission_id,
            verdict=judgement.verdict,
            codes=sorted(set(open_findings.values_list("code", flat=True))),
            public_reason=reason,
            note=judgement.note.strip(),
            by=actor,
            at=Now(),
            answers=_open_appeal(submission_id),
        )
        if judgement.verdict in SETTLING:
            open_findings.update(settled_by=review)
        audit(
            actor,
            f"review.{judgement.verdict}",
            object_type="submission",
            object_id=public_id,
            codes=review.codes,
            reason=reason,
        )
        if judgement.verdict == ReviewVerdict.WITHDRAWN:
            entry_withdraw(public_id, actor, is_reviewed=True)
        else:
            if judgement.verdict == ReviewVerdict.CLEARED:
                withdrawal_clear(submission_id, actor)
            boards_refresh(boards_of(submission_id), submission_id=submission_id)
        notice_put(submission_id, NoticeKind.REVIEWED, occasion=review.pk)
    logger.info("review recorded", extra={"submission_id": submission_id, "verdict": str(judgement.verdict)})
    return review.pk


def appeal_allowed(public_id: str, viewer: Viewer) -> SubmissionFacts:
    """The submission, if the viewer is one who may appeal; doors ask before they look at what was written.

    Raises:
        NotFoundError: There is no such submission, or the viewer may not know of it.
        PermissionRefusedError: It is not the viewer's.
    """
    facts = submission_for(public_id, viewer)
    if not facts.is_own:
        raise PermissionRefusedError("Only its owner or a member of its team may do this.")
    return facts


def appeal_make(public_id: str, text: str, viewer: Viewer) -> int:
    """Let an owner answer the newest review of a submission, once; a curator answers with another review.

    Returns:
        The appeal's primary key.

    Raises:
        NotFoundError: There is no such submission, or the viewer may not know of it.
        PermissionRefusedError: It is not the viewer's.
        ConflictError: There is no review to answer, it cleared the entry, or it was answered already.
        UnprocessableError: There is no text, or too much.
    """
    facts = appeal_allowed(public_id, viewer)
    said = text.strip()
    if not said or len(said) > APPEAL_CHARS:
        raise UnprocessableError(f"Write between 1 and {APPEAL_CHARS} characters.")
    with transaction.atomic():
        review = _newest_locked(facts.pk)
        if review is None or review.verdict == ReviewVerdict.CLEARED:
            raise ConflictError("There is no review to appeal against.")
        if Appeal.objects.filter(review=review).exists():
            raise ConflictError("This review was appealed against already; a curator will answer.")
        assert isinstance(viewer, User)  # Nobody else owns anything.
        appeal = Appeal.objects.create(review=review, text=said, by=viewer, at=Now())
        audit(viewer, "review.appealed", object_type="submission", object_id=public_id, review=review.pk)
    logger.info("appeal made", extra={"submission_id": facts.pk})
    return appeal.pk


def _submission_locked(public_id: str, actor: User | None) -> int:
    """The submission of an id, locked with its boards: what writes its findings comes before or after."""
    if actor is not None:
        submission_for(public_id, actor)
    submission_id = submission_lock(public_id)
    boards = boards_of(submission_id)
    if not boards:
        raise ConflictError("Only what was scored is reviewed.")
    boards_lock(boards)
    return submission_id


def _newest_locked(submission_id: int) -> IntegrityReview | None:
    reviews = IntegrityReview.objects.filter(submission=submission_id).order_by("-pk")
    return reviews.select_for_update(no_key=True).first()


def _open_appeal(submission_id: int) -> Appeal | None:
    waiting = Appeal.objects.filter(review__submission=submission_id, answer__isnull=True)
    return waiting.order_by("-pk").first()
