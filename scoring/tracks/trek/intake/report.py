"""The report on one upload: the same for the form, the API and the command line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.intake import FileFacts, Mode, Outcome, TaskSet, finding_json
from scoring.engine.model import Finding, Json, Severity, TaskId
from scoring.tracks.trek.intake.catalogue import CATALOGUE
from scoring.tracks.trek.intake.manifest import Manifest
from scoring.tracks.trek.record import TrekRecord

VALIDATOR_VERSION = "2.0.0"
SCHEMA_VERSION = "1.0.0"


# Warnings that change what is scored, so that the submitter has to agree first.
_NEED_CONFIRMATION = frozenset({"W606"})


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleReport:
    """Everything a check says about one upload.

    Attributes:
        file: The upload as sent, with the records it unpacks to.
        entries: Of an archive the files in it: the records, the manifest and a README, in this order.
        tasks: The set the records were matched with.
        mode: What the upload was read for.
        label: What the run is called; "" when neither file name nor manifest says.
        manifest: What was declared; None when nothing was, or not well.
        found: How often each code was found, by code.
        findings: At most 20 of each code, by severity, line and column.
        kept: The same with up to 1,000 of each stage.
        records: What will be scored, by ascending task; empty when the upload is refused.
        attempts: Lines per task, by ascending task.
        counts: ``records``, ``tasks_present``, ``tasks_missing``, and of the tasks present ``submitted``,
            ``refusals`` among these, ``errors``, ``unfinished`` and ``lint``, those that lint warns of.
    """

    file: FileFacts
    entries: Sequence[FileFacts]
    tasks: TaskSet
    mode: Mode
    label: str
    manifest: Manifest | None
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

    def as_json(self, *, bundle: str | None = None, state: str | None = None) -> dict[str, Json]:
        """The report as published, JSON values only.

        The same upload gives the same report at every door but for these two members.

        Args:
            bundle: Public id of the submission, None for a file that was only checked.
            state: What became of the submission since; None says the check's outcome.
        """
        return {
            "bundle": bundle,
            "state": state or self.outcome.value,
            "mode": self.mode.value,
            "validator": VALIDATOR_VERSION,
            "schema": SCHEMA_VERSION,
            "scorer": None,
            "task_set": self.tasks.name,
            "label": self.label,
            "files": [_file_json(one) for one in (self.file, *self.entries)],
            "counts": dict(self.counts),
            "totals": dict(self.totals),
            "findings": [finding_json(one) for one in self.findings],
            "not_shown": dict(self.not_shown),
        }


def _file_json(file: FileFacts) -> dict[str, Json]:
    return {
        "name": file.name,
        "bytes": file.sent_bytes,
        "sha256": file.sent_sha256,
        "unpacked_bytes": file.content_bytes,
        "unpacked_sha256": file.content_sha256,
        "lines": file.lines,
    }
