"""Content security policy from the setting `SECURE_CSP`, named and shaped as in Django 6.

Once the site runs on a Django that has it, this file goes and two dotted names change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

HEADER: Final = "Content-Security-Policy"
SELF: Final = "'self'"
Policy = Mapping[str, Sequence[str]]
FIGURE_SOURCES: Final[Policy] = {"style-src": [SELF, "'unsafe-inline'"], "img-src": [SELF, "data:", "blob:"]}
"""What a drawn figure needs: the library sets styles of elements, and makes pictures of itself."""
P = ParamSpec("P")


def csp_header(policy: Policy) -> str:
    """The header's value, directives in the order of the mapping."""
    return "; ".join(" ".join((directive, *sources)) for directive, sources in policy.items())


class ContentSecurityPolicyMiddleware:
    """Puts the policy on every response, or the response's own where a view states one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        policy = cast("Policy", getattr(response, "csp_policy", settings.SECURE_CSP))
        response.headers.setdefault(HEADER, csp_header(policy))
        return response


def csp_override(
    changes: Policy,
) -> Callable[
    [Callable[Concatenate[HttpRequest, P], HttpResponseBase]],
    Callable[Concatenate[HttpRequest, P], HttpResponseBase],
]:
    """Replace directives for one view, such as the style source of a page with a chart."""

    def decorate(
        view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
    ) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
        @wraps(view)
        def with_policy(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            response = view(request, *args, **kwargs)
            response.csp_policy = {**settings.SECURE_CSP, **changes}  # type: ignore[attr-defined]  # Read above.
            return response

        return with_policy

    return decorate
