"""Looking at files that others may remove at the same time. No Django."""

from __future__ import annotations

from pathlib import Path


def written_at(path: Path) -> float | None:
    """When a file or folder was last written, a link's target left aside; None where there is none any more.

    Returns:
        Seconds since the epoch.
    """
    try:
        return path.lstat().st_mtime
    except FileNotFoundError:
        return None
