"""Asks the site for pages in this process, as somebody who has not signed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.handlers.base import BaseHandler
from django.http import HttpResponseBase
from django.test import RequestFactory

from trek_site.static_copy.rules import Address

OK: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """What every page of a copy says about it.

    Attributes:
        site: Address of the site it is a copy of.
        made_at: Of which moment it is a copy, in UTC.
        versions: Names of the dataset versions, the current one first.
    """

    site: str
    made_at: datetime
    versions: tuple[str, ...]


class Asker(BaseHandler):
    """The site's own handler; templates find the notice as ``request.static_copy``."""

    def __init__(self, notice: Notice) -> None:
        super().__init__()
        self._notice = notice
        self._requests = RequestFactory()
        self.load_middleware()

    @property
    def site(self) -> SplitResult:
        """The site's address in its parts."""
        return urlsplit(self._notice.site)

    def ask(self, address: Address) -> HttpResponseBase:
        """The answer; an exception of a view becomes the site's own error page, as for any visitor."""
        is_secure = self.site.scheme == "https"
        # A server behind a proxy believes its header only.
        told = dict([settings.SECURE_PROXY_SSL_HEADER]) if settings.SECURE_PROXY_SSL_HEADER else {}
        extra = {"HTTP_HOST": self.site.netloc, **told}
        request = self._requests.get(address, secure=is_secure, **extra)  # type: ignore[arg-type]  # Environment.
        request.static_copy = self._notice  # type: ignore[attr-defined]  # For templates.
        return self.get_response(request)


def static_file(address: Address) -> Path | None:
    """A file under the address of static files: as collected where they are, else from where they lie."""
    relative = unquote(urlsplit(address).path.removeprefix(settings.STATIC_URL))
    if settings.STATIC_ROOT:
        root = Path(settings.STATIC_ROOT).resolve()
        collected = (root / relative).resolve()
        if collected.is_relative_to(root) and collected.is_file():
            return collected
    found = finders.find(relative)
    return Path(found) if isinstance(found, str) else None
