"""Keeps answers made for one person out of every shared cache."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.utils.cache import patch_vary_headers


class PrivateAnswersMiddleware:
    """`private, no-store` for whoever is signed in, sent a token, or is given a cookie; otherwise ask again.

    It has to stand outside the session's middleware, which sets the cookies that it looks for.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._get_response(request)
        is_personal = (
            settings.SESSION_COOKIE_NAME in request.COOKIES
            or "Authorization" in request.headers
            or bool(response.cookies)
        )
        if is_personal:
            response.headers["Cache-Control"] = "private, no-store"
        else:
            response.headers.setdefault("Cache-Control", "no-cache")
        # The same address shows a visitor's own private entries once signed in.
        patch_vary_headers(response, ("Cookie", "Authorization"))
        return response
