"""What an owner decides once scores may be shown: publish with or without names, withdraw."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from submissions.models import Submission
from submissions.services.acting import own_locked, quotas_lock, visible_locked
from submissions.services.ledger import quota_charge
from submissions.services.notices import notice_put
from submissions.services.quotas import refuse_publication_over_quota
from submissions.states import (
    ANONYMOUS_AT_MOST,
    SHOWN,
    WITHDRAWAL_REASON_CHARS,
    NoticeKind,
    QuotaKind,
    QuotaReason,
    Visibility,
)
from submissions.visibility import Viewer, may_withdraw_for_others, published
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, PermissionRefusedError, UnprocessableError
from trek_site.shared.leases import seconds_from_now
from trek_site.shared.names import unseen_characters

logger = logging.getLogger(__name__)

ENDED_PER_SWEEP: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an owner decided on.

    Attributes:
        is_changed: False when it had been decided before.
        is_named: The names of what was shown without them appear by it.
    """

    submission_id: int
    is_changed: bool
    is_named: bool = False


def submission_publish(
    public_id: str,
    viewer: Viewer,
    *,
    visibility: Visibility = Visibility.PUBLIC,
    until: date | None = None,
) -> Decision:
    """Show the scores to everybody; doing it twice changes nothing, and it takes back a withdrawal.

    Boards are the business of whoever ranks: callers that keep one publish through it.

    Args:
        public_id: Which.
        viewer: Who asks.
        visibility: ``public``, or ``anonymous`` to leave the names out until a day. An anonymous entry is
            given its names by publishing it as ``public``; names that were shown cannot be taken back.
        until: The day, in UTC, at whose beginning the names appear; `ANONYMOUS_AT_MOST` after the first
            publication at the latest, and so when None.

    Returns:
        What was decided on, and whether anything changed.

    Raises:
        NotFoundError, PermissionRefusedError: It is not the viewer's.
        ConflictError: It was refused, failed, waits for a confirmation, shows names already, or a moderator
            took it off the board.
        UnprocessableError: The day will not do, or is given for an entry with names.
        RateLimitedError: The team or the account has published as many entries as allowed.
    """
    if visibility not in SHOWN:
        raise UnprocessableError(
            "Publish as public or as anonymous.",
            errors=[{"pointer": "/visibility", "code": "F203", "detail": "Must be public or anonymous."}],
        )
    if until is not None and visibility != Visibility.ANONYMOUS:
        # Whoever names a day wants no names before it, and names that were shown cannot be taken back.
        text = "A day goes with publishing without names only: ask for that, or leave the day out."
        raise UnprocessableError(text, errors=[{"pointer": "/until", "code": "F205", "detail": text}])
    with transaction.atomic():
        submission = own_locked(public_id, viewer)
        if not Submission.objects.scorable().filter(pk=submission.pk).exists():
            raise ConflictError("Only a submission that can be scored can be published.")
        _refuse_without_consent(submission)
        if submission.withdrawn_by_id is not None:
            raise ConflictError("A moderator took this entry off the board; only a moderator can lift that.")
        if submission.visibility == Visibility.PUBLIC and visibility == Visibility.ANONYMOUS:
            raise ConflictError("The names of this entry were shown already.")
        quotas_lock(submission)
        if submission.visibility == Visibility.PRIVATE:
            refuse_publication_over_quota(submission)
        before = (submission.visibility, submission.withdrawn_at)
        show(submission, visibility, until=until)
    return Decision(
        submission_id=submission.pk,
        is_changed=before != (visibility, None),
        is_named=before[0] == Visibility.ANONYMOUS and visibility == Visibility.PUBLIC,
    )


