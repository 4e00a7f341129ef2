"""Reading in which browsers somebody is signed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.models import Session
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare

from trek_site.accounts.devices import device_of
from trek_site.accounts.models import SignIn, User

SIGN_INS_SHOWN: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInLine:
    """A browser that is signed in.

    Attributes:
        device: What it is, in words.
        address: Whom the sign-in came from, "" where that is unknown.
        ends_at: When it has to sign in again.
        is_current: It is the one that asks.
    """

    pk: int
    device: str
    address: str
    at: datetime
    ends_at: datetime
    is_current: bool


def sign_ins_of(user: User, *, session_key: str | None) -> Sequence[SignInLine]:
    """The newest browsers in which somebody is signed in now; the one that asks comes first.

    Args:
        user: Whose.
        session_key: Of the session that asks.
    """
    noted = SignIn.objects.filter(user=user)
    living = Session.objects.filter(session_key__in=noted.values("session_key"), expire_date__gt=Now())
    # A session under an earlier password is there and opens nothing.
    open_until = {row.session_key: row.expire_date for row in living if _opens(row, user)}
    lines = [
        SignInLine(
            pk=one.pk,
            device=device_of(one.agent),
            address=one.address,
            at=one.at,
            ends_at=open_until[one.session_key],
            is_current=one.session_key == session_key,
        )
        for one in noted.filter(session_key__in=open_until)
    ]
    return sorted(lines, key=lambda line: not line.is_current)[:SIGN_INS_SHOWN]


def _opens(session: Session, user: User) -> bool:
    kept = str(session.get_decoded().get(HASH_SESSION_KEY, ""))
    return constant_time_compare(kept, user.get_session_auth_hash())
