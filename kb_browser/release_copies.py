"""Unchanged copies of releases, each in a folder named by its digest. No Django.

A copy is made in a folder of its own, named by what it is made from, and renamed when it is whole and read.
Files enter that folder under their final name only when they are complete: an import that was interrupted
goes on with the first file that is missing. A copy whose digest is not the one it is to be filed under is
refused. Which release an archive held is noted under the digest of the archive's own bytes, so that the same
archive is not unpacked twice; another archive of the same files is, because nothing but its files tells.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final
from uuid import uuid4

from kb_browser import store
from kb_browser.archives import CHUNK_BYTES, archive_digest, is_archive, open_archive
from kb_browser.progress import Progress, Step
from kb_browser.release_files import MANIFEST_FILE, ReleaseFolder, still_there
from scoring.engine.display import counted, size
from scoring.engine.errors import DatasetError, DatasetFault

_PART: Final = ".part"
_NOTES: Final = ".archives"
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")

# The prepared snapshot takes about half of what the files take; the rest is for whoever writes beside us.
ROOM_PER_BYTE: Final = 2


class NoRoomError(Exception):
    """The disk has not enough room for a release."""

    def __init__(self, *, needed: int, free: int) -> None:
        self.needed, self.free = needed, free
        super().__init__(
            f"There is no room for this release: {size(needed)} are needed in the data folder, "
            f"{size(free)} are free."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A release that is kept.

    Attributes:
        digest: Under which it lies.
        checksums: SHA-256 in hex by path.
    """

    digest: str
    checksums: Mapping[str, str]


def keep(source: Path, releases: Path, progress: Progress) -> Kept:
    """Copy a release under its digest and prepare it, whole or not at all; a known one changes nothing.

    Args:
        source: The release in the official layout: a folder, or an archive that holds one.
        releases: Where the copies lie.
        progress: Told what is being done; may raise to interrupt.

    Raises:
        DatasetError: The release contradicts itself, changed while it was read, or lies in a bad archive.
        NoRoomError: The disk has not enough room; nothing was written.
    """
    releases.mkdir(parents=True, exist_ok=True)
    return (_keep_archive if is_archive(source) else _keep_folder)(source, releases, progress)


def _keep_folder(source: Path, releases: Path, progress: Progress) -> Kept:
    folder = ReleaseFolder(source)
    progress(Step(text=f"hashing {counted(len(folder.files()), 'file')}"))
    digest = folder.digest()
    if (releases / digest).is_dir():
        return Kept(digest=digest, checksums=folder.checksums())
    draft = releases / f".import-{digest}"
    with _kept_unless_refused(draft):
        _copy(folder, draft, progress)
        return _settle(draft, releases, progress, expected=digest)


def _keep_archive(source: Path, releases: Path, progress: Progress) -> Kept:
    progress(Step(text="hashing the archive"))
    packed = archive_digest(source)
    known = _known_archive(releases, packed)
    if known is not None:
        return known
    draft = releases / f".unpack-{packed}"
    with _kept_unless_refused(draft):
        _unpack(source, draft, progress)
        if archive_digest(source) != packed:
            raise _refusal(source.name, "file_changed", "the archive changed while it was being read")
        kept = _settle(draft, releases, progress)
    _write(releases / _NOTES / packed, iter([kept.digest.encode()]), shown=packed)
    return kept


def _known_archive(releases: Path, packed: str) -> Kept | None:
    """The release that an archive of these bytes held, if it is kept and unharmed."""
    try:
        digest = (releases / _NOTES / packed).read_text(encoding="ascii")
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    if not _DIGEST.fullmatch(digest) or not (releases / digest).is_dir():
        return None
    copy = ReleaseFolder(releases / digest)
    return Kept(digest=digest, checksums=copy.checksums()) if copy.digest() == digest else None


