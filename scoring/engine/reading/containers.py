"""Tell what a file is from its first bytes; the name is only compared afterwards."""

from __future__ import annotations

from enum import StrEnum


class Container(StrEnum):
    """What the first bytes of a file say it is."""

    EMPTY = "empty"
    TEXT = "text"
    GZIP = "gzip"
    ZIP = "zip"
    OTHER_ARCHIVE = "other archive"
    DOCUMENT = "document"


# First match wins. Plain text is what is left: its own checks say what is wrong with it.
_SIGNATURES: tuple[tuple[bytes, Container], ...] = (
    (b"\x1f\x8b", Container.GZIP),
    (b"PK\x03\x04", Container.ZIP),
    (b"PK\x05\x06", Container.ZIP),
    (b"PK\x07\x08", Container.ZIP),
    (b"BZh", Container.OTHER_ARCHIVE),
    (b"\xfd7zXZ\x00", Container.OTHER_ARCHIVE),
    (b"7z\xbc\xaf\x27\x1c", Container.OTHER_ARCHIVE),
    (b"\x28\xb5\x2f\xfd", Container.OTHER_ARCHIVE),
    (b"Rar!\x1a\x07", Container.OTHER_ARCHIVE),
    (b"%PDF-", Container.DOCUMENT),
    (b"\x89PNG\r\n", Container.DOCUMENT),
    (b"SQLite format 3\x00", Container.DOCUMENT),
    (b"PAR1", Container.DOCUMENT),
    (b"\x7fELF", Container.DOCUMENT),
)

_TAR_MARK = b"ustar"
_TAR_MARK_AT = 257

HEAD_BYTES = _TAR_MARK_AT + len(_TAR_MARK)


def container_of(head: bytes) -> Container:
    """What a file is that begins with ``head``, its first `HEAD_BYTES` bytes or all of it."""
    if not head:
        return Container.EMPTY
    for signature, container in _SIGNATURES:
        if head.startswith(signature):
            return container
    return Container.OTHER_ARCHIVE if head[_TAR_MARK_AT:].startswith(_TAR_MARK) else Container.TEXT
