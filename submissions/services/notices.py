"""Mail to those who want it: a row first, in the transaction that has something to say, the mail after it.

A mail server that is away delays mails and nothing else: the row waits, the sweep comes round again, and
after some attempts it is left.
"""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.urls import reverse

from submissions.models import Notice, Submission
from submissions.states import CONFIRM_WITHIN, NOTICE_ATTEMPTS, NOTICE_PAUSES, NoticeKind, Visibility
from submissions.visibility import people_of
from trek_site.accounts.selectors import User, wanting_mail
from trek_site.shared.errors import UnavailableError
from trek_site.shared.jobs import Job, enqueue_on_commit, ring
from trek_site.shared.leases import seconds_from_now
from trek_site.shared.mail import mail_send, site_address

logger = logging.getLogger(__name__)

RINGS_PER_SWEEP: Final = 20
TOLD_BEFORE: Final = timedelta(days=7)
"""How long before names appear their owner is told."""

# A name, not an import: the page belongs to whoever scores.
_PAGE: Final = "scoring:submission"


def notice_put(submission_id: int, kind: NoticeKind, *, occasion: int = 0) -> int:
    """Have everybody told who acts on a submission and wants mail; each of them once, however often called.

    Belongs into the transaction that makes it true.

    Args:
        submission_id: Primary key.
        kind: What they are told.
        occasion: Which one, for a kind that comes more than once.

    Returns:
        How many will be told.
    """
    submission = Submission.objects.get(pk=submission_id)
    told = 0
    # All or nobody: whoever was left out would not be looked for again.
    with transaction.atomic():
        for person in wanting_mail(people_of(submission)):
            notice, is_new = Notice.objects.get_or_create(
                submission=submission,
                recipient=person,
                kind=kind,
                occasion=occasion,
                defaults={"noted_at": Now(), "due_at": Now()},
            )
            if is_new:
                enqueue_on_commit(Job.SEND_NOTICE, notice_id=notice.pk)
                told += 1
    return told


def notice_send(notice_id: int) -> bool:
    """Hand one mail in; may run twice and beside itself, and only one attempt is made at a time.

    A worker that dies between mail and row may leave a second mail, which is better than none.

    Returns:
        Whether the mail server took it.
    """
    notice = _begun(notice_id)
    if notice is None:
        logger.info("no mail to send", extra={"notice_id": notice_id})
        return False
    if not _is_wanted(notice):
        notice.delete()
        return False
    submission = notice.submission
    said = {
        "kind": notice.kind,
        "name": submission.label or submission.public_id,
        "link": site_address(reverse(_PAGE, args=[submission.public_id])),
        "failure_id": submission.failure_id,
        "anonymous_until": submission.anonymous_until,
        "confirm_days": CONFIRM_WITHIN.days,
    }
    try:
        mail_send("submissions/email/notice", notice.recipient.email, said)
    except UnavailableError:
        if notice.attempts == NOTICE_ATTEMPTS:
            logger.error("mail given up", extra={"notice_id": notice_id})  # noqa: TRY400
        return False
    Notice.objects.filter(pk=notice_id).update(sent_at=Now())
    return True


def notices_sweep() -> int:
    """Tell whose anonymity ends soon, and ring for mails that nobody has sent.

    Returns:
        How many were rung for.
    """
    for pk in _ending_untold():
        notice_put(pk, NoticeKind.ANONYMITY_ENDS)
    return _ring_for_waiting()


def _ring_for_waiting() -> int:
    """Ring for mails that nobody sent in time; for each again only after as long, so that others get on."""
    waiting = Notice.objects.due().filter(due_at__lte=seconds_from_now(-NOTICE_PAUSES[0].total_seconds()))
    rung = 0
    for pk, due_at in waiting.order_by("due_at", "pk").values_list("pk", "due_at")[:RINGS_PER_SWEEP]:
        # Marked first, so that of several sweepers one rings. It stays due.
        if not waiting.filter(pk=pk).update(due_at=Now()):
            continue
        if not ring(Job.SEND_NOTICE, notice_id=pk):
            # The broker is away: this is not counted as rung, or it would wait when the broker returns.
            Notice.objects.due().filter(pk=pk).update(due_at=due_at)
            break
        rung += 1
    return rung


def _begun(notice_id: int) -> Notice | None:
    """The notice with one more attempt, if it is its time; whoever comes second finds it put off."""
    notice = (
        Notice.objects.due()
        .select_related("submission__owner", "submission__team", "recipient")
        .filter(pk=notice_id)
        .first()
    )
    if notice is None:
        return None
    pause = NOTICE_PAUSES[notice.attempts]
    is_mine = (
        Notice.objects.due()
        .filter(pk=notice_id, attempts=notice.attempts)
        .update(attempts=notice.attempts + 1, due_at=seconds_from_now(pause.total_seconds()))
    )
    notice.attempts += 1
    return notice if is_mine else None


def _is_wanted(notice: Notice) -> bool:
    """Whether the person still acts on the submission and still wants mail: asked when it goes out."""
    return wanting_mail(people_of(notice.submission)).filter(pk=notice.recipient_id).exists()


def _ending_untold() -> tuple[int, ...]:
    """Entries whose names appear within days, of which somebody wants to be told who was not."""
    told = Notice.objects.filter(submission=OuterRef("pk"), kind=NoticeKind.ANONYMITY_ENDS)
    wanting = wanting_mail(User.objects.all())
    owners = wanting.filter(pk=OuterRef("owner"))
    members = wanting.filter(memberships__organisation=OuterRef("team"))
    rows = Submission.objects.filter(
        visibility=Visibility.ANONYMOUS,
        anonymous_until__lte=seconds_from_now(TOLD_BEFORE.total_seconds()),
        anonymous_until__gt=Now(),
    ).filter(~Exists(told))
    alone = rows.filter(Exists(owners), team__isnull=True)
    together = rows.filter(Exists(members), team__isnull=False)
    pks = [*alone.values_list("pk", flat=True), *together.values_list("pk", flat=True)]
    return tuple(pks[:RINGS_PER_SWEEP])
