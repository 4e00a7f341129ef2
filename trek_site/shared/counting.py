"""Counting in the shared cache, whose increments are atomic, so that processes and machines count together.

Only for brakes: a cache that forgets, or is away, counts nothing, and nobody is kept out because of it.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.core.cache import cache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def counted(key: str, *, within_s: int) -> int:
    """Count one more; how many there are with this key, this one included, 0 when the cache is away.

    Args:
        key: Of what is counted.
        within_s: How long the count is kept from its first one on.
    """
    number = 0
    # The count may end between the two lines; whatever is counted next begins a new one.
    with _whether_or_not_the_cache_is_there(), suppress(ValueError):
        cache.add(key, 0, timeout=within_s)
        number = int(cache.incr(key))
    return number


def counted_back(key: str) -> None:
    """Take one away that should not have been counted."""
    with _whether_or_not_the_cache_is_there(), suppress(ValueError):
        cache.decr(key)


def key_part(who: str) -> str:
    """Somebody's name or address for a key: of any length, and a cache is no place for addresses."""
    return hashlib.sha256(who.encode("utf-8", "surrogatepass")).hexdigest()[:32]


@contextmanager
def _whether_or_not_the_cache_is_there() -> Iterator[None]:
    try:
        yield
    except (OSError, RedisError):
        logger.warning("the cache is away, nothing is counted")