@contextmanager
def _kept_unless_refused(draft: Path) -> Iterator[None]:
    """Whatever interrupts a copy leaves it to be continued; only a fault of the release removes it."""
    draft.mkdir(exist_ok=True)
    # Told apart from what nobody has touched for a long time; see `abandoned`.
    os.utime(draft)
    try:
        yield
    except DatasetError:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    except NoRoomError:
        # What an earlier attempt has written stays; an empty folder would be litter.
        with suppress(OSError):
            draft.rmdir()
        raise


def _copy(folder: ReleaseFolder, draft: Path, progress: Progress) -> None:
    located, checksums = folder.located(), folder.checksums()
    _refuse_without_room(draft, sum(_stated(path, place) for path, place in located.items()))
    for done, (path, place) in enumerate(located.items()):
        progress(Step(text="copying files", done=done, total=len(located)))
        if not (draft / path).exists():
            _write(draft / path, _chunks(path, place), expected=checksums[path], shown=path)
    manifest = folder.manifest()
    if manifest is not None:
        _write(draft / MANIFEST_FILE, iter([manifest]), shown=MANIFEST_FILE)


def _unpack(source: Path, draft: Path, progress: Progress) -> None:
    with open_archive(source) as archive:
        _refuse_without_room(draft, archive.size)
        for done, member in enumerate(archive.members):
            progress(Step(text=f"unpacking file {done + 1}"))
            if not (draft / member.path).exists():
                _write(draft / member.path, member.chunks(), shown=member.path)


def _refuse_without_room(draft: Path, size_of_all: int) -> None:
    """Said before anything is written, not in the middle by the disk.

    Raises:
        NoRoomError: There is less than what is still to be written takes.
    """
    written = sum(place.stat().st_size for place in draft.rglob("*") if place.is_file())
    needed = max(0, size_of_all - written) * ROOM_PER_BYTE
    free = shutil.disk_usage(draft).free
    if needed > free:
        raise NoRoomError(needed=needed, free=free)


def _stated(path: str, place: Path) -> int:
    with still_there(path):
        return place.stat().st_size


def _chunks(path: str, place: Path) -> Iterator[bytes]:
    with still_there(path), place.open("rb") as stream:
        yield from iter(partial(stream.read, CHUNK_BYTES), b"")


def _write(place: Path, chunks: Iterator[bytes], *, shown: str, expected: str | None = None) -> None:
    """Write a file whole or not at all.

    Raises:
        DatasetError: Its bytes are no longer those that were hashed.
    """
    place.parent.mkdir(parents=True, exist_ok=True)
    part = place.with_name(f".{uuid4().hex}{_PART}")
    total = hashlib.sha256()
    with part.open("wb") as stream:
        for chunk in chunks:
            total.update(chunk)
            stream.write(chunk)
        stream.flush()
        os.fsync(stream.fileno())
    if expected is not None and total.hexdigest() != expected:
        raise _refusal(shown, "file_changed", "changed while the release was being read")
    part.replace(place)


def _settle(draft: Path, releases: Path, progress: Progress, *, expected: str | None = None) -> Kept:
    """Read the copy, which refuses what contradicts itself, and give it the name of its digest."""
    for part in draft.rglob(f".*{_PART}"):
        part.unlink(missing_ok=True)
    copy = ReleaseFolder(draft)
    progress(Step(text="hashing the copy"))
    digest = copy.digest()
    if expected is not None and digest != expected:
        raise _refusal(draft.name, "digest_differs", f"the copy has the digest {digest}, not {expected}")
    kept = Kept(digest=digest, checksums=copy.checksums())
    if not (releases / digest).is_dir():
        store.load_dataset(draft, progress=lambda text: progress(Step(text=text)))
        _take_name(draft, releases / digest)
    shutil.rmtree(draft, ignore_errors=True)
    return kept


def _take_name(draft: Path, target: Path) -> None:
    try:
        draft.rename(target)
    except OSError:
        # Another import of the same files was quicker; any other trouble is passed on.
        if not target.is_dir():
            raise


def _refusal(file: str, rule: str, detail: str) -> DatasetError:
    return DatasetError([DatasetFault(file=file, row=None, rule=rule, detail=detail)])
