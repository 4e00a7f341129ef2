"""What the site asks of a benchmark's intake: read an upload and its manifest, and report on both.

A track states its own codes, limits and words; whoever receives, checks or scores uploads knows only this.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, BinaryIO, Protocol

from scoring.engine.model import Finding, Json, Severity, TaskId
from scoring.engine.reading import Limits


class Mode(StrEnum):
    """What an upload is read for.

    ENTRY is a submission: it needs a manifest, and what is wrong with the set of its records counts. CHECK
    is a look at a file that may be unfinished: no manifest is needed and any number of records will do.
    RECORDS reads again what was accepted before: a manifest is heeded where there is one and not asked for.
    """

    ENTRY = "entry"
    CHECK = "check"
    RECORDS = "records"


class Outcome(StrEnum):
    """What a check ends in."""

    VALID = "valid"
    NEEDS_CONFIRMATION = "needs_confirmation"
    INVALID = "invalid"


class ReceiptCode(StrEnum):
    """Codes of what shows before anything is read; whoever receives files refuses under them, too."""

    TOO_LARGE = "F001"
    EMPTY = "F002"
    MISNAMED = "F003"
    WRONG_KIND = "F004"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskSet:
    """The tasks that an upload answers.

    Attributes:
        name: As the site publishes it; a manifest has to name the same.
        task_count: How many there are; indices count from 0.
        file_sha256: Digest of the task file in hexadecimal; None leaves it uncompared.
        requests: The tasks' texts in task order; None leaves them uncompared.
    """

    name: str
    task_count: int
    file_sha256: str | None = None
    requests: Sequence[str] | None = None

    @classmethod
    def of(
        cls,
        track: str,
        task_count: int,
        *,
        file_sha256: str | None = None,
        requests: Sequence[str] | None = None,
    ) -> TaskSet:
        """The set under the name that the site publishes it by, such as ``trek-800``."""
        name = f"{track}-{task_count}"
        return cls(name=name, task_count=task_count, file_sha256=file_sha256, requests=requests)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeText:
    """What is published about one code.

    Attributes:
        code: Permanent.
        severity: What a finding of this code means for the upload.
        stage: Where it is found.
        message: ``str.format`` template over the finding's facts; ``place`` is the line and, where it can
            be read, the task.
        hint: Likewise, how to mend it; "" when the message says so.
    """

    code: str
    severity: Severity
    stage: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """One file as it was read.

    Attributes:
        name: As given, text only; of a file in an archive its path there, without a folder around everything.
        sent_bytes: Bytes as sent, of a file in an archive as it lies there; None when reading stopped early.
        sent_sha256: Their digest in hexadecimal; None likewise, and when there are more than may be sent.
        content_bytes: Bytes after unpacking; None when reading stopped before the end.
        content_sha256: Their digest; None likewise.
        lines: Lines that are not blank, as far as they were read; None for a file without records.
    """

    name: str
    sent_bytes: int | None
    sent_sha256: str | None
    content_bytes: int | None
    content_sha256: str | None
    lines: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenRecord:
    """One record as an observer is shown it: parsed and repaired, everything in it.

    Attributes:
        line: Physical line of the record file.
        task: The task it names; None when it names none.
        members: All of it, what is not scored included. Of any shape: a rule may be broken in it.
        is_refused: A rule is broken in it, so that it counts as a failed task.
    """

    line: int
    task: TaskId | None
    members: Mapping[str, Json]
    is_refused: bool


class Manifest(Protocol):
    """What a submitter declares, checked; ``entry``, ``submitter``, ``consent`` are alike in all tracks."""

    @property
    def model_names(self) -> str:
        """The names of the models, joined."""
        ...

    @property
    def has_open_weights(self) -> bool | None:
        """Whether the weights of every model can be had; None where that is not known."""
        ...

    @property
    def unranked_reasons(self) -> Sequence[str]:
        """Why the entry is listed without a rank, in sentences; nothing when it is ranked."""
        ...

    def as_json(self) -> dict[str, Json]:
        """Its members in their canonical form; read again, they give an equal manifest."""
        ...


class ManifestReading(Protocol):
    """A manifest, or all that is wrong with it."""

    @property
    def manifest(self) -> Manifest | None:
        """The manifest; None when anything fatal was found."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """Everything found, in order."""
        ...


class Report(Protocol):
    """Everything a check says about one upload."""

    @property
    def mode(self) -> Mode:
        """What the upload was read for."""
        ...

    @property
    def outcome(self) -> Outcome:
        """Refused, to be confirmed by the submitter, or sound."""
        ...

    @property
    def file(self) -> FileFacts:
        """The upload as sent, with the records it unpacks to."""
        ...

    @property
    def label(self) -> str:
        """What the run is called; "" when neither file name nor manifest says."""
        ...

    @property
    def manifest(self) -> Manifest | None:
        """What was declared; None when nothing was, or not well."""
        ...

    @property
    def found(self) -> Mapping[str, int]:
        """How often each code was found, by code."""
        ...

    @property
    def totals(self) -> Mapping[str, int]:
        """Findings by severity, all four."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """The first findings of each code, in the report's order."""
        ...

    @property
    def kept(self) -> Sequence[Finding]:
        """The same with as many as are worth keeping."""
        ...

    @property
    def records(self) -> Mapping[TaskId, Any]:
        """What will be scored, by ascending task; empty when the upload is refused."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """Records and tasks, counted."""
        ...

    def as_json(self, *, bundle: str | None = None, state: str | None = None) -> dict[str, Json]:
        """The report as published.

        Args:
            bundle: Public id of the submission, None for a file that was only checked.
            state: What became of the submission since; None says the check's outcome.
        """
        ...


def finding_json(one: Finding) -> dict[str, Json]:
    """A finding as reports hold it."""
    return {
        "code": one.code,
        "severity": one.severity.value,
        "stage": str(one.stage),
        "file": one.file,
        "line": one.line,
        "column": one.column,
        "byte": one.byte,
        "task": one.task,
        "pointer": one.pointer,
        "message": one.message,
        "hint": one.hint,
    }


def report_text(document: Mapping[str, Json]) -> str:
    """A report as a file: the same document gives the same bytes, whichever door it comes through."""
    return json.dumps(document, ensure_ascii=False, allow_nan=False, sort_keys=True, indent=1) + "\n"


Observer = Callable[[SeenRecord], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What an upload is read for.

    Attributes:
        file_name: Its name; "" leaves out the comparison with the content.
        tasks: What it answers.
        today: The date that dates in the manifest must not lie behind: that of receipt, UTC.
        mode: What it is read for.
        manifest: Its members, or what came of reading them, where they do not come in the file.
        dataset: The data the tasks are about; without it nothing is compared with them.
        limits: Bounds of the reading; the track's own when None.
        is_out_of_time: Asked after every line; the upload is refused when it says so.
        checkpoint: Called between portions of the file. What it raises ends the reading and is passed on.
        observer: Shown every record in file order. Nothing of a record is held after it was shown.
        is_selection_declared: A manifest that is not at hand explains several answers to a task.
    """

    file_name: str
    tasks: TaskSet
    today: date
    mode: Mode = Mode.ENTRY
    manifest: Mapping[str, Json] | Any | None = None
    dataset: Any | None = None
    limits: Limits | None = None
    is_out_of_time: Callable[[], bool] | None = None
    checkpoint: Callable[[], None] | None = None
    observer: Observer | None = None
    is_selection_declared: bool = False


