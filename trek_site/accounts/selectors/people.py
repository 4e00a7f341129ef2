"""Reading accounts: who a token speaks for, and which tokens somebody has."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from trek_site.accounts.models import ApiToken, User


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """A token as its owner sees it; the secret itself is never shown again."""

    pk: int
    name: str
    prefix: str
    created_at: datetime
    expires_at: datetime
    last_used_at: datetime | None
    revoked_at: datetime | None
    is_valid: bool


def token_digest(plain: str) -> str:
    """What is stored in place of a secret. A plain SHA-256 is enough: the secret has 256 random bits."""
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def tokens_valid() -> QuerySet[ApiToken]:
    """Tokens that open a door now, by the database's clock; those of blocked accounts do not."""
    return ApiToken.objects.filter(
        revoked_at__isnull=True, expires_at__gt=Now(), user__is_active=True
    ).select_related("user")


def token_valid(plain: str) -> ApiToken | None:
    """The token with this secret, if it opens a door now."""
    return tokens_valid().filter(digest=token_digest(plain)).first()


def token_owner(plain: str) -> User | None:
    """Whom this secret speaks for; None for a wrong, expired or revoked one."""
    token = token_valid(plain)
    return None if token is None else token.user


def tokens_of(user: User) -> Sequence[TokenLine]:
    """The user's tokens, newest first, revoked ones included."""
    valid = set(tokens_valid().filter(user=user).values_list("pk", flat=True))
    return tuple(
        TokenLine(
            pk=token.pk,
            name=token.name,
            prefix=token.prefix,
            created_at=token.created_at,
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
            revoked_at=token.revoked_at,
            is_valid=token.pk in valid,
        )
        for token in ApiToken.objects.filter(user=user)
    )


def name_is_taken(*, username: str = "", email: str = "") -> bool:
    """Whether an account with this name or address exists, ignoring case; empty ones are not looked for."""
    wanted = Q(pk__in=[])
    if username:
        wanted |= Q(username__iexact=username)
    if email:
        wanted |= Q(email__iexact=email)
    return User.objects.filter(wanted).exists()