def show(submission: Submission, visibility: Visibility, *, until: date | None = None) -> None:
    """Make a locked submission visible; whoever calls has asked whether it may be.

    Raises:
        UnprocessableError: The day will not do.
    """
    changes: dict[str, Any] = {"withdrawn_at": None, "withdrawal_reason": ""}
    if submission.visibility == Visibility.PRIVATE:
        changes |= {"published_at": Now()}
        quota_charge(submission, QuotaKind.PUBLISH, QuotaReason.PUBLISHED)
    if submission.visibility != visibility:
        changes |= {"visibility": visibility}
    if visibility == Visibility.ANONYMOUS and (until is not None or submission.anonymous_until is None):
        changes |= {"anonymous_until": _end_of_anonymity(submission, until)}
    Submission.objects.filter(pk=submission.pk).update(**changes)
    logger.info(
        "submission published", extra={"submission_id": submission.pk, "visibility": visibility.value}
    )


def submission_withdraw(
    public_id: str, viewer: Viewer, *, reason: str = "", is_reviewed: bool = False
) -> Decision:
    """Take the scores off the board; the entry stays readable, marked. Moderators may do so for anybody.

    Args:
        public_id: Of the submission.
        viewer: Who decides.
        reason: Why, for those who read the entry; of one that is withdrawn already it stays what it was,
            unless a moderator takes it off too, who has to give one.
        is_reviewed: The reason stands in a review, and the owner is told of that.

    Returns:
        What was decided on, and whether anything changed.

    Raises:
        NotFoundError: It is not the viewer's.
        PermissionRefusedError: The viewer only sees it.
        ConflictError: It is not published.
        UnprocessableError: The reason is too long, has characters that nobody sees, or is missing.
    """
    said = _reason(reason)
    with transaction.atomic():
        submission, is_own = visible_locked(public_id, viewer)
        if not is_own and not may_withdraw_for_others(viewer):
            raise PermissionRefusedError("Only its owner or a member of its team may do this.")
        if submission.visibility not in SHOWN:
            raise ConflictError("This submission is not published.")
        if not (is_own or said or is_reviewed):
            raise _mistaken("Say why; its owner is told, and whoever opens the entry reads it.")
        if submission.withdrawn_at is None:
            Submission.objects.filter(pk=submission.pk).update(withdrawn_at=Now(), withdrawal_reason=said)
            logger.info("submission withdrawn", extra={"submission_id": submission.pk})
        if not is_own and submission.withdrawn_by_id is None:
            # Also after its owner did: who else would keep it from coming back?
            assert isinstance(viewer, User)  # Nobody else moderates.
            why = said or submission.withdrawal_reason
            Submission.objects.filter(pk=submission.pk).update(withdrawn_by=viewer, withdrawal_reason=why)
            noted = _note(viewer, "submission.withdrawn", submission, reason=said)
            if not is_reviewed:
                notice_put(submission.pk, NoticeKind.WITHDRAWN, occasion=noted)
    return Decision(submission_id=submission.pk, is_changed=submission.withdrawn_at is None)


def _reason(text: str) -> str:
    """What was said, in the shape in which it is stored.

    Raises:
        UnprocessableError: It will not do.
    """
    said = text.replace("\r\n", "\n").strip()
    wrong = ""
    if len(said) > WITHDRAWAL_REASON_CHARS:
        wrong = f"Say it in at most {WITHDRAWAL_REASON_CHARS} characters."
    elif unseen_characters(said.replace("\n", "")):
        wrong = "The reason has characters that nobody sees."
    if wrong:
        raise _mistaken(wrong)
    return said


def _mistaken(wrong: str) -> UnprocessableError:
    return UnprocessableError(wrong, errors=[{"pointer": "/reason", "code": "F203", "detail": wrong}])


def withdrawal_lift(public_id: str, viewer: Viewer) -> bool:
    """Let an owner publish again what a moderator took off the board; until then it stays off.

    Returns:
        Whether it was a moderator's withdrawal; doing it twice changes nothing.

    Raises:
        NotFoundError: The viewer may not know of it.
        PermissionRefusedError: The viewer is no moderator.
    """
    with transaction.atomic():
        submission, _ = visible_locked(public_id, viewer)
        if not may_withdraw_for_others(viewer):
            raise PermissionRefusedError("Only a moderator may do this.")
        assert isinstance(viewer, User)  # Nobody else moderates.
        return _lift(submission, viewer)