class Intake(Protocol):
    """How one benchmark reads what people upload."""

    @property
    def slug(self) -> str:
        """The benchmark's name in URLs and tables."""
        ...

    @property
    def limits(self) -> Limits:
        """Bounds of one upload."""
        ...

    @property
    def bounds(self) -> Mapping[str, Json]:
        """Every bound that decides whether a record counts, by name; among them those of `limits`."""
        ...

    @property
    def codes(self) -> Mapping[str, CodeText]:
        """Every code a report may hold, by code, in the order of the stages."""
        ...

    def read_bundle(self, stream: BinaryIO, asked: Asked) -> Report:
        """Check an upload from first to last byte; never raises for bad input.

        Args:
            stream: The file as sent, at its beginning; seekable, since archives are read from their end.
            asked: What it is read for.
        """
        ...

    def label_in(self, file_name: str) -> str:
        """What a run is called whose records are in a file of that name; "" where the name does not say."""
        ...

    def manifest_of(
        self, members: Json, *, file_name: str, today: date, are_texts: bool = False
    ) -> ManifestReading:
        """Check members that come from a form or an endpoint; never raises for bad input.

        Args:
            members: The values.
            file_name: The file they were in; "" when in none.
            today: The date of receipt, UTC.
            are_texts: Every value is a text that its field converts, as forms send them.
        """
        ...

    def read_manifest(self, raw: bytes, *, file_name: str, today: date) -> ManifestReading:
        """Read a manifest file; never raises for bad input."""
        ...
