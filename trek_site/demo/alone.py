"""One demo at a time on a data folder: two would take each other's account and build into one place."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class NotAloneError(Exception):
    """Another demo runs on this folder."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep others off the folder while the block runs; the system lets go when this process dies.

    Raises:
        NotAloneError: Another process is in such a block.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("wb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as fault:
            raise NotAloneError(f"Another demo runs on {folder.parent}.") from fault
        yield
