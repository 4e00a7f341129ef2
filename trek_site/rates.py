"""How many requests the API answers in a minute: one table, the same for tokens and sessions.

Counted in the shared cache, whose increments are atomic, so that processes and machines count together. Where
the cache is the memory of one process, each process counts for itself. A cache that is away lets everybody
through.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from trek_site.accounts.attempts import client_address
from trek_site.shared.counting import counted, key_part
from trek_site.shared.errors import RateLimitedError
from trek_site.shared.problems import API_PREFIX, problem_of, problem_response

WINDOW_S: Final = 60
_STANDING: Final = "trek.rate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """So many requests in each minute of the clock.

    Attributes:
        limit: How many.
        counted: Of whom, and which, in words.
    """

    limit: int
    counted: str


RATES: Mapping[str, Rate] = MappingProxyType(
    {
        "address": Rate(limit=1200, counted="all requests from one address"),
        "guest": Rate(limit=300, counted="requests without an account, from one address"),
        "read": Rate(limit=600, counted="requests of one account that read"),
        "write": Rate(limit=120, counted="requests of one account that change something"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How far a limit is used up, this request included."""

    limit: int
    remaining: int
    reset_s: int

    def headers(self) -> dict[str, str]:
        """The same for the one who asks."""
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(max(0, self.remaining)),
            "RateLimit-Reset": str(self.reset_s),
        }


def rate_take(name: str, who: str, meta: dict[str, Any]) -> None:
    """Count a request and remember in `meta` how its sender stands.

    Raises:
        RateLimitedError: It is one too many.
    """
    rate, now = RATES[name], _now()
    window, reset_s = divmod(int(now), WINDOW_S)
    standing = Standing(
        limit=rate.limit,
        # Kept longer than its minute, so that it is there whenever it is counted.
        remaining=rate.limit - counted(f"rate:{name}:{window}:{key_part(who)}", within_s=2 * WINDOW_S),
        reset_s=WINDOW_S - reset_s,
    )
    if standing.remaining < 0:
        meta[_STANDING] = standing
        text = f"At most {rate.limit} a minute are answered: {rate.counted}."
        raise RateLimitedError(text, retry_after=standing.reset_s)
    known = meta.get(_STANDING)
    if known is None or standing.remaining <= known.remaining:
        meta[_STANDING] = standing


class RateMiddleware:
    """Counts by address before anything else is done, so that wrong tokens count, too."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path.startswith(API_PREFIX) or not settings.TREK_API_RATES:
            return self._get_response(request)
        response: HttpResponseBase
        try:
            rate_take("address", client_address(request), request.META)
            response = self._get_response(request)
        except RateLimitedError as refusal:
            response = problem_response(request, problem_of(refusal))
        standing: Standing = request.META[_STANDING]
        for name, value in standing.headers().items():
            response.headers[name] = value
        return response


class AccountThrottle(BaseThrottle):
    """Counts by account once it is known who asks, however they said it; by address whoever has none."""

    def allow_request(self, request: Request, view: Any) -> bool:  # noqa: ARG002 - the framework hands it in
        """True, unless it is one too many.

        Raises:
            RateLimitedError: It is.
        """
        if not settings.TREK_API_RATES:
            return True
        meta: Any = request.META
        if request.user.is_authenticated:
            name = "read" if request.method in SAFE_METHODS else "write"
            rate_take(name, f"account {request.user.pk}", meta)
        else:
            rate_take("guest", client_address(request), meta)
        return True


def _now() -> float:
    return time.time()
