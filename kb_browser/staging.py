"""Folders in which work under way is kept, and which of them nobody will come back to. No Django."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final
from uuid import uuid4

from trek_site.shared.vanishing import written_at

_REMOVED: Final = ".removed-"
STAGING: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "releases": (".import-*", ".unpack-*", f"{_REMOVED}*"),
        "exports": (".making-*", f"{_REMOVED}*"),
        "knowledge": (".making-*", f"{_REMOVED}*"),
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
            written = _last_written(place) if place.is_dir() else None
            if written is not None and written < older_than:
                yield place


def remove(place: Path) -> bool:
    """Take the folder out of the way whole, so that whoever still needs it begins anew, then delete it.

    Returns:
        Whether it was still there.
    """
    doomed = place.with_name(f"{_REMOVED}{uuid4().hex}")
    try:
        place.rename(doomed)
    except FileNotFoundError:
        return False
    shutil.rmtree(doomed, ignore_errors=True)
    return True


def _last_written(folder: Path) -> float | None:
    """When anything in the folder was last written; None where nothing of it is left."""
    # What is gone by the time it is looked at is left out, whole folders too.
    inside = (Path(root, name) for root, folders, files in os.walk(folder) for name in (*folders, *files))
    return max((at for at in map(written_at, (folder, *inside)) if at is not None), default=None)
