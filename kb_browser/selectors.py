"""Reading dataset versions, their tasks, and the datasets themselves."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings

from kb_browser import store
from kb_browser.archives import is_archive
from kb_browser.models import Curation, DatasetVersion, DatasetVersionQuerySet, Task
from kb_browser.states import CurationState
from scoring.engine.errors import DatasetError, DatasetFault
from scoring.tracks.trek.dataset import GOLD, QUERIES, TrekDataset
from trek_site.shared.errors import NotFoundError

# Datasets kept in memory by one process; each is some hundred megabytes.
DATASETS_HELD: Final = 2

# What is wrong with a stored copy whose disk is away.
_AWAY: Final = frozenset({"folder_missing", "task_file_missing", "file_missing", "file_gone"})

_LONG: Final = ("checksums", "statistics", "report")
_LONG_OF_SUCCESSOR: Final = tuple(f"superseded_by__{column}" for column in _LONG)


class ReleaseAwayError(DatasetError, OSError):
    """A stored copy is not there, whole or in part; like any fault of a file store it may pass."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFacts:
    """A dataset version, as other apps and pages know it.

    Attributes:
        is_published: Whether it can be cited; superseded ones still can.
        superseded_by: Name of the version that took its place; "" while none has.
    """

    pk: int
    track: str
    name: str
    digest: str
    task_count: int
    counts: Mapping[str, int]
    licence: str
    changelog: str
    state: str
    is_published: bool
    imported_at: datetime
    published_at: datetime | None
    superseded_at: datetime | None
    superseded_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRecord:
    """What is long about a version, for its own page.

    Attributes:
        source: Where the release came from.
        checksums: SHA-256 in hex by path.
        statistics: Figures of the release in groups, as the check counted them.
        report: What the check found.
        checked_at: When it ended.
    """

    facts: VersionFacts
    source: str
    checksums: Mapping[str, str]
    statistics: Mapping[str, Any]
    report: Mapping[str, Any]
    checked_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CurationFacts:
    """A piece of curation work, as those who wait for it see it.

    Attributes:
        progress_total: Of how many; 0 where it cannot be counted.
        reasons: Why it was refused.
        failure_id: To be quoted when the failure is ours; "" otherwise.
    """

    pk: int
    kind: str
    name: str
    state: str
    outcome: str
    is_final: bool
    progress_text: str
    progress_done: int
    progress_total: int
    reasons: Sequence[str]
    failure_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFacts:
    """A task, as lists show it. `infeasible_type` is "" for feasible tasks and where it is not known."""

    query_index: int
    query: str
    is_feasible: bool
    infeasible_type: str
    cities: Sequence[str]
    departure: str
    trip_type: str
    days: int
    persons: int
    budget: float | None
    personas: Sequence[str]


def version_facts(version: DatasetVersion) -> VersionFacts:
    """The row as a value."""
    return VersionFacts(
        pk=version.pk,
        track=version.track,
        name=version.name,
        digest=version.digest,
        task_count=version.task_count,
        counts=version.counts,
        licence=version.licence,
        changelog=version.changelog,
        state=version.state,
        is_published=version.is_published,
        imported_at=version.imported_at,
        published_at=version.published_at,
        superseded_at=version.superseded_at,
        superseded_by=version.superseded_by.name if version.superseded_by else "",
    )


def gold_file(digest: str) -> bytes:
    """The reference plans of a release that was imported, one record a line; nothing where it has none."""
    try:
        return (release_path(digest) / GOLD).read_bytes()
    except FileNotFoundError:
        return b""


def _short() -> DatasetVersionQuerySet:
    """Rows without their long columns, which most pages have no use for."""
    return DatasetVersion.objects.select_related("superseded_by").defer(*_LONG, *_LONG_OF_SUCCESSOR)


def dataset_versions(track: str | None = None) -> Sequence[VersionFacts]:
    """Published versions, of one track or all, the newest of each track first."""
    rows = _short().readable().order_by("track", "-published_at", "-pk")
    if track is not None:
        rows = rows.filter(track=track)
    return tuple(version_facts(row) for row in rows)


def dataset_version_current(track: str) -> VersionFacts | None:
    """The version that new submissions answer and the board shows first; None before the first one."""
    row = _short().current().filter(track=track).first()
    return None if row is None else version_facts(row)


def dataset_version_named(track: str, name: str) -> VersionFacts:
    """A published version by its name.

    Raises:
        NotFoundError: There is none, or it is a draft.
    """
    row = _short().readable().filter(track=track, name=name).first()
    if row is None:
        raise NotFoundError(f"There is no published version of that name for {track}.")
    return version_facts(row)


def dataset_version_record(track: str, name: str) -> VersionRecord:
    """A published version with all that was kept about it.

    Raises:
        NotFoundError: There is none, or it is a draft.
    """
    row = DatasetVersion.objects.readable().filter(track=track, name=name).first()
    if row is None:
        raise NotFoundError(f"There is no published version of that name for {track}.")
    return version_record(row)


def version_record(version: DatasetVersion) -> VersionRecord:
    """The row with its long columns as a value."""
    return VersionRecord(
        facts=version_facts(version),
        source=version.source,
        checksums=version.checksums,
        statistics=version.statistics,
        report=version.report,
        checked_at=version.checked_at,
    )


def dataset_version_of(version_id: int) -> VersionFacts:
    """A version by its primary key, drafts included; for code that holds a reference to it."""
    return version_facts(_short().get(pk=version_id))


