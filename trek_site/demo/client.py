"""A small client of the public API, as any program would write one."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

ANSWER_WITHIN_S: Final = 30


class ApiError(Exception):
    """The site refused, and says why."""


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
            with urllib.request.urlopen(f"{self.site}/healthz", timeout=ANSWER_WITHIN_S) as answer:  # noqa: S310
                return bool(answer.status == http.client.OK)
        except OSError:
            return False

    def get(self, path: str) -> Any:
        """The answer to a question.

        Raises:
            ApiError: The site refused.
        """
        return self._send("GET", path)

    def post(self, path: str) -> Any:
        """The answer to a request without a body.

        Raises:
            ApiError: The site refused.
        """
        return self._send("POST", path, body=b"")

    def upload(self, file: Path, fields: Mapping[str, str], *, key: str) -> Any:
        """The receipt of an upload; the same key with the same file is the same submission.

        Raises:
            ApiError: The site refused.
        """
        boundary = uuid4().hex
        headers = {"Content-Type": f"multipart/form-data; boundary={boundary}", "Idempotency-Key": key}
        body = _form(file, fields, boundary)
        return self._send("POST", "/api/v1/submissions/", body=body, headers=headers)

    def _send(
        self, method: str, path: str, *, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Any:
        given = {"Accept": "application/json", **(headers or {})}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        # The address is this machine's own, written by the command.
        request = urllib.request.Request(f"{self.site}{path}", data=body, headers=given, method=method)  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_S) as answer:  # noqa: S310
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                text = refusal.read().decode(errors="replace")
            raise ApiError(f"{method} {path}: {refusal.code}: {text}") from refusal


def _form(file: Path, fields: Mapping[str, str], boundary: str) -> bytes:
    """A form with a file, as browsers send one."""
    head = 'Content-Disposition: form-data; name="'
    parts = [f'{head}{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    told = f'{head}file"; filename="{file.name}"\r\nContent-Type: application/octet-stream\r\n\r\n'
    parts.append(told.encode() + file.read_bytes())
    line = f"--{boundary}".encode()
    return b"".join(line + b"\r\n" + part + b"\r\n" for part in parts) + line + b"--\r\n"
