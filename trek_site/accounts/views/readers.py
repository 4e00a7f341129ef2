"""Who asks."""

from __future__ import annotations

from typing import cast

from django.http import HttpRequest

from trek_site.accounts.selectors import User


def reader_of(request: HttpRequest) -> User:
    """The account that asks, for views that let nobody else in."""
    return cast("User", request.user)
