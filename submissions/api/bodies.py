"""Request bodies that are a file themselves: handed on unread, and read in portions by whoever counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, Final

from rest_framework.parsers import BaseParser

from trek_site.shared.errors import DomainError

CHUNK_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class RawBody:
    """A request body that is the file itself, not read yet, and how long it is said to be."""

    stream: IO[bytes]
    declared_bytes: int

    def chunks(self) -> Iterator[bytes]:
        """The bytes in portions; whoever reads them counts.

        Raises:
            DomainError: There are fewer than declared, because the connection broke.
        """
        count = 0
        while chunk := self.stream.read(CHUNK_BYTES):
            count += len(chunk)
            yield chunk
        if count < self.declared_bytes:
            text = f"The upload broke off after {count} of {self.declared_bytes} bytes; send it again."
            raise DomainError(text)


class RawBundleParser(BaseParser):
    """Hands the body on unread; what is said about it stands in the query string."""

    media_type = "application/octet-stream"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,  # noqa: ARG002 - the framework hands it in
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The body as a `RawBody`."""
        declared = (parser_context or {})["request"].META.get("CONTENT_LENGTH") or "0"
        return RawBody(stream=stream, declared_bytes=int(declared))


class NdjsonParser(RawBundleParser):
    """Records as they are."""

    media_type = "application/x-ndjson"


class GzipParser(RawBundleParser):
    """Records compressed with gzip."""

    media_type = "application/gzip"


class ZipParser(RawBundleParser):
    """An archive with records and manifest."""

    media_type = "application/zip"


class OffsetParser(RawBundleParser):
    """A portion of a file."""

    media_type = "application/offset+octet-stream"