def withdrawal_clear(submission_id: int, actor: User | None) -> bool:
    """As `withdrawal_lift`, for whoever has cleared a submission and has asked who may.

    Returns:
        Whether it was a moderator's withdrawal.
    """
    with transaction.atomic():
        return _lift(Submission.objects.select_for_update(no_key=True).get(pk=submission_id), actor)


def _lift(submission: Submission, actor: User | None) -> bool:
    if submission.withdrawn_by_id is None:
        return False
    Submission.objects.filter(pk=submission.pk).update(withdrawn_by=None)
    _note(actor, "submission.withdrawal_lifted", submission)
    return True


def _note(actor: User | None, action: str, submission: Submission, **detail: str) -> int:
    return audit(actor, action, object_type="submission", object_id=submission.public_id, **detail).pk


def submission_supersede(submission_id: int) -> int | None:
    """Mark what a submission replaces, if it is shown; for whoever scores, once it has scores.

    The mark stays for ever: withdrawing the later one is no way to go back to the better of two. An entry
    without names leaves one that bears them alone, or the board would tell whose it is; it takes that one's
    place when its own names appear.

    Returns:
        Primary key of the submission that lost its place just now; None where there is none.
    """
    shown = Submission.objects.filter(published(), pk=submission_id, supersedes__isnull=False)
    successor = shown.only("visibility", "supersedes").first()
    if successor is None or successor.supersedes_id is None:
        return None
    replaced = Submission.objects.filter(pk=successor.supersedes_id, superseded_at__isnull=True)
    if successor.visibility == Visibility.ANONYMOUS:
        replaced = replaced.exclude(visibility=Visibility.PUBLIC)
    return successor.supersedes_id if replaced.update(superseded_at=Now()) else None


def anonymity_due() -> Sequence[int]:
    """Primary keys of the submissions whose names are to appear now, by the database's clock."""
    return tuple(_due().order_by("anonymous_until").values_list("pk", flat=True)[:ENDED_PER_SWEEP])


def anonymity_end(submission_id: int) -> bool:
    """Give an entry its names if it is time; may run twice and beside itself.

    Returns:
        Whether they appeared just now.
    """
    with transaction.atomic():
        is_ended = _due().filter(pk=submission_id).update(visibility=Visibility.PUBLIC) == 1
        if is_ended:
            notice_put(submission_id, NoticeKind.ANONYMITY_ENDED)
    if is_ended:
        logger.info("anonymity ended", extra={"submission_id": submission_id})
    return is_ended


def _due() -> QuerySet[Submission]:
    return Submission.objects.filter(visibility=Visibility.ANONYMOUS, anonymous_until__lte=Now())


def _refuse_without_consent(submission: Submission) -> None:
    consent = submission.manifest.get("consent") or {}
    if consent.get("statement") is not True:
        text = "Its manifest does not state that the answers are complete and correct (consent.statement)."
        raise ConflictError(text)


def _end_of_anonymity(submission: Submission, until: date | None) -> datetime:
    """The moment at which the names appear.

    Raises:
        UnprocessableError: It is past, or later than allowed.
    """
    row = Submission.objects.filter(pk=submission.pk).annotate(now=seconds_from_now(0)).values("now").get()
    now: datetime = row["now"]
    latest = (submission.published_at or now) + ANONYMOUS_AT_MOST
    if until is None:
        return latest
    end = datetime.combine(until, time(), tzinfo=UTC)
    if not now < end <= latest:
        last = (latest - timedelta(microseconds=1)).date()
        most = f"names appear after {ANONYMOUS_AT_MOST.days} days at the latest"
        text = f"Choose a day after today and not after {last}: {most}."
        raise UnprocessableError(text, errors=[{"pointer": "/until", "code": "F205", "detail": text}])
    return end
