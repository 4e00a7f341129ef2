"""Writing accounts: signing up, giving out tokens, taking them back; and the log of what curators did."""

from __future__ import annotations

import logging
import secrets
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from trek_site.accounts import selectors
from trek_site.accounts.models import (
    TOKEN_LIFETIME_MAX,
    TOKEN_NAME_CHARACTERS_MAX,
    ApiToken,
    AuditEvent,
    Organisation,
    User,
)
from trek_site.shared.errors import ConflictError, NotFoundError, UnprocessableError
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

TOKEN_MARK: Final = "tpk_"  # noqa: S105  # Not a secret: lets scanners recognise one that was leaked.
TOKENS_MAX: Final = 20
_LAST_USED_STEP_S: Final = 60


def account_create(*, username: str, email: str, password: str) -> User:
    """Make an account with the rights of a submitter.

    Raises:
        ConflictError: The name or the address is taken.
    """
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, email=email, password=password)
    except IntegrityError as fault:
        raise ConflictError("This user name or address already has an account.") from fault


def password_change(user: User, password: str) -> None:
    """Give the account another password and shut out every program that speaks for it.

    Somebody else may have known the old one, and have issued tokens with it.
    """
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        tokens_revoke_all(user)
    logger.info("password changed", extra={"user_id": user.pk})


def account_lock(user_id: int) -> None:
    """Stand in line for an account until the surrounding transaction ends; for whoever counts its quotas."""
    User.objects.select_for_update().get(pk=user_id)


def team_lock(team_id: int) -> None:
    """Stand in line for a team until the transaction ends; after the account, where both are locked."""
    Organisation.objects.select_for_update().get(pk=team_id)


def token_issue(user: User, *, name: str, lifetime: timedelta = TOKEN_LIFETIME_MAX) -> tuple[ApiToken, str]:
    """Give out a token.

    Args:
        user: Whom it speaks for.
        name: What the owner calls it.
        lifetime: More than nothing, at most 90 days.

    Returns:
        The row and the secret. The secret is not kept and cannot be shown again.

    Raises:
        UnprocessableError: The lifetime or the name will not do.
        ConflictError: The user holds as many valid tokens as allowed.
    """
    if not timedelta(0) < lifetime <= TOKEN_LIFETIME_MAX:
        raise UnprocessableError(f"A token lives at most {TOKEN_LIFETIME_MAX.days} days.")
    if not name.strip() or len(name) > TOKEN_NAME_CHARACTERS_MAX:
        raise UnprocessableError(f"Give the token a name of at most {TOKEN_NAME_CHARACTERS_MAX} characters.")
    plain = TOKEN_MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        account_lock(user.pk)
        if selectors.tokens_valid().filter(user=user).count() >= TOKENS_MAX:
            raise ConflictError(f"An account has at most {TOKENS_MAX} valid tokens; revoke one first.")
        token = ApiToken.objects.create(
            user=user,
            name=name.strip(),
            prefix=plain[:10],
            digest=selectors.token_digest(plain),
            created_at=Now(),
            expires_at=seconds_from_now(lifetime.total_seconds()),
        )
        token.refresh_from_db()
    logger.info("token issued", extra={"token_id": token.pk, "user_id": user.pk})
    return token, plain


def token_use(plain: str) -> User | None:
    """Whom this secret speaks for, noting that it was used; None for one that opens nothing."""
    token = selectors.token_valid(plain)
    if token is None:
        return None
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=seconds_from_now(-_LAST_USED_STEP_S))
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=Now())
    return token.user


def token_revoke(user: User, token_id: int) -> None:
    """Close a token for ever; doing it twice changes nothing.

    Raises:
        NotFoundError: The user has no such token.
    """
    own = ApiToken.objects.filter(user=user, pk=token_id)
    if not own.filter(revoked_at__isnull=True).update(revoked_at=Now()) and not own.exists():
        raise NotFoundError
    logger.info("token revoked", extra={"token_id": token_id, "user_id": user.pk})


def tokens_revoke_all(user: User) -> int:
    """Close every token of the user, as after a change of password; returns how many were open."""
    closed = ApiToken.objects.filter(user=user, revoked_at__isnull=True).update(revoked_at=Now())
    logger.info("tokens revoked", extra={"user_id": user.pk, "count": closed})
    return closed


def audit(
    actor: User | None, action: str, *, object_type: str, object_id: str, **detail: object
) -> AuditEvent:
    """Note what a curator does, in the transaction that does it.

    Args:
        actor: Who; None for whoever works at the command line of the server.
        action: What, as ``version.published``.
        object_type: To what kind of thing.
        object_id: Its permanent name.
        detail: What else is worth knowing, JSON values only.

    Raises:
        RuntimeError: There is no transaction, so that the note could outlive what it is about.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an audit event is written in the transaction that it is about")
    event = AuditEvent.objects.create(
        actor=actor,
        action=action,
        object_type=object_type,
        object_id=object_id,
        detail=detail,
        at=Now(),
    )
    logger.info("audited", extra={"action": action, "object": object_id})
    return event