def dataset_version_known(track: str, name: str) -> VersionFacts:
    """A version by its name, drafts included; for curators only.

    Raises:
        NotFoundError: There is none.
    """
    row = _short().filter(track=track, name=name).first()
    if row is None:
        raise NotFoundError(f"There is no version {name} of {track}.")
    return version_facts(row)


def dataset_versions_known() -> Sequence[VersionFacts]:
    """Every version, drafts included, the latest import of each track first; for curators only."""
    return tuple(version_facts(row) for row in _short().order_by("track", "-imported_at", "-pk"))


def tasks_of(version_id: int, *, only: Collection[int] | None = None) -> Sequence[TaskFacts]:
    """The tasks of a version in their order.

    Args:
        version_id: Primary key of the version.
        only: Restricts them to these query indexes.
    """
    rows = Task.objects.filter(dataset_version=version_id).order_by("query_index")
    if only is not None:
        rows = rows.filter(query_index__in=only)
    return tuple(
        TaskFacts(
            query_index=row.query_index,
            query=row.query,
            is_feasible=row.is_feasible,
            infeasible_type=row.infeasible_type,
            cities=tuple(row.cities),
            departure=row.departure,
            trip_type=row.trip_type,
            days=row.days,
            persons=row.persons,
            budget=row.budget,
            personas=tuple(row.personas),
        )
        for row in rows
    )


def task_requests(version_id: int) -> Sequence[str]:
    """The tasks' texts in task order."""
    rows = Task.objects.filter(dataset_version=version_id).order_by("query_index")
    return tuple(rows.values_list("query", flat=True))


def task_file_sha256(version_id: int) -> str | None:
    """Digest of the task file in hex; None for a version without files."""
    checksums = DatasetVersion.objects.values_list("checksums", flat=True).get(pk=version_id)
    found: str | None = checksums.get(QUERIES)
    return found


def task_indexes(version_id: int, *, is_feasible: bool | None = None, text: str = "") -> frozenset[int]:
    """Query indexes of the tasks of one kind whose request holds the text, ignoring case."""
    rows = Task.objects.filter(dataset_version=version_id)
    if is_feasible is not None:
        rows = rows.filter(is_feasible=is_feasible)
    if text:
        rows = rows.filter(query__icontains=text)
    return frozenset(rows.values_list("query_index", flat=True))


def releases_folder() -> Path:
    """Where unchanged copies of releases lie, each under its digest."""
    return Path(settings.TREK_DATA_DIR) / "releases"


def curation_facts(curation: Curation) -> CurationFacts:
    """The row as a value."""
    return CurationFacts(
        pk=curation.pk,
        kind=curation.kind,
        name=curation.name,
        state=curation.state,
        outcome=curation.outcome,
        is_final=curation.state == CurationState.FINISHED,
        progress_text=curation.progress_text,
        progress_done=curation.progress_done,
        progress_total=curation.progress_total,
        reasons=tuple(curation.reasons),
        failure_id=curation.failure_id,
    )


def curation_of(curation_id: int) -> CurationFacts:
    """A piece of curation work by its primary key."""
    return curation_facts(Curation.objects.get(pk=curation_id))


def curations_latest(count: int) -> Sequence[CurationFacts]:
    """So many pieces of work, the newest first."""
    return tuple(map(curation_facts, Curation.objects.order_by("-queued_at", "-pk")[:count]))


def version_report(track: str, name: str) -> Mapping[str, Any]:
    """What the last check of a version found, drafts included; empty where there was none.

    Raises:
        NotFoundError: There is no such version.
    """
    report = DatasetVersion.objects.filter(track=track, name=name).values_list("report", flat=True).first()
    if report is None:
        raise NotFoundError(f"There is no version {name} of {track}.")
    return cast("Mapping[str, Any]", report)


def sources_folder() -> Path:
    """Where operators put releases, folders or archives, for curators to import."""
    return Path(settings.TREK_DATA_DIR) / "incoming"


def release_sources() -> Sequence[str]:
    """Names of the releases that wait to be imported, in alphabetical order."""
    try:
        entries = sorted(sources_folder().iterdir())
    except FileNotFoundError:
        return ()
    return tuple(
        entry.name
        for entry in entries
        if not entry.name.startswith(".") and (entry.is_dir() or is_archive(entry))
    )


def release_path(digest: str) -> Path:
    """The files of one release."""
    return releases_folder() / digest


@lru_cache(maxsize=DATASETS_HELD)
def dataset_load(digest: str) -> TrekDataset:
    """The dataset of a release that was imported, from its prepared snapshot if that is sound.

    Loaded once per process; a worker does so before it forks.

    Raises:
        ReleaseAwayError: The copy or a file of it is not there, as when its disk is away for a while.
        DatasetError: The copy is damaged, or no longer has the digest it is filed under.
    """
    folder = release_path(digest)
    dataset = store.snapshot_read(digest, folder / store.SNAPSHOT_FOLDER)
    if dataset is not None:
        return dataset
    try:
        dataset, found = store.load_dataset(folder, cache_dir=Path(settings.TREK_DATA_DIR) / "snapshots")
    except DatasetError as error:
        if any(fault.rule in _AWAY for fault in error.faults):
            raise ReleaseAwayError(error.faults) from error
        raise
    if found != digest:
        detail = f"the stored copy has the digest {found}"
        raise DatasetError([DatasetFault(file=digest, row=None, rule="digest_differs", detail=detail)])
    return dataset
