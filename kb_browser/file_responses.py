"""Files sent as they are: whole or in part, asked for once or again (RFC 9110)."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, http_date

_CHUNK_BYTES: Final = 256 * 1024
_NUMBER_DIGITS_MAX: Final = 18
_UNIT: Final = "bytes="
_NEVER_CHANGES: Final = "public, max-age=86400, immutable"
_ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentFile:
    """A file that is sent.

    Attributes:
        name: What it is called when it is saved.
        sha256: In hex; its entity tag.
    """

    name: str
    media_type: str
    size_bytes: int
    sha256: str


class UnsatisfiableRangeError(Exception):
    """The range lies wholly behind the end."""


Reader: TypeAlias = Callable[[int, int], Iterator[bytes]]
"""Gives so many bytes from a place on."""


def file_response(request: HttpRequest, file: SentFile, path: Path) -> HttpResponseBase:
    """The answer to a GET or HEAD for what lies there and never changes: 200, 206, 304, 412 or 416."""
    modified = int(path.stat().st_mtime)
    return _response(request, file, modified, partial(_from_disk, path), cache=_NEVER_CHANGES)


def bytes_response(
    request: HttpRequest, file: SentFile, content: bytes, *, modified: datetime | None
) -> HttpResponseBase:
    """The same for bytes that were made just now, and may be made otherwise another day."""
    moment = int(modified.timestamp()) if modified is not None else 0
    return _response(request, file, moment, partial(_from_memory, content), cache=_ASK_AGAIN)


def _response(
    request: HttpRequest, file: SentFile, modified: int, read: Reader, *, cache: str
) -> HttpResponseBase:
    headers = {
        "ETag": f'"{file.sha256}"',
        "Last-Modified": http_date(modified),
        "Cache-Control": cache,
        "Accept-Ranges": "bytes",
        "X-Content-Type-Options": "nosniff",
    }
    known = get_conditional_response(request, etag=headers["ETag"], last_modified=modified)
    response = known or _content(request, file, headers, read)
    for name, value in headers.items():
        response.headers[name] = value
    return response


def _content(
    request: HttpRequest, file: SentFile, headers: Mapping[str, str], read: Reader
) -> HttpResponseBase:
    """The whole, the part that was asked for, or the refusal of a part that does not exist."""
    try:
        part = _part_asked_for(request, file, headers)
    except UnsatisfiableRangeError:
        return HttpResponse(status=416, headers={"Content-Range": f"bytes */{file.size_bytes}"})
    first, last = part or (0, file.size_bytes - 1)
    length = last - first + 1
    # Servers differ in whether they drop the body of an answer to HEAD; so there is none.
    response: HttpResponseBase = (
        HttpResponse(content_type=file.media_type)
        if request.method == "HEAD"
        else StreamingHttpResponse(read(first, length), content_type=file.media_type)
    )
    response.headers["Content-Length"] = str(length)
    response.headers["Content-Disposition"] = str(
        content_disposition_header(as_attachment=True, filename=file.name)
    )
    response.headers["Repr-Digest"] = f"sha-256=:{base64.b64encode(bytes.fromhex(file.sha256)).decode()}:"
    if part is not None:
        response.status_code = 206
        response.headers["Content-Range"] = f"bytes {first}-{last}/{file.size_bytes}"
    return response


def range_of(header: str, size: int) -> tuple[int, int] | None:
    """First and last byte of a range header; None where the whole is to be sent.

    Several ranges, other units and what is no range at all are answered with the whole, as the standard
    allows.

    Raises:
        UnsatisfiableRangeError: It is one range, and none of its bytes exist.
    """
    start, dash, end = header.removeprefix(_UNIT).strip().partition("-")
    is_range = header.startswith(_UNIT) and dash and (start or end)
    if not is_range or not all(_is_number(text) for text in (start, end) if text):
        return None
    if not start:
        first, last = max(0, size - int(end)), size - 1
    else:
        first, last = int(start), min(int(end), size - 1) if end else size - 1
        if end and int(end) < first:
            return None
    if first > last:
        raise UnsatisfiableRangeError
    return first, last


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _NUMBER_DIGITS_MAX


def _part_asked_for(
    request: HttpRequest, file: SentFile, headers: Mapping[str, str]
) -> tuple[int, int] | None:
    header = request.headers.get("Range", "")
    if request.method != "GET" or not header:
        return None
    condition = request.headers.get("If-Range")
    # A part of another edition than the one that the client has would spoil its copy.
    if condition is not None and condition not in {headers["ETag"], headers["Last-Modified"]}:
        return None
    return range_of(header, file.size_bytes)


def _from_disk(path: Path, first: int, length: int) -> Iterator[bytes]:
    with path.open("rb") as stream:
        stream.seek(first)
        while length > 0 and (chunk := stream.read(min(_CHUNK_BYTES, length))):
            length -= len(chunk)
            yield chunk


def _from_memory(content: bytes, first: int, length: int) -> Iterator[bytes]:
    yield content[first : first + length]
