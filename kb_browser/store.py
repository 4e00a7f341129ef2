"""Loading a release once: a prepared snapshot, addressed by content, beside the files it was made from.

A snapshot is a cache and nothing more. It is used only if its header names the very digest and layout
asked for and its bytes have the checksum the header states; anything else is built anew from the files.
No Django.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from kb_browser.release_files import ReleaseFolder
from scoring.engine.display import counted
from scoring.tracks.trek import snapshot
from scoring.tracks.trek.dataset import TrekDataset, read_dataset

SNAPSHOT_FOLDER = ".trek"
_MAGIC = b"trek-snapshot\n"

Progress = Callable[[str], None]


def load_dataset(
    path: Path, *, cache_dir: Path | None = None, progress: Progress | None = None
) -> tuple[TrekDataset, str]:
    """The dataset of a release folder and the digest of its files.

    Args:
        path: The release, in the official layout.
        cache_dir: Where a snapshot goes if the release folder cannot be written; None for nowhere.
        progress: Told in a few words what is being done; called rarely.

    Raises:
        DatasetError: The release is missing, incomplete or contradicts itself.
    """
    say = progress or _silent
    folder = ReleaseFolder(path)
    say(f"hashing {counted(len(folder.files()), 'file')}")
    digest = folder.digest()
    homes = [path / SNAPSHOT_FOLDER] + ([cache_dir] if cache_dir is not None else [])
    for home in homes:
        dataset = snapshot_read(digest, home)
        if dataset is not None:
            return dataset, digest
    say("reading the release")
    dataset = read_dataset(folder.files())
    say("writing the prepared snapshot")
    for home in homes:
        if _try_write(digest, dataset, home):
            break
    return dataset, digest


def snapshot_path(digest: str, folder: Path) -> Path:
    """Where the snapshot of a digest lies; the layout is in the name so that two programs can share."""
    return folder / f"{digest}.layout{snapshot.LAYOUT}.snapshot"


def snapshot_write(digest: str, dataset: TrekDataset, folder: Path) -> Path:
    """Write a snapshot whole or not at all; safe beside any number of other writers.

    Raises:
        OSError: The folder cannot be written.
    """
    payload = snapshot.encode(dataset)
    header = json.dumps(_header(digest, payload), sort_keys=True).encode() + b"\n"
    folder.mkdir(parents=True, exist_ok=True)
    target = snapshot_path(digest, folder)
    handle, name = tempfile.mkstemp(dir=folder, prefix=".", suffix=".tmp")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(_MAGIC + header)
            stream.write(payload)
            stream.flush()
            os.fsync(stream.fileno())
        # mkstemp makes the file private; a worker of another user may have to read it.
        temporary.chmod(0o644)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(folder)
    return target


def snapshot_read(digest: str, folder: Path) -> TrekDataset | None:
    """The dataset of a digest from its snapshot; None if there is none to be trusted.

    Never raises for damage: a snapshot that cannot be read is a snapshot to be rebuilt.
    """
    try:
        with snapshot_path(digest, folder).open("rb") as stream:
            magic, header, payload = stream.readline(64), stream.readline(4096), stream.read()
    except OSError:
        return None
    if magic != _MAGIC or _read_header(header) != _header(digest, payload):
        return None
    try:
        return snapshot.decode(payload)
    except snapshot.SnapshotError:
        # Sound bytes that this program cannot read: rebuild rather than trust.
        return None


def _header(digest: str, payload: bytes) -> dict[str, object]:
    return {
        "bytes": len(payload),
        "digest": digest,
        "layout": snapshot.LAYOUT,
        "sha256": hashlib.sha256(payload).hexdigest(),
    }


def _read_header(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _try_write(digest: str, dataset: TrekDataset, home: Path) -> bool:
    """Write, and drop what the files beside it no longer match; False if this folder cannot be written."""
    # Root may write anywhere; a folder that nobody is meant to write is left alone all the same.
    if home.parent.is_dir() and not home.parent.stat().st_mode & 0o222:
        return False
    try:
        snapshot_write(digest, dataset, home)
    except OSError:
        return False
    if home.name == SNAPSHOT_FOLDER:
        for stale in home.glob("*.snapshot"):
            if not stale.name.startswith(digest):
                stale.unlink(missing_ok=True)
    return True


def _silent(_message: str) -> None:
    """Progress that nobody watches."""


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
