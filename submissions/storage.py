"""The bytes that people sent: written once under their digest, never altered, checked before they are used.

A file without a row is harmless and swept up later; a row without a file cannot come about, because the file
has its final name, on disk, before the row is committed.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from django.conf import settings

from submissions.refusals import too_large
from submissions.room import refuse_without_room, storage_faults
from trek_site.shared.vanishing import written_at

CHUNK_BYTES: Final = 1024 * 1024
HEAD_BYTES: Final = 512
_TOO_LARGE_HINT: Final = 'Leave out the member "notebook" (it is not scored) or compress the file.'


class StoredBytesError(Exception):
    """The stored bytes are not those that were received: our fault, whoever sent them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """Bytes that were received whole and lie in a temporary file.

    Attributes:
        path: The temporary file; gone once the upload is kept or dropped.
        sha256: Of the bytes as sent, in hex.
        size: In bytes.
        head: The first bytes, for telling the kind.
    """

    path: Path
    sha256: str
    size: int
    head: bytes


def uploads_folder() -> Path:
    """Where uploads lie, outside everything that is served."""
    return Path(settings.TREK_DATA_DIR) / "uploads"


def incoming_folder() -> Path:
    """Where bytes lie while they come in; what a process that was killed leaves there is swept like all else.

    Raises:
        UnavailableError: The disk is nearly full, or the folder cannot be made.
    """
    # How much comes is not known before it is here; the floor leaves room for it and for what is beside it.
    refuse_without_room(0)
    with storage_faults():
        folder = uploads_folder() / "incoming"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def upload_path(sha256: str) -> Path:
    """The place of the bytes with this digest."""
    return uploads_folder() / sha256[:2] / sha256


@contextlib.contextmanager
def upload_spooled(chunks: Iterable[bytes], *, limit: int) -> Iterator[Upload]:
    """Write what comes in to a temporary file, which is removed at the end unless it was kept.

    Args:
        chunks: The bytes, in any portions. What the iteration itself raises is passed on.
        limit: More bytes than this are refused as soon as they are counted, whatever was announced.

    Raises:
        TooLargeError: The limit was passed.
        UnavailableError: The bytes cannot be stored at the moment; or the disk is nearly full already, in
            which case nothing is read.
    """
    folder = incoming_folder()
    with storage_faults():
        handle, name = tempfile.mkstemp(dir=folder)
    path = Path(name)
    try:
        yield _spool(chunks, handle, path, limit)
    finally:
        path.unlink(missing_ok=True)


def upload_keep(upload: Upload) -> None:
    """Give the bytes their final name, durably. Bytes that are there already are replaced by equal ones.

    Raises:
        UnavailableError: The folder cannot be written.
    """
    with storage_faults():
        target = upload_path(upload.sha256)
        target.parent.mkdir(parents=True, exist_ok=True)
        # mkstemp makes the file private; a worker of another user has to read it.
        upload.path.chmod(0o644)
        upload.path.replace(target)
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def stored_opened(sha256: str) -> BinaryIO:
    """The stored bytes, open for reading; whoever asks closes them.

    Raises:
        OSError: The file cannot be read; passing, if the folder is only away.
    """
    return upload_path(sha256).open("rb")


def stored_chunks(sha256: str) -> Iterator[bytes]:
    """The stored bytes in portions.

    Raises:
        OSError: The file cannot be read; passing, if the folder is only away.
    """
    with upload_path(sha256).open("rb") as stream:
        while chunk := stream.read(CHUNK_BYTES):
            yield chunk


def stored_verify(sha256: str) -> None:
    """Make sure that the stored bytes are those that were received, before anybody is judged by them.

    Raises:
        StoredBytesError: They are not.
        OSError: The file cannot be read.
    """
    with upload_path(sha256).open("rb") as stream:
        found = hashlib.file_digest(stream, "sha256").hexdigest()
    if found != sha256:
        raise StoredBytesError(f"stored bytes of {sha256} have the digest {found}")


def orphans(known: Iterable[str], *, older_than: float) -> Iterator[Path]:
    """Stored files whose digest is not among the known ones and that were last written before that time.

    Args:
        known: Digests that rows refer to.
        older_than: Seconds since the epoch; younger files may belong to a request still under way.
    """
    referred = frozenset(known)
    for path in sorted(uploads_folder().glob("*/*")):
        if path.name in referred:
            continue
        written = written_at(path)
        if written is not None and written < older_than:
            yield path


def _spool(chunks: Iterable[bytes], handle: int, path: Path, limit: int) -> Upload:
    digest, size, head = hashlib.sha256(), 0, b""
    with _opened(handle) as stream:
        for chunk in chunks:
            size += len(chunk)
            if size > limit:
                raise too_large(limit, _TOO_LARGE_HINT)
            digest.update(chunk)
            if len(head) < HEAD_BYTES:
                head += chunk[: HEAD_BYTES - len(head)]
            with storage_faults():
                stream.write(chunk)
        with storage_faults():
            stream.flush()
            os.fsync(stream.fileno())
    return Upload(path=path, sha256=digest.hexdigest(), size=size, head=head)


@contextlib.contextmanager
def _opened(handle: int) -> Iterator[BinaryIO]:
    """The file, closed at the end; what is still held is written then, for which there may be no room."""
    stream = os.fdopen(handle, "wb")
    try:
        yield stream
    finally:
        with storage_faults():
            stream.close()
