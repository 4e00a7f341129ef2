"""The report on one upload: the same for the form, the API and the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.model import Finding, Json, Severity, TaskId
from scoring.tracks.trek.intake.catalogue import CATALOGUE
from scoring.tracks.trek.record import TrekRecord

VALIDATOR_VERSION = "1.0.0"
SCHEMA_VERSION = "1.0.0"


class Outcome(StrEnum):
    """What a check ends in."""

    VALID = "valid"
    NEEDS_CONFIRMATION = "needs_confirmation"
    INVALID = "invalid"


# Warnings that change what is scored, so that the submitter has to agree first.
_NEED_CONFIRMATION = frozenset({"W606"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFacts:
    """The file as it was read.

    Attributes:
        name: As given, text only.
        sent_bytes: Bytes as sent.
        sent_sha256: Their digest in hexadecimal; None when there are more bytes than may be sent.
        content_bytes: Bytes after unpacking; None when reading stopped before the end.
        content_sha256: Their digest; None likewise.
        lines: Lines that are not blank, as far as they were read.
    """

    name: str
    sent_bytes: int
    sent_sha256: str | None
    content_bytes: int | None
    content_sha256: str | None
    lines: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleReport:
    """Everything a check says about one upload.

    Attributes:
        file: The file.
        task_count: Tasks of the set the records were matched with.
        found: How often each code was found, by code.
        findings: At most 20 of each code, by severity, line and column.
        kept: The same with up to 1,000 of each stage.
        records: What will be scored, by ascending task; empty when the upload is refused.
        attempts: Lines per task, by ascending task.
        counts: ``records``, ``tasks_present``, ``tasks_missing``, and of the tasks present ``submitted``,
            ``refusals`` among these, ``errors`` and ``unfinished``.
    """

    file: FileFacts
    task_count: int
    found: Mapping[str, int]
    findings: Sequence[Finding]
    kept: Sequence[Finding]
    records: Mapping[TaskId, TrekRecord]
    attempts: Mapping[TaskId, int]
    counts: Mapping[str, int]

    @property
    def totals(self) -> Mapping[str, int]:
        """Findings by severity: F, R, W and I, all four."""
        totals = {str(severity): 0 for severity in Severity}
        for code, number in self.found.items():
            totals[CATALOGUE[code].severity] += number
        return totals

    @property
    def not_shown(self) -> Mapping[str, int]:
        """By code, how many findings `findings` leaves out; codes shown in full are absent."""
        shown = Counter(one.code for one in self.findings)
        return {code: number - shown[code] for code, number in self.found.items() if number > shown[code]}

    @property
    def outcome(self) -> Outcome:
        """Refused, to be confirmed by the submitter, or ready to be scored."""
        if self.totals[Severity.FATAL]:
            return Outcome.INVALID
        needs = self.totals[Severity.RECORD] or not _NEED_CONFIRMATION.isdisjoint(self.found)
        return Outcome.NEEDS_CONFIRMATION if needs else Outcome.VALID

    def as_json(self, *, bundle: str | None = None, task_set: str | None = None) -> dict[str, Json]:
        """The report as published, JSON values only.

        Args:
            bundle: Public id of the submission, None for a file that was only checked.
            task_set: Name of the task set.
        """
        return {
            "bundle": bundle,
            "state": self.outcome,
            "validator": VALIDATOR_VERSION,
            "schema": SCHEMA_VERSION,
            "scorer": None,
            "task_set": task_set or f"trek-{self.task_count}",
            "files": [self._file_json()],
            "counts": dict(self.counts),
            "totals": dict(self.totals),
            "findings": [self._finding_json(one) for one in self.findings],
            "not_shown": dict(self.not_shown),
        }

    def _file_json(self) -> dict[str, Json]:
        return {
            "name": self.file.name,
            "bytes": self.file.sent_bytes,
            "sha256": self.file.sent_sha256,
            "unpacked_bytes": self.file.content_bytes,
            "unpacked_sha256": self.file.content_sha256,
            "lines": self.file.lines,
        }

    def _finding_json(self, one: Finding) -> dict[str, Json]:
        return {
            "code": one.code,
            "severity": one.severity,
            "stage": one.stage,
            "file": self.file.name,
            "line": one.line,
            "column": one.column,
            "byte": one.byte,
            "task": one.task,
            "pointer": one.pointer,
            "message": one.message,
            "hint": one.hint,
        }
