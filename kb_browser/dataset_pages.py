"""The datasets' pages as values: which versions a viewer may know of, and everything about one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol

from kb_browser.downloads import exports_of, exports_path
from kb_browser.exports.shelf import LAYOUT, STATISTICS_FILE, ExportIndex
from kb_browser.figures import figures_of, groups_of
from kb_browser.models import Curation, DatasetVersion, DatasetVersionQuerySet
from kb_browser.pages import (
    ChecksumGroup,
    ComparedGroup,
    ComparedLine,
    CountTile,
    DatasetListPage,
    DatasetPage,
    DownloadsPart,
    VersionLine,
)
from kb_browser.reports import report_part
from kb_browser.states import CurationKind, VersionState
from scoring.engine.display import count, decimal, percent
from trek_site.shared.errors import NotFoundError

MAY_SEE_DRAFTS: Final = "kb_browser.view_datasetversion"
_LONG: Final = ("checksums", "statistics", "report")
_RECORDS: Final = ("flights", "hotels", "attractions", "cars")


class Viewer(Protocol):
    """Whoever asks."""

    def has_perm(self, perm: str) -> bool:
        """Whether they hold a permission."""


def dataset_list(viewer: Viewer) -> DatasetListPage:
    """Every version that the viewer may know of: the current ones, the newest published, then drafts."""
    rows = list(_visible_to(viewer).defer(*_LONG).order_by("track", "-published_at", "-imported_at", "-pk"))
    lines = [_line(row, rows) for row in rows]
    return DatasetListPage(versions=sorted(lines, key=lambda line: (not line.is_current, not line.is_public)))


def dataset_line(name: str, viewer: Viewer) -> VersionLine:
    """One version without what is long about it.

    Raises:
        NotFoundError: There is none of that name, or the viewer may not know of it.
    """
    return _line(_named(_visible_to(viewer).defer(*_LONG), name), ())


def dataset_page(name: str, viewer: Viewer) -> DatasetPage:
    """Everything about one version.

    Raises:
        NotFoundError: There is none of that name, or the viewer may not know of it.
    """
    visible = _visible_to(viewer)
    row = _named(visible, name)
    others = list(visible.filter(superseded_by=row).defer(*_LONG))
    index = exports_of(row.digest)
    statistics = _statistics(row, index)
    return DatasetPage(
        version=_line(row, others),
        source=row.source,
        tiles=list(_tiles(row, statistics)),
        figures=figures_of(statistics),
        compared=list(_compared(statistics)),
        report=report_part(row.report, row.checked_at),
        checksums=_by_folder(row.checksums),
        downloads=downloads_of(row, index),
    )


def downloads_part(name: str, viewer: Viewer) -> tuple[VersionLine, DownloadsPart]:
    """What can be downloaded of a version.

    Raises:
        NotFoundError: There is none of that name, or the viewer may not know of it.
    """
    row = _named(_visible_to(viewer).defer(*_LONG), name)
    return _line(row, ()), downloads_of(row, exports_of(row.digest))


def downloads_of(row: DatasetVersion, index: ExportIndex | None) -> DownloadsPart:
    """The downloads of a version, given what was made of it; None for nothing of the current layout."""
    if not row.is_published:
        return DownloadsPart(state="closed")
    if index is not None:
        return DownloadsPart(state="ready", files=index.files)
    last = Curation.objects.latest_of(row, CurationKind.EXPORT)
    # What an older program could not make is tried again without anybody's asking.
    if last is None or not last.has_no_result or last.arguments.get("layout") != LAYOUT:
        return DownloadsPart(state="pending")
    return DownloadsPart(state="failed", failure_id=last.failure_id)


def _visible_to(viewer: Viewer) -> DatasetVersionQuerySet:
    """Drafts exist for curators only."""
    rows = DatasetVersion.objects.select_related("superseded_by").defer(
        *(f"superseded_by__{column}" for column in _LONG)
    )
    return rows if viewer.has_perm(MAY_SEE_DRAFTS) else rows.readable()


def _named(rows: DatasetVersionQuerySet, name: str) -> DatasetVersion:
    row = rows.filter(name=name).order_by("track").first()
    if row is None:
        raise NotFoundError("There is no such dataset version.")
    return row


def _line(row: DatasetVersion, others: Sequence[DatasetVersion]) -> VersionLine:
    records = [row.counts[kind] for kind in _RECORDS if kind in row.counts]
    return VersionLine(
        name=row.name,
        track=row.track,
        digest=row.digest,
        state=row.state,
        is_current=row.state == VersionState.PUBLISHED,
        is_public=row.is_published,
        task_count=row.task_count,
        feasible_count=row.counts.get("feasible"),
        infeasible_count=row.counts.get("infeasible"),
        record_count=sum(records) if records else None,
        licence=row.licence,
        changelog=row.changelog,
        imported_at=row.imported_at,
        published_at=row.published_at,
        superseded_at=row.superseded_at,
        superseded_by=row.superseded_by.name if row.superseded_by else "",
        supersedes=[other.name for other in others if other.superseded_by_id == row.pk],
    )


def _statistics(row: DatasetVersion, index: ExportIndex | None) -> Mapping[str, Any]:
    """What the check counted, and beside it the distributions that were kept with the downloads."""
    made: Mapping[str, Any] = {}
    if index is not None:
        made = json.loads((exports_path(row.digest) / STATISTICS_FILE).read_text(encoding="utf-8"))
    counted = row.statistics or {}
    groups = groups_of(counted) or {
        title: lines for title, lines in counted.items() if isinstance(lines, list)
    }
    return {
        "groups": groups or groups_of(made),
        "distributions": counted.get("distributions") or made.get("distributions") or {},
    }


def _tiles(row: DatasetVersion, statistics: Mapping[str, Any]) -> Iterator[CountTile]:
    counts = {line["key"]: line["value"] for lines in statistics["groups"].values() for line in lines}
    tasks = f"{count(row.counts.get('feasible'))} feasible + {count(row.counts.get('infeasible'))} infeasible"
    yield CountTile(label="tasks", text=count(row.task_count), note=tasks if row.counts else "")
    countries = counts.get("countries")
    for kind in (*_RECORDS, "cities", "airports"):
        amount = row.counts.get(kind, counts.get(kind))
        if amount is not None:
            is_noted = kind == "cities" and countries is not None
            note = f"in {count(countries)} countries" if is_noted else ""
            yield CountTile(label=kind, text=count(amount), note=note)


def _compared(statistics: Mapping[str, Any]) -> Iterator[ComparedGroup]:
    for title, lines in statistics["groups"].items():
        yield ComparedGroup(
            title=title,
            lines=[
                ComparedLine(
                    key=line["key"],
                    title=line["title"],
                    text=_shown(line["form"], line["value"]),
                    reference_text=_shown(line["form"], line["reference"]),
                    value=line["value"],
                    reference=line["reference"],
                )
                for line in lines
            ],
        )


def _shown(form: str, value: float | None) -> str:
    """A figure as people read it, by the form that its line names."""
    if value is None:
        return count(None)
    match form:
        case "share":
            return f"{percent(value)} %"
        case "money":
            return f"{count(value)} $"
        case "price":
            return f"{decimal(value, 1)} $"
        case "number":
            return decimal(value)
    return count(value)


def _by_folder(checksums: Mapping[str, str]) -> Sequence[ChecksumGroup]:
    folders: dict[str, list[tuple[str, str]]] = {}
    # Files of the release's own folder first, then folder by folder.
    for path, checksum in sorted(checksums.items(), key=lambda item: ("/" in item[0], item[0])):
        folder, _, name = path.rpartition("/")
        folders.setdefault(folder, []).append((name, checksum))
    return [ChecksumGroup(folder=folder, files=files) for folder, files in folders.items()]
