"""How often somebody may try: counted per name, per address and per account, in the shared cache.

Only a brake: a cache that forgets, or is away, lets more attempts through. It touches no session or token.
"""

from __future__ import annotations

import ipaddress
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest
from rest_framework.throttling import BaseThrottle

from trek_site.shared.counting import counted, counted_back, key_part
from trek_site.shared.errors import RateLimitedError

HOUR_S: Final = 3600
# One household or laboratory has at least this much of the newer kind of address to itself.
_IPV6_PREFIX: Final = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Brake:
    """So many attempts within a window; the window begins with the first one."""

    name: str
    limit: int
    window_s: int

    def take(self, who: str) -> None:
        """Count an attempt before it is made, so that attempts beside each other are all counted.

        Raises:
            RateLimitedError: The limit is reached. The same for names that exist and those that do not.
        """
        if not self.takes(who):
            text = f"Too many attempts; try again in {_words(self.window_s)}."
            raise RateLimitedError(text, retry_after=self.window_s)

    def takes(self, who: str) -> bool:
        """As `take`, but says whether there was one left."""
        return counted(self._key(who), within_s=self.window_s) <= self.limit

    def give_back(self, who: str) -> None:
        """The attempt was none of the kind that is counted."""
        counted_back(self._key(who))

    def _key(self, who: str) -> str:
        return f"brake:{self.name}:{key_part(who.casefold())}"


def _words(seconds: int) -> str:
    return f"{seconds // 60} minutes" if seconds < 2 * HOUR_S else f"{seconds // HOUR_S} hours"


FAILED_SIGN_INS_OF_NAME: Final = Brake(name="sign-in-name", limit=10, window_s=300)
FAILED_SIGN_INS_FROM_ADDRESS: Final = Brake(name="sign-in-address", limit=10, window_s=300)
FAILED_CODES: Final = Brake(name="second-factor", limit=10, window_s=300)
SIGN_UPS_FROM_ADDRESS: Final = Brake(name="sign-up-address", limit=20, window_s=HOUR_S)
RESETS_FROM_ADDRESS: Final = Brake(name="reset-address", limit=20, window_s=HOUR_S)
RESETS_OF_MAILBOX: Final = Brake(name="reset-mailbox", limit=5, window_s=24 * HOUR_S)
CONFIRMATIONS_OF_MAILBOX: Final = Brake(name="confirm-mailbox", limit=3, window_s=6 * HOUR_S)
INVITATIONS_BY_ACCOUNT: Final = Brake(name="invitation", limit=20, window_s=24 * HOUR_S)


def client_address(request: HttpRequest) -> str:
    """Whom a request comes from, behind exactly as many proxies as are ours; a network for IPv6."""
    address = BaseThrottle().get_ident(request) or ""  # type: ignore[arg-type]  # It reads the headers only.
    with suppress(ValueError):
        if isinstance(ipaddress.ip_address(address), ipaddress.IPv6Address):
            return str(ipaddress.IPv6Network(f"{address}/{_IPV6_PREFIX}", strict=False))
    return address


def sign_in_take(*, username: str, address: str) -> None:
    """Before a password is looked at.

    Raises:
        RateLimitedError: Too many wrong ones for this name or from this address.
    """
    FAILED_SIGN_INS_FROM_ADDRESS.take(address)
    FAILED_SIGN_INS_OF_NAME.take(username)


def sign_in_succeeded(*, username: str, address: str) -> None:
    """After a right one, which does not count."""
    FAILED_SIGN_INS_FROM_ADDRESS.give_back(address)
    FAILED_SIGN_INS_OF_NAME.give_back(username)


def sign_up_take(*, address: str) -> None:
    """Before an account is made.

    Raises:
        RateLimitedError: Too many from this address.
    """
    SIGN_UPS_FROM_ADDRESS.take(address)


def reset_take(*, mailbox: str, address: str) -> None:
    """Before a link is sent that sets another password.

    Raises:
        RateLimitedError: Too many for this mailbox or from this address.
    """
    RESETS_FROM_ADDRESS.take(address)
    RESETS_OF_MAILBOX.take(mailbox)
