"""A release as one archive whose bytes depend on nothing but the release."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from kb_browser.exports.shelf import CHECKSUMS_FILE

# What a tar calls the first second of its era; the real times differ between copies of one release.
_EPOCH: Final = 0
_FILE_MODE: Final = 0o644
_LEVEL: Final = 9


def checksums_text(checksums: Mapping[str, str]) -> bytes:
    """What ``sha256sum`` prints for the files of a release; the SHA-256 of this text is the digest."""
    return "".join(f"{checksum}  {path}\n" for path, checksum in checksums.items()).encode()


def archive_write(files: Mapping[str, bytes], checksums: bytes, *, root: str, target: Path) -> None:
    """Write every file under one folder, sorted by path, with the checksums beside them.

    Args:
        files: Content by path inside the release; read one after the other.
        checksums: The text of the checksum file.
        root: Name of the one folder that everything is unpacked into.
        target: The archive to be.
    """
    with (
        target.open("wb") as stream,
        # No name and no time in the header, or two archives of one release would differ.
        gzip.GzipFile(filename="", mode="wb", compresslevel=_LEVEL, fileobj=stream, mtime=_EPOCH) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for path in sorted([*files, CHECKSUMS_FILE]):
            content = checksums if path == CHECKSUMS_FILE else files[path]
            archive.addfile(_member(f"{root}/{path}", len(content)), io.BytesIO(content))


def _member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size = size
    member.mtime = _EPOCH
    member.mode = _FILE_MODE
    # Owner and group stay 0 and nameless, as a new TarInfo has them.
    return member
