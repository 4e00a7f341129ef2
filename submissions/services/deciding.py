"""What an owner decides before there are scores: confirm, cancel."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models.functions import Now

from submissions.models import Submission
from submissions.services.acting import own_locked
from submissions.services.ledger import quota_charge, quota_give_back
from submissions.services.wishes import wish_grant
from submissions.states import CancelledBy, Outcome, Purpose, QuotaKind, QuotaReason, State
from submissions.visibility import Viewer
from trek_site.shared.errors import ConflictError
from trek_site.shared.jobs import Job, enqueue_on_commit

logger = logging.getLogger(__name__)


def submission_confirm(public_id: str, viewer: Viewer) -> int:
    """Go on with a submission although parts of it cannot be scored; doing it twice changes nothing.

    Returns:
        Its primary key.

    Raises:
        NotFoundError, PermissionRefusedError: It is not the viewer's.
        ConflictError: It does not wait for a confirmation.
    """
    with transaction.atomic():
        submission = own_locked(public_id, viewer)
        is_asked = submission.state == State.CHECKED and submission.outcome == Outcome.NEEDS_CONFIRMATION
        if not is_asked or submission.purpose == Purpose.CHECK:
            raise ConflictError("This submission does not wait for a confirmation.")
        if submission.confirmed_at is None:
            Submission.objects.filter(pk=submission.pk).update(confirmed_at=Now())
            wish_grant(submission)
            enqueue_on_commit(Job.EVALUATE_SUBMISSION, submission_id=submission.pk)
            logger.info("submission confirmed", extra={"submission_id": submission.pk})
    return submission.pk


def submission_cancel(public_id: str, viewer: Viewer) -> int:
    """End a submission before it is scored; doing it twice changes nothing. Nothing is deleted.

    Before the check has ended its quota is given back, and it counts as an upload that brought no entry;
    the label is free again. Whether it was scored is the business of whoever scores: callers that keep
    scores cancel through it.

    Returns:
        Its primary key.

    Raises:
        NotFoundError, PermissionRefusedError: It is not the viewer's.
        ConflictError: It has ended already.
    """
    with transaction.atomic():
        submission = own_locked(public_id, viewer)
        if submission.state == State.CANCELLED:
            return submission.pk
        is_over = submission.outcome == Outcome.INVALID or submission.purpose == Purpose.CHECK
        if submission.state == State.FAILED or (submission.state == State.CHECKED and is_over):
            raise ConflictError("This submission has ended; there is nothing to cancel.")
        Submission.objects.filter(pk=submission.pk).update(
            state=State.CANCELLED,
            cancelled_by=CancelledBy.OWNER,
            state_at=Now(),
            deadline_at=None,
            lease_token=None,
            lease_until=None,
        )
        _give_back(submission)
        logger.info("submission cancelled", extra={"submission_id": submission.pk})
    return submission.pk


def _give_back(cancelled: Submission) -> None:
    """What was not used; after the check only a publication that did not come about."""
    if cancelled.state == State.CHECKED:
        quota_give_back([cancelled.pk], QuotaReason.CANCELLED, kinds=[QuotaKind.PUBLISH])
        return
    quota_give_back([cancelled.pk], QuotaReason.CANCELLED)
    if cancelled.purpose == Purpose.ENTRY:
        quota_charge(cancelled, QuotaKind.INVALID, QuotaReason.CANCELLED)
