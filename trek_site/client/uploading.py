"""Sending a file in portions, going on where an earlier try ended, and submitting it."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from trek_site.client.site import (
    AGAIN,
    CONNECTION_FAULTS,
    TRIES,
    Answer,
    Site,
    SiteError,
    UnreachableError,
    checked,
)

UPLOADS: Final = "/api/v1/uploads/"
SUBMISSIONS: Final = "/api/v1/submissions/"
# Small enough that little is lost with a proxy that keeps a body back until it has all of it.
PORTION_BYTES: Final = 16 * 1024 * 1024
CHUNK_BYTES: Final = 64 * 1024
BEGINNINGS: Final = 3
_NO_CONTENT: Final = 204
_NOT_FOUND: Final = 404
_CONFLICT: Final = 409

Progress = Callable[[int, int], None]


class FileChangedError(Exception):
    """The file is another one than when it was looked at."""


class _GoneError(Exception):
    """The upload was thrown away meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileToSend:
    """A file as it was when it was looked at.

    Attributes:
        size: In bytes.
        sha256: Of the bytes, in hex.
    """

    path: Path
    size: int
    sha256: str

    @classmethod
    def at(cls, path: Path) -> Self:
        """The file there.

        Raises:
            OSError: It cannot be read.
        """
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
            return cls(path=path, size=stream.tell(), sha256=digest)

    def chunks(self, offset: int, length: int) -> Iterator[bytes]:
        """So many bytes from there, or fewer if the file has become shorter."""
        with self.path.open("rb") as stream:
            stream.seek(offset)
            while length and (chunk := stream.read(min(CHUNK_BYTES, length))):
                length -= len(chunk)
                yield chunk


def upload(site: Site, file: FileToSend, *, progress: Progress = lambda _done, _all: None) -> str:
    """Send a file; one that was partly sent before, by this or another process, is gone on with.

    Args:
        site: Where to.
        file: What.
        progress: Is told how many bytes of how many are there.

    Returns:
        The id of the complete upload.

    Raises:
        SiteError: The site refuses the file.
        UnreachableError: The connection broke too often.
        FileChangedError: The file became shorter.
    """
    for _ in range(BEGINNINGS):
        found = _open_upload(site, file) or _begun(site, file)
        if found["offset"]:
            site.say(f"going on after {found['offset']} of {file.size} bytes")
        try:
            _send_rest(site, file, found, progress)
        except _GoneError:
            site.say("the upload was thrown away meanwhile; beginning again")
            continue
        return str(found["id"])
    raise UnreachableError("the upload was thrown away again and again")


def submit(site: Site, upload_id: str, said: Mapping[str, Any], *, again: str = "") -> Mapping[str, Any]:
    """Make a submission of a complete upload; the same file with the same words is one submission.

    Args:
        site: Where.
        upload_id: Which.
        said: The other members: manifest, purpose, team, dataset version; and `sha256` of the file, which
            tells what is the same.
        again: Makes it another submission all the same.

    Returns:
        The receipt.

    Raises:
        SiteError: The site refuses it.
        UnreachableError: The connection broke too often.
    """
    words = json.dumps([said, again], sort_keys=True).encode()
    key = f"trek-{hashlib.sha256(words).hexdigest()[:40]}"
    members = {name: value for name, value in said.items() if name != "sha256" and value}
    answer = site.ask(
        "POST", SUBMISSIONS, headers={"Idempotency-Key": key}, json_body={"upload": upload_id, **members}
    )
    receipt: Mapping[str, Any] = answer.json()
    return receipt


def send(
    site: Site,
    file: FileToSend,
    said: Mapping[str, Any],
    *,
    again: str = "",
    progress: Progress = lambda _done, _all: None,
) -> Mapping[str, Any]:
    """Send a file and make a submission of it, from the beginning where the site lost what it had.

    Args:
        site: Where to.
        file: What.
        said: The other members, as for `submit`.
        again: As for `submit`.
        progress: As for `upload`.

    Returns:
        The receipt.

    Raises:
        SiteError, UnreachableError, FileChangedError: As `upload` and `submit`.
    """
    for _ in range(BEGINNINGS):
        upload_id = upload(site, file, progress=progress)
        try:
            return submit(site, upload_id, {**said, "sha256": file.sha256}, again=again)
        except SiteError as refusal:
            codes = {one.get("code") for one in refusal.errors}
            if "digest" in codes:
                # The file changed while it was sent: what arrived is of no use to anybody.
                site.ask("DELETE", f"{UPLOADS}{upload_id}/")
            if "lost" not in codes:
                raise
            site.say("the site lost the upload; beginning again")
    raise UnreachableError("the site lost the upload again and again")


def _open_upload(site: Site, file: FileToSend) -> Mapping[str, Any] | None:
    """An upload of the same file that was begun before."""
    for one in site.ask("GET", UPLOADS).json()["results"]:
        if (one["sha256"], one["bytes"], one["file_name"]) == (file.sha256, file.size, file.path.name):
            found: Mapping[str, Any] = one
            return found
    return None


def _begun(site: Site, file: FileToSend) -> Mapping[str, Any]:
    headers = {
        "Upload-Length": str(file.size),
        "Upload-Metadata": f"filename {_encoded(file.path.name)},sha256 {_encoded(file.sha256)}",
        "Idempotency-Key": secrets.token_hex(16),
    }
    found: Mapping[str, Any] = site.ask("POST", UPLOADS, headers=headers).json()
    return found


def _send_rest(site: Site, file: FileToSend, found: Mapping[str, Any], progress: Progress) -> None:
    path, offset, tried = f"{UPLOADS}{found['id']}/", int(found["offset"]), 0
    while offset < file.size:
        tried += 1
        if tried > TRIES:
            raise UnreachableError("the site takes no more of the file, and does not say why")
        try:
            answer = _send_portion(site, file, path, offset, progress)
        except CONNECTION_FAULTS as fault:
            site.pause(tried, f"the connection broke ({fault})")
        else:
            _wait_or_go_on(site, answer, tried)
        arrived = _offset(site, path)
        tried = 0 if arrived > offset else tried
        offset = arrived
        progress(offset, file.size)


def _send_portion(site: Site, file: FileToSend, path: str, offset: int, progress: Progress) -> Answer:
    length = min(PORTION_BYTES, file.size - offset)

    def told() -> Iterator[bytes]:
        done = offset
        for chunk in file.chunks(offset, length):
            yield chunk
            done += len(chunk)
            progress(done, file.size)
        if done < offset + length:
            raise FileChangedError(f"{file.path} became shorter while it was sent")

    headers = {
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": str(length),
        "Upload-Offset": str(offset),
    }
    return site.once("PATCH", path, headers=headers, body=told())


def _wait_or_go_on(site: Site, answer: Answer, tried: int) -> None:
    """Whether the portion was taken, or should be tried again; where to is asked afterwards."""
    if answer.status == _NOT_FOUND:
        raise _GoneError
    if answer.status == _NO_CONTENT or (answer.status == _CONFLICT and answer.retry_after_s is None):
        if answer.status == _CONFLICT and "upload-offset" not in answer.headers:
            raise SiteError(answer)
        return
    if answer.status != _CONFLICT and (answer.status not in AGAIN or not site.is_patient(answer)):
        checked(answer)
    site.pause(tried, str(SiteError(answer)), answer.retry_after_s)


def _offset(site: Site, path: str) -> int:
    try:
        return int(site.ask("GET", path).json()["offset"])
    except SiteError as refusal:
        if refusal.status == _NOT_FOUND:
            raise _GoneError from refusal
        raise


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode("utf-8", "surrogateescape")).decode()
