"""Reading accounts: who a token speaks for, and which tokens somebody has."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Now

from trek_site.accounts.models import ApiToken, User, look_of
from trek_site.shared.errors import NotFoundError
from trek_site.shared.scopes import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLine:
    """A token as its owner sees it; the secret itself is never shown again."""

    pk: int
    name: str
    prefix: str
    scopes: Sequence[Scope]
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
            scopes=[scope for scope in Scope if scope in token.scopes],
            created_at=token.created_at,
            expires_at=token.expires_at,
            last_used_at=token.last_used_at,
            revoked_at=token.revoked_at,
            is_valid=token.pk in valid,
        )
        for token in ApiToken.objects.filter(user=user)
    )


def account_named(username: str) -> User:
    """The account with exactly this name.

    Raises:
        NotFoundError: There is none.
    """
    user = User.objects.filter(username=username).first()
    if user is None:
        raise NotFoundError
    return user


def has_confirmed_address(user: User) -> bool:
    """Whether somebody answers for the account: a confirmed address, or the operator who made it.

    Accounts that signed up have addresses with a state; those of operators have none until they sign in.
    """
    states = set(EmailAddress.objects.filter(user_id=user.pk).values_list("verified", flat=True))
    return not states or True in states


def wanting_mail(people: QuerySet[User]) -> QuerySet[User]:
    """Those among them who are told by mail how submissions fare, at an address that they confirmed."""
    unconfirmed = EmailAddress.objects.filter(user_id=OuterRef("pk"), verified=False)
    confirmed = EmailAddress.objects.filter(user_id=OuterRef("pk"), verified=True)
    known = people.filter(wants_mail=True, is_active=True).exclude(email="")
    return known.filter(Exists(confirmed) | ~Exists(unconfirmed))


def has_second_factor(user: User) -> bool:
    """Whether a password alone does not sign the account in."""
    return bool(Authenticator.objects.filter(user_id=user.pk, type=Authenticator.Type.TOTP).exists())


def name_is_taken(*, username: str = "", email: str = "") -> bool:
    """Whether an account with this name, one that looks like it, or this address exists; case does not count.

    Empty ones are not looked for.
    """
    wanted = Q(pk__in=[])
    if username:
        wanted |= Q(username__iexact=username) | Q(username_skeleton=look_of(username))
    if email:
        wanted |= Q(email__iexact=email)
    return User.objects.filter(wanted).exists()
