"""Writing in which browsers people are signed in, and ending that."""

from __future__ import annotations

import logging
from typing import Final

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.functions import Now

from trek_site.accounts.models import SignIn, User
from trek_site.accounts.models.sign_ins import AGENT_CHARACTERS_KEPT
from trek_site.shared.errors import ConflictError, NotFoundError

logger = logging.getLogger(__name__)

SWEPT_AT_ONCE: Final = 100


def sign_in_note(user: User, *, session_key: str, agent: str, address: str) -> None:
    """Write down where a session began, and forget those that are over; doing it twice changes nothing."""
    with transaction.atomic():
        _over().filter(user=user).delete()
        SignIn.objects.get_or_create(
            session_key=session_key,
            defaults={
                "user": user,
                "agent": agent.replace("\0", "")[:AGENT_CHARACTERS_KEPT],
                "address": address[:64],
                "at": Now(),
            },
        )


def sign_in_goes_on(*, before: str | None, after: str | None) -> None:
    """Follow a session that got another key, as after a change of password."""
    SignIn.objects.filter(session_key=before).update(session_key=after)


def sign_in_end(user: User, sign_in_id: int, *, session_key: str | None) -> None:
    """Sign one browser out.

    Args:
        user: Whose it is.
        sign_in_id: Which.
        session_key: Of the session that asks.

    Raises:
        NotFoundError: There is none, or it is somebody else's.
        ConflictError: It is the one that asks, for which there is a way of its own.
    """
    mine = SignIn.objects.filter(user=user, pk=sign_in_id)
    if mine.filter(session_key=session_key).exists():
        raise ConflictError("This is the browser that you are using; sign out instead.")
    if not _end(mine):
        raise NotFoundError
    logger.info("signed out from elsewhere", extra={"user_id": user.pk})


def sign_ins_end_others(user: User, *, session_key: str | None) -> int:
    """Sign out every browser but the one that asks; doing it twice changes nothing.

    Returns:
        How many there were.
    """
    count = _end(SignIn.objects.filter(user=user).exclude(session_key=session_key))
    logger.info("signed out everywhere else", extra={"user_id": user.pk, "count": count})
    return count


def sign_ins_sweep() -> int:
    """Remove sessions that have expired and what was noted of any that is over, for who never comes again.

    Returns:
        How many notes and sessions went; the rest goes by the next sweeps.
    """
    expired = Session.objects.filter(expire_date__lte=Now())
    keys = tuple(expired.order_by("expire_date").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
    # Asked again: a session may have been extended meanwhile.
    removed = expired.filter(pk__in=keys).delete()[0]
    over = tuple(_over().order_by("pk").values_list("pk", flat=True)[:SWEPT_AT_ONCE])
    removed += _over().filter(pk__in=over).delete()[0]
    if removed:
        logger.info("sign-ins swept", extra={"removed": removed})
    return removed


def _over() -> QuerySet[SignIn]:
    """What was noted of sessions that open nothing any more."""
    living = Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=Now())
    return SignIn.objects.filter(~Exists(living))


def _end(which: QuerySet[SignIn]) -> int:
    with transaction.atomic():
        keys = list(which.values_list("session_key", flat=True))
        Session.objects.filter(session_key__in=keys).delete()
        SignIn.objects.filter(session_key__in=keys).delete()
    return len(keys)
