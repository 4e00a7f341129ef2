"""Folders in which work under way is kept, and which of them nobody will come back to. No Django."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final
from uuid import uuid4

_REMOVED: Final = ".removed-"
STAGING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "releases": (".import-*", ".unpack-*", f"{_REMOVED}*"),
        "exports": (".making-*", f"{_REMOVED}*"),
        "builds": ("*", f"{_REMOVED}*"),
    }
)
"""Names of folders that are half made, by the folder of the site's data in which they lie."""


def abandoned(data: Path, *, older_than: float) -> Iterator[Path]:
    """Half-made folders in which nothing was written since.

    Args:
        data: The site's data folder.
        older_than: Seconds since the epoch.
    """
    for room, patterns in STAGING.items():
        for place in sorted({place for pattern in patterns for place in (data / room).glob(pattern)}):
            if place.is_dir() and _last_written(place) < older_than:
                yield place


def remove(place: Path) -> None:
    """Take the folder out of the way whole, so that whoever still needs it begins anew, then delete it."""
    doomed = place.with_name(f"{_REMOVED}{uuid4().hex}")
    place.rename(doomed)
    shutil.rmtree(doomed, ignore_errors=True)


def _last_written(folder: Path) -> float:
    return max(place.lstat().st_mtime for place in (folder, *folder.rglob("*")))
