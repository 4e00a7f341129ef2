"""What the datasets' pages show, rounded and ordered; templates and the API read the same values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from kb_browser.exports.shelf import ExportFile
from kb_browser.plots import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """A version among others.

    Attributes:
        is_current: New submissions answer this one.
        is_public: Everybody sees it; the others are shown to curators only.
        superseded_by: Name of the version that took its place, "" while none has.
        supersedes: Names of the versions whose place it took.
        record_count: Rows of the knowledge base; None where they were not counted.
    """

    name: str
    track: str
    digest: str
    state: str
    is_current: bool
    is_public: bool
    task_count: int
    feasible_count: int | None
    infeasible_count: int | None
    record_count: int | None
    licence: str
    changelog: str
    imported_at: datetime
    published_at: datetime | None
    superseded_at: datetime | None
    superseded_by: str
    supersedes: Sequence[str]

    @property
    def short_digest(self) -> str:
        """Enough of the digest to tell versions apart."""
        return self.digest[:12]


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetListPage:
    """The list of versions, the current one first, then the newest."""

    versions: Sequence[VersionLine]

    @property
    def current(self) -> VersionLine | None:
        """The version that new submissions answer."""
        return next((version for version in self.versions if version.is_current), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class CountTile:
    """How many there are of something."""

    label: str
    text: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedLine:
    """A figure of this version beside the benchmark's own."""

    key: str
    title: str
    text: str
    reference_text: str
    value: float | None
    reference: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedGroup:
    """Figures under one title."""

    title: str
    lines: Sequence[ComparedLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportLine:
    """One thing that was examined; ``state`` is pass, fail or shown (worth knowing)."""

    code: str
    title: str
    state: str
    verdict: str
    details: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportPart:
    """What was found before publishing.

    Attributes:
        sentences: The outcome in words.
        findings: Rules that were broken, errors before notes.
        probes: Every probe with its verdict.
    """

    checked_at: datetime | None
    evaluator_version: str
    sentences: Sequence[ReportLine]
    findings: Sequence[ReportLine]
    probes: Sequence[ReportLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecksumGroup:
    """Files of one folder of the release, with their SHA-256."""

    folder: str
    files: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class DownloadsPart:
    """What can be downloaded, or why nothing can yet.

    Attributes:
        state: ready, pending, failed, or closed for a version that is not published.
        failure_id: Found in the log when the failure is ours.
    """

    state: str
    files: Sequence[ExportFile] = ()
    failure_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetPage:
    """One version with all that is kept about it."""

    version: VersionLine
    source: str
    tiles: Sequence[CountTile]
    figures: Sequence[Figure]
    compared: Sequence[ComparedGroup]
    report: ReportPart
    checksums: Sequence[ChecksumGroup]
    downloads: DownloadsPart

    @property
    def plots(self) -> Mapping[str, Any]:
        """What the script draws, by the figure's key."""
        return {figure.key: figure.plot for figure in self.figures}

    @property
    def checksum_count(self) -> int:
        """How many files the release has."""
        return sum(len(group.files) for group in self.checksums)
