"""Writing tokens: giving them out, noting their use, taking them back."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from trek_site.accounts import selectors
from trek_site.accounts.models import (
    TOKEN_LIFETIME_MAX,
    TOKEN_NAME_CHARACTERS_MAX,
    ApiToken,
    User,
)
from trek_site.shared.errors import ConflictError, NotFoundError, UnprocessableError
from trek_site.shared.leases import seconds_from_now
from trek_site.shared.names import unseen_characters
from trek_site.shared.scopes import Scope

logger = logging.getLogger(__name__)

TOKEN_MARK: Final = "tpk_"  # noqa: S105  # Not a secret: lets scanners recognise one that was leaked.
TOKENS_MAX: Final = 20
_LAST_USED_STEP_S: Final = 60


def token_issue(
    user: User,
    *,
    name: str,
    lifetime: timedelta = TOKEN_LIFETIME_MAX,
    scopes: Collection[Scope] = tuple(Scope),
) -> tuple[ApiToken, str]:
    """Give out a token.

    Args:
        user: Whom it speaks for.
        name: What the owner calls it.
        lifetime: More than nothing, at most 90 days.
        scopes: What it may be used for, at least one.

    Returns:
        The row and the secret. The secret is not kept and cannot be shown again.

    Raises:
        UnprocessableError: The lifetime, the name or the scopes will not do.
        ConflictError: The user holds as many valid tokens as allowed.
    """
    if not timedelta(0) < lifetime <= TOKEN_LIFETIME_MAX:
        raise UnprocessableError(f"A token lives at most {TOKEN_LIFETIME_MAX.days} days.")
    if not name.strip() or len(name) > TOKEN_NAME_CHARACTERS_MAX:
        raise UnprocessableError(f"Give the token a name of at most {TOKEN_NAME_CHARACTERS_MAX} characters.")
    if unseen_characters(name):
        raise UnprocessableError("The name has characters that nobody sees.")
    if not scopes:
        raise UnprocessableError("A token has to be good for something; choose at least one scope.")
    plain = TOKEN_MARK + secrets.token_urlsafe(32)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)
        if selectors.tokens_valid().filter(user=user).count() >= TOKENS_MAX:
            raise ConflictError(f"An account has at most {TOKENS_MAX} valid tokens; revoke one first.")
        token = ApiToken.objects.create(
            user=user,
            name=name.strip(),
            prefix=plain[:10],
            digest=selectors.token_digest(plain),
            **{f"may_{scope.value}": scope in scopes for scope in Scope},
            created_at=Now(),
            expires_at=seconds_from_now(lifetime.total_seconds()),
        )
        token.refresh_from_db()
    logger.info("token issued", extra={"token_id": token.pk, "user_id": user.pk})
    return token, plain


def token_use(plain: str) -> ApiToken | None:
    """The token with this secret and its owner, noting that it was used; None for one that opens nothing."""
    token = selectors.token_valid(plain)
    if token is None:
        return None
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lt=seconds_from_now(-_LAST_USED_STEP_S))
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=Now())
    return token


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
