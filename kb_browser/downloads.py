"""Where the downloads of a version lie on this site, and whether they are there."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from kb_browser.exports.shelf import ExportFile, ExportIndex, index_read
from trek_site.shared.errors import NotFoundError


def exports_folder() -> Path:
    """All downloads, those of each release in a folder named by its digest."""
    return Path(settings.TREK_DATA_DIR) / "exports"


def exports_path(digest: str) -> Path:
    """The downloads of one release."""
    return exports_folder() / digest


def exports_of(digest: str) -> ExportIndex | None:
    """What there is to download; None while it is not made."""
    return index_read(exports_path(digest), digest)


def export_file(digest: str, name: str) -> tuple[ExportFile, Path]:
    """One file to download, and where it lies.

    Raises:
        NotFoundError: There is none of that name, or none at all yet.
    """
    index = exports_of(digest)
    file = index.file(name) if index is not None else None
    # The name is one of the index, so no path that a visitor makes up reaches the disk.
    if file is None or not (exports_path(digest) / file.name).is_file():
        raise NotFoundError(f"There is no download {name}.")
    return file, exports_path(digest) / file.name
