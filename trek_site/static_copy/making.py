"""Makes a static copy of the public site, whole or not at all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from kb_browser.selectors import dataset_versions
from scoring.board_filters import LogFilters
from scoring.selectors.board_log import board_log
from scoring.tracks import DEFAULT_TRACK
from trek_site.static_copy.asking import Asker, Notice
from trek_site.static_copy.crawl import Crawl
from trek_site.static_copy.folder import folder_at


class IncompleteError(Exception):
    """The copy would not be whole; `reasons` has a line for each thing that is missing."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("\n".join(reasons))
        self.reasons = reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a copy holds: files with their size, and how much was left out."""

    files: int
    size_bytes: int
    left_out: int
    downloads: int


def copy_make(
    out: Path, *, at: datetime | None, with_downloads: bool, tell: Callable[[int, int], None]
) -> Made:
    """Copy every public page and file into the folder `out`.

    Args:
        out: A new or empty folder, or an earlier copy, which is replaced.
        at: The moment that the pages state; None for the newest change of a board, so that two copies of
            an unchanged site are the same, byte for byte.
        with_downloads: Whether archives and tables of dataset versions are copied, too.
        tell: Is given the number of files written and of those that are known to follow.

    Raises:
        ForeignFolderError: `out` holds what no export wrote.
        IncompleteError: A public page does not answer, or the boards moved on meanwhile; nothing is written.
        OSError: The place cannot be written to.
    """
    state = board_log(LogFilters(), None)
    notice = Notice(
        site=settings.TREK_SITE_URL,
        made_at=(at or state.updated or timezone.now()).astimezone(UTC),
        versions=tuple(version.name for version in dataset_versions(DEFAULT_TRACK)),
    )
    with folder_at(out) as folder:
        crawl = Crawl(asker=Asker(notice), folder=folder, with_downloads=with_downloads, tell=tell)
        crawl.run()
        if crawl.failures:
            raise IncompleteError(crawl.failures)
        if board_log(LogFilters(), None).etag != state.etag:
            raise IncompleteError(["The boards moved on while they were copied. Start it again."])
        made = Made(
            files=len(folder.files),
            size_bytes=sum(one.size_bytes for one in folder.files.values()),
            left_out=crawl.left_out.total(),
            downloads=len(crawl.downloads),
        )
        folder.close(_summary(notice, crawl, made))
    return made


def _summary(notice: Notice, crawl: Crawl, made: Made) -> dict[str, Any]:
    return {
        "site": notice.site,
        "made_at": notice.made_at.isoformat(),
        "dataset_versions": list(notice.versions),
        "summary": {"files": made.files, "bytes": made.size_bytes},
        "left_out": {
            "downloads": sorted(crawl.downloads),
            "addresses": dict(sorted(crawl.left_out.items())),
        },
    }
