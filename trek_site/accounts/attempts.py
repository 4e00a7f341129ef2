"""How often somebody may try to sign in or sign up: counted per name and per address, in the shared cache.

Only a brake: a cache that forgets, or is away, lets more attempts through. It touches no session or token.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from redis.exceptions import RedisError

from trek_site.shared.errors import RateLimitedError

logger = logging.getLogger(__name__)


@contextmanager
def _without_the_cache() -> Iterator[None]:
    """Goes on when the cache is away: nobody is kept out because a brake is broken."""
    try:
        yield
    except (OSError, RedisError):
        logger.warning("the cache is away, attempts are not counted")


@dataclass(frozen=True, slots=True, kw_only=True)
class Brake:
    """So many counts within a window; the window begins with the first one."""

    name: str
    limit: int
    window_s: int

    def check(self, who: str) -> None:
        """Let through, or not; counts nothing.

        Raises:
            RateLimitedError: The limit is reached. The same for names that exist and those that do not.
        """
        counted = 0
        with _without_the_cache():
            counted = cache.get(self._key(who), 0)
        if counted >= self.limit:
            text = f"Too many attempts; try again in {self.window_s // 60} minutes."
            raise RateLimitedError(text, retry_after=self.window_s)

    def count(self, who: str) -> None:
        """Note one attempt."""
        key = self._key(who)
        # The window may end between the two lines; the next attempt then begins a new one.
        with _without_the_cache(), suppress(ValueError):
            cache.add(key, 0, timeout=self.window_s)
            cache.incr(key)

    def _key(self, who: str) -> str:
        # A digest, because names are of any length and a cache is no place for addresses.
        return f"brake:{self.name}:{hashlib.sha256(who.casefold().encode()).hexdigest()}"


FAILED_SIGN_INS_OF_NAME: Final = Brake(name="sign-in-name", limit=10, window_s=300)
FAILED_SIGN_INS_FROM_ADDRESS: Final = Brake(name="sign-in-address", limit=50, window_s=300)
SIGN_UPS_FROM_ADDRESS: Final = Brake(name="sign-up-address", limit=20, window_s=3600)


def sign_in_check(*, username: str, address: str) -> None:
    """Before a password is looked at.

    Raises:
        RateLimitedError: Too many wrong ones for this name or from this address.
    """
    FAILED_SIGN_INS_OF_NAME.check(username)
    FAILED_SIGN_INS_FROM_ADDRESS.check(address)


def sign_in_failed(*, username: str, address: str) -> None:
    """After a wrong one."""
    FAILED_SIGN_INS_OF_NAME.count(username)
    FAILED_SIGN_INS_FROM_ADDRESS.count(address)


def sign_up_check(*, address: str) -> None:
    """Before an account is made; counts the attempt.

    Raises:
        RateLimitedError: Too many from this address.
    """
    SIGN_UPS_FROM_ADDRESS.check(address)
    SIGN_UPS_FROM_ADDRESS.count(address)
