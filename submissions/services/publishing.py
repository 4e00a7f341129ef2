"""What an owner decides after the check: confirm, publish, withdraw."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models.functions import Now

from submissions.models import Submission
from submissions.services.quotas import refuse_publication_over_quota
from submissions.states import Outcome, Visibility
from submissions.visibility import Viewer
from trek_site.accounts.services import account_lock
from trek_site.shared.errors import (
    ConflictError,
    NotFoundError,
    PermissionRefusedError,
)
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
        submission = _own_locked(public_id, viewer)
        if submission.outcome != Outcome.NEEDS_CONFIRMATION:
            raise ConflictError("This submission does not wait for a confirmation.")
        if submission.confirmed_at is None:
            Submission.objects.filter(pk=submission.pk).update(confirmed_at=Now())
            enqueue_on_commit(Job.EVALUATE_SUBMISSION, submission_id=submission.pk)
            logger.info("submission confirmed", extra={"submission_id": submission.pk})
    return submission.pk


def submission_publish(public_id: str, viewer: Viewer) -> int:
    """Show the scores to everybody; doing it twice changes nothing, and it takes back a withdrawal.

    Boards are the business of whoever ranks: callers that keep one publish through it.

    Returns:
        Its primary key.

    Raises:
        NotFoundError, PermissionRefusedError: It is not the viewer's.
        ConflictError: It was refused, failed, or waits for a confirmation.
        RateLimitedError: The account has published as many entries as allowed.
    """
    with transaction.atomic():
        submission = _own_locked(public_id, viewer)
        if not Submission.objects.scorable().filter(pk=submission.pk).exists():
            raise ConflictError("Only a submission that can be scored can be published.")
        if submission.visibility == Visibility.PRIVATE:
            refuse_publication_over_quota(submission.owner, submission.dataset_version.track)
            Submission.objects.filter(pk=submission.pk).update(
                visibility=Visibility.PUBLIC, published_at=Now()
            )
            logger.info("submission published", extra={"submission_id": submission.pk})
        elif submission.withdrawn_at is not None:
            Submission.objects.filter(pk=submission.pk).update(withdrawn_at=None)
            logger.info("submission published again", extra={"submission_id": submission.pk})
    return submission.pk


def submission_withdraw(public_id: str, viewer: Viewer) -> int:
    """Take the scores off the board; nothing is deleted. Staff may do so for anybody.

    Returns:
        Its primary key.

    Raises:
        NotFoundError: It is not the viewer's.
        ConflictError: It is not published.
    """
    with transaction.atomic():
        submission = _visible_locked(public_id, viewer)
        if submission.visibility != Visibility.PUBLIC:
            raise ConflictError("This submission is not published.")
        if submission.withdrawn_at is None:
            Submission.objects.filter(pk=submission.pk).update(withdrawn_at=Now())
            logger.info("submission withdrawn", extra={"submission_id": submission.pk})
    return submission.pk


def _visible_locked(public_id: str, viewer: Viewer) -> Submission:
    visible = Submission.objects.visible_to(viewer).select_for_update(of=("self",))
    submission = visible.filter(public_id=public_id).first()
    if submission is None:
        raise NotFoundError
    return submission


def _own_locked(public_id: str, viewer: Viewer) -> Submission:
    submission = _visible_locked(public_id, viewer)
    if viewer is None or submission.owner_id != viewer.pk:
        raise PermissionRefusedError("Only the owner may do this.")
    # Accounts publish one after the other, so that the quota is counted exactly.
    account_lock(submission.owner_id)
    return submission
