"""The parts of files that are sent in portions: one folder an upload, one file a request that sent bytes."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final, Self
from uuid import UUID

from django.conf import settings

from submissions.room import storage_faults
from trek_site.shared.vanishing import written_at

CHUNK_BYTES: Final = 1024 * 1024


class PartsLostError(Exception):
    """What was recorded of an upload is not on the disk, and will not come back."""


def parts_folder() -> Path:
    """Where they lie, outside everything that is served."""
    return Path(settings.TREK_DATA_DIR) / "resumable"


def parts_drop(public_id: str) -> None:
    """Remove every part of an upload; nothing when there are none."""
    shutil.rmtree(parts_folder() / public_id, ignore_errors=True)


def parts_keep(public_id: str, tokens: Collection[str]) -> None:
    """Remove the parts of an upload that are not among these; who writes to one of them goes on into nothing.

    Raises:
        UnavailableError: The folder cannot be written.
    """
    with storage_faults():
        for path in (parts_folder() / public_id).glob("*"):
            if path.name not in tokens:
                path.unlink(missing_ok=True)


def parts_chunks(public_id: str, parts: Sequence[tuple[str, int]]) -> Iterator[bytes]:
    """The bytes of an upload from its first to its last.

    Raises:
        PartsLostError: A part is not there, or is shorter than was recorded.
        UnavailableError: A part cannot be read at the moment.
    """
    for token, length in parts:
        left = length
        with storage_faults(), _opened(parts_folder() / public_id / token) as stream:
            while left and (chunk := stream.read(min(CHUNK_BYTES, left))):
                left -= len(chunk)
                yield chunk
        if left:
            raise PartsLostError(f"{left} bytes of {public_id}/{token} are not there")


def orphaned_parts(known: frozenset[str], *, older_than: float) -> Iterator[str]:
    """Ids of folders that no row refers to and in which nothing was begun since that time.

    Args:
        known: Ids of the rows there are.
        older_than: Seconds since the epoch.
    """
    for folder in sorted(parts_folder().glob("*")):
        if folder.name in known:
            continue
        written = written_at(folder)
        if written is not None and written < older_than:
            yield folder.name


class Part:
    """The file of one request; nobody else ever writes to it."""

    def __init__(self, public_id: str, token: UUID) -> None:
        self._path = parts_folder() / public_id / token.hex
        self._kept: int | None = None

    def __enter__(self) -> Self:
        with storage_faults():
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._stream = self._path.open("xb")
            # The name, too, has to outlive a machine that stops.
            for folder in (self._path.parent, self._path.parent.parent):
                _flush_folder(folder)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            with storage_faults():
                self._stream.close()
        finally:
            with storage_faults():
                self._remove_what_is_not_kept()

    def write(self, chunk: bytes) -> None:
        """Add bytes.

        Raises:
            UnavailableError: There is no room for them.
        """
        with storage_faults():
            self._stream.write(chunk)

    def flush(self) -> None:
        """Have everything written so far on the disk.

        Raises:
            UnavailableError: The disk does not take it.
        """
        with storage_faults():
            self._stream.flush()
            os.fsync(self._stream.fileno())

    def keep(self, length: int) -> None:
        """Have what lies behind so many bytes removed at the end, as it does not count: all for 0."""
        self._kept = length

    def _remove_what_is_not_kept(self) -> None:
        # The upload may have been thrown away meanwhile, and its folder with it.
        with contextlib.suppress(FileNotFoundError):
            if self._kept == 0:
                self._path.unlink()
            elif self._kept is not None:
                os.truncate(self._path, self._kept)


def _opened(path: Path) -> BinaryIO:
    """A part, open for reading. A folder that is away altogether may come back: that passes."""
    try:
        return path.open("rb")
    except FileNotFoundError as fault:
        if parts_folder().is_dir():
            raise PartsLostError(f"{path.parent.name}/{path.name} is not there") from fault
        raise


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
