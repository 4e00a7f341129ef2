"""Asking a site, again where that helps: after a cut connection, or when the site says when to come back."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

ANSWER_WITHIN_S: Final = 60
TRIES: Final = 8
WAIT_AT_MOST_S: Final = 60
# Whoever is told to come back later than this is told so, and not kept waiting.
PATIENCE_S: Final = 300
AGAIN: Final = frozenset({429, 502, 503, 504})
AT_HOME: Final = frozenset({"localhost", "127.0.0.1", "::1"})
_REFUSED_FROM: Final = 400
_MOVED_FROM: Final = 300

# What a connection that breaks, or never comes about, raises.
CONNECTION_FAULTS: Final = (OSError, http.client.HTTPException)


class UnsafeAddressError(ValueError):
    """The address is none, or a token would be sent to it that everybody on the way can read."""


class UnreachableError(Exception):
    """The site did not answer, however often it was asked."""


class SiteError(Exception):
    """The site refused.

    Attributes:
        status: Of the answer.
        code: The reason, for programs; "" where the answer is not the API's.
        errors: Single mistakes.
        retry_after_s: When asking again makes sense; None where nobody said.
    """

    def __init__(self, answer: Answer) -> None:
        found = answer.problem()
        self.status = answer.status
        self.code = str(found.get("code", ""))
        self.errors: list[Mapping[str, Any]] = list(found.get("errors") or ())
        self.retry_after_s = answer.retry_after_s
        said = found.get("detail") or found.get("title") or f"the site answered {answer.status}"
        super().__init__(str(said))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What the site said.

    Attributes:
        headers: By name in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes = field(repr=False)

    @property
    def retry_after_s(self) -> int | None:
        """The seconds of `Retry-After`; None without them."""
        text = self.headers.get("retry-after", "")
        return int(text) if text.isascii() and text.isdigit() else None

    def json(self) -> Any:
        """The body, read as JSON.

        Raises:
            UnreachableError: It is none: something other than the site answered.
        """
        try:
            return json.loads(self.body)
        except ValueError as fault:
            raise UnreachableError("the answer is not JSON; is this the address of the site?") from fault

    def problem(self) -> Mapping[str, Any]:
        """The refusal, in the API's one shape; nothing where the answer is not the API's."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A site and who asks it.

    Attributes:
        address: Such as ``https://host`` or ``https://host/path``.
        token: The account's secret; "" to ask as a stranger.
        say: Is told when and why something is tried again.
        wait: Waits so many seconds.
    """

    address: str
    token: str = field(default="", repr=False)
    say: Callable[[str], None] = field(default=lambda _text: None, repr=False)
    wait: Callable[[float], None] = field(default=time.sleep, repr=False)

    def __post_init__(self) -> None:
        """Refuse an address that a token must not be sent to.

        Raises:
            UnsafeAddressError: It is no address, or not HTTPS and not this machine.
        """
        parts = urlsplit(self.address)
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise UnsafeAddressError(f"{self.address}: an address begins with https://")
        if parts.scheme == "http" and self.token and parts.hostname not in AT_HOME:
            raise UnsafeAddressError(f"{self.address}: a token is sent by https:// only")

    def page(self, path: str) -> str:
        """The full address of a page."""
        return f"{self.address.rstrip('/')}{path}"

    def once(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        body: bytes | Iterable[bytes] | None = None,
    ) -> Answer:
        """Ask once; every answer is an answer.

        Raises:
            OSError, http.client.HTTPException: The connection broke.
        """
        parts = urlsplit(self.address)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=ANSWER_WITHIN_S)
        given = {"Accept": "application/json, application/problem+json", **(headers or {})}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        try:
            connection.request(method, f"{parts.path.rstrip('/')}{path}", body=body, headers=given)
            with connection.getresponse() as response:
                names = {name.lower(): value for name, value in response.getheaders()}
                return Answer(status=response.status, headers=names, body=response.read())
        finally:
            connection.close()

    def ask(
        self,
        method: str,
        path: str,
        *,
        headers: Mapping[str, str] | None = None,
        json_body: Any = None,
    ) -> Answer:
        """Ask until there is an answer; only for requests that may be sent twice.

        Raises:
            SiteError: The site refused.
            UnreachableError: It did not answer.
        """
        given, body = dict(headers or {}), None
        if json_body is not None:
            given["Content-Type"] = "application/json"
            body = json.dumps(json_body).encode()
        for tried in range(1, TRIES + 1):
            try:
                answer = self.once(method, path, headers=given, body=body)
            except CONNECTION_FAULTS as fault:
                self.pause(tried, f"no answer ({fault})")
                continue
            if answer.status not in AGAIN or not self.is_patient(answer):
                return checked(answer)
            self.pause(tried, str(SiteError(answer)), answer.retry_after_s)
        raise UnreachableError(f"{self.address} gave no answer")

    def is_patient(self, answer: Answer) -> bool:
        """Whether the site wants to be asked again soon enough to wait for it."""
        return (answer.retry_after_s or 0) <= PATIENCE_S

    def pause(self, tried: int, why: str, retry_after_s: int | None = None) -> None:
        """Wait: as long as the site says, else longer each time.

        Raises:
            UnreachableError: It was tried often enough.
        """
        if tried >= TRIES:
            raise UnreachableError(f"{self.address}: {why}")
        seconds = min(WAIT_AT_MOST_S, 2 ** (tried - 1)) if retry_after_s is None else max(1, retry_after_s)
        self.say(f"{why}; trying again in {seconds} s")
        self.wait(seconds)


def checked(answer: Answer) -> Answer:
    """The answer, unless it is a refusal.

    Raises:
        SiteError: It is.
        UnreachableError: It sends us elsewhere, where the token must not go.
    """
    if answer.status >= _REFUSED_FROM:
        raise SiteError(answer)
    if answer.status >= _MOVED_FROM and "location" in answer.headers:
        raise UnreachableError(f"the site is at {answer.headers['location']}")
    return answer
