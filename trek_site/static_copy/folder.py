"""The folder of a copy: written beside its place, listed file by file, put there as a whole or not at all."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

MANIFEST: Final = "manifest.json"
FORMAT: Final = "trek-static-copy/1"


class ForeignFolderError(Exception):
    """There is something in the place that no export wrote; the text says what."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """One file: its SHA-256 in hex, its size, and the address that it was."""

    sha256: str
    size_bytes: int
    address: str


@dataclass(slots=True)
class Folder:
    """Where a copy is being written."""

    root: Path
    files: dict[str, Written] = field(default_factory=dict)

    def write(self, name: str, pieces: Iterable[bytes], *, address: str) -> None:
        """Write one file, piece by piece.

        Raises:
            OSError: It cannot be written.
        """
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        digest, size = hashlib.sha256(), 0
        with path.open("wb") as file:
            for piece in pieces:
                digest.update(piece)
                size += file.write(piece)
        self.files[name] = Written(sha256=digest.hexdigest(), size_bytes=size, address=address)

    def close(self, said: Mapping[str, Any]) -> None:
        """Write the list of all files; `said` stands before it."""
        files = {
            name: {"sha256": one.sha256, "bytes": one.size_bytes, "address": one.address}
            for name, one in sorted(self.files.items())
        }
        text = json.dumps({"format": FORMAT, **said, "files": files}, indent=1) + "\n"
        (self.root / MANIFEST).write_text(text, encoding="utf-8")


def refuse_foreign(out: Path) -> None:
    """Only an empty place, or what an earlier export wrote and nobody added to, is written over.

    Raises:
        ForeignFolderError: It is something else.
    """
    if not out.exists():
        return
    if not out.is_dir():
        raise ForeignFolderError(f"{out} is a file, not a folder.")
    if not any(out.iterdir()):
        return
    known = _known(out / MANIFEST)
    for path in sorted(out.rglob("*")):
        name = path.relative_to(out).as_posix()
        if (path.is_symlink() or not path.is_dir()) and name != MANIFEST and name not in known:
            raise ForeignFolderError(f"{out} holds {name}, which no export wrote. Name another folder.")


def _known(manifest: Path) -> Mapping[str, Any]:
    """The files that an earlier export lists; none where it is no list of ours."""
    try:
        said = json.loads(manifest.read_bytes())
        files = said["files"] if said["format"] == FORMAT else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return files if isinstance(files, dict) else {}


@contextmanager
def folder_at(out: Path) -> Iterator[Folder]:
    """A folder to write into, which becomes `out` at the end; after any exception nothing has changed.

    Raises:
        ForeignFolderError: See `refuse_foreign`.
        OSError: The place cannot be written to.
    """
    out = out.resolve()
    refuse_foreign(out)
    out.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{out.name}.", dir=out.parent))
    try:
        fresh = scratch / "new"
        # What a file server reads is not only its writer's.
        fresh.mkdir(mode=0o755)
        yield Folder(fresh)
        # Somebody may have put something there in the meantime.
        refuse_foreign(out)
        _put(fresh, out, scratch / "old")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _put(fresh: Path, out: Path, old: Path) -> None:
    if not out.exists():
        fresh.rename(out)
        return
    out.rename(old)
    try:
        fresh.rename(out)
    except OSError:
        old.rename(out)
        raise
