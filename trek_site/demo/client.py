"""The demo as a user of the public API, by the client that `trek submit` uses."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trek_site.client import FileToSend, Site, SiteError, UnreachableError, send
from trek_site.client.site import CONNECTION_FAULTS


class ApiError(Exception):
    """The site refused, and says why; or did not answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """Speaks for one account.

    Attributes:
        site: Address of the site without a slash at the end.
        token: The account's secret; empty to ask as a stranger.
    """

    site: str
    token: str = ""

    def is_up(self) -> bool:
        """Whether the site answers."""
        try:
            return self._site().once("GET", "/healthz").status == http.client.OK
        except CONNECTION_FAULTS:
            return False

    def get(self, path: str) -> Any:
        """The answer to a question.

        Raises:
            ApiError: The site refused.
        """
        return self._asked("GET", path)

    def post(self, path: str) -> Any:
        """The answer to a request without a body.

        Raises:
            ApiError: The site refused.
        """
        return self._asked("POST", path)

    def upload(self, file: Path, said: Mapping[str, Any]) -> Any:
        """The receipt of an upload; the same file with the same words is the same submission.

        Raises:
            ApiError: The site refused.
        """
        with _refusals(str(file.name)):
            return send(self._site(), FileToSend.at(file), said)

    def _asked(self, method: str, path: str) -> Any:
        with _refusals(f"{method} {path}"):
            return self._site().ask(method, path).json()

    def _site(self) -> Site:
        return Site(address=self.site, token=self.token)


@contextmanager
def _refusals(what: str) -> Iterator[None]:
    try:
        yield
    except SiteError as refusal:
        mistakes = "".join(f"; {one.get('pointer')}: {one.get('detail')}" for one in refusal.errors)
        raise ApiError(f"{what}: {refusal.status}: {refusal}{mistakes}") from refusal
    except UnreachableError as fault:
        raise ApiError(f"{what}: {fault}") from fault
