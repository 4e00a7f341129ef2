"""Read a whole upload: receipt, container, lines, records, set; then the report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import BinaryIO

from scoring.engine.intake import Asked, Mode, SeenRecord
from scoring.engine.model import Finding, Reading, TaskId
from scoring.engine.reading import Fault, Line, split_lines
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT, Stage
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import LIMITS
from scoring.tracks.trek.intake.lint import Linter
from scoring.tracks.trek.intake.opening import Opening
from scoring.tracks.trek.intake.records import RecordChecker
from scoring.tracks.trek.intake.report import BundleReport
from scoring.tracks.trek.intake.sets import RecordNote, gather
from scoring.tracks.trek.intake.texts import ParsedLine, TextReader
from scoring.tracks.trek.intake.wording import quoted
from scoring.tracks.trek.record import TrekRecord

# Stages whose findings are about the upload as it was sent.
_OF_UPLOAD = frozenset({Stage.RECEIPT, Stage.CONTAINER})


def read_bundle(stream: BinaryIO, asked: Asked) -> BundleReport:
    """Check an upload from first to last byte; see `scoring.engine.intake.Intake.read_bundle`."""
    return BundleReading(stream, asked).report()


class BundleReading:
    """One upload being read. Iterate over it once, then ask for the report.

    Each line that is not blank gives one `Reading`, in order; its findings are those that can be made from
    the line alone. Nothing of a line is held when the next one is read, but for what is scored.
    """

    def __init__(self, stream: BinaryIO, asked: Asked) -> None:
        self._asked = asked
        self._limits = asked.limits or LIMITS
        self._log = FindingLog()
        self._opening = Opening(stream, asked, self._limits, self._log)
        self._texts = TextReader(self._log, self._limits)
        self._records = RecordChecker(
            self._log,
            task_count=asked.tasks.task_count,
            limits=self._limits,
            keeps_requests=asked.tasks.requests is not None,
            linter=Linter(asked.dataset, with_totals=asked.mode is Mode.CHECK),
        )
        self._readings = self._read()
        self._report: BundleReport | None = None

    def __iter__(self) -> Iterator[Reading[TrekRecord]]:
        return self._readings

    def report(self) -> BundleReport:
        """The report; reads what has not been read yet."""
        for _ in self._readings:
            pass
        assert self._report is not None
        return self._report

    def _read(self) -> Iterator[Reading[TrekRecord]]:
        for piece in split_lines(self._opening.parts(), self._limits):
            if isinstance(piece, Fault):
                facts = {**piece.facts, "name": quoted(self._opening.record_name)}
                self._log.add(finding(CODE_OF_FAULT[piece.kind], facts))
            else:
                yield self._reading(piece)
                if self._asked.is_out_of_time is not None and self._asked.is_out_of_time():
                    self._log.add(finding("F308", line=piece.number, byte=piece.offset))
                    break
        self._report = self._concluded()

    def _reading(self, line: Line) -> Reading[TrekRecord]:
        parsed = self._texts.read(line)
        if not isinstance(parsed, ParsedLine):
            return Reading(line=line.number, task_id=None, record=None, findings=parsed)
        if not self._log.admits(Stage.RECORD):
            return Reading(line=line.number, task_id=None, record=None)
        checked = self._records.check(parsed)
        if self._asked.observer is not None:
            self._asked.observer(
                SeenRecord(
                    line=line.number,
                    task=None if checked.index is None else TaskId(checked.index),
                    members=checked.record,
                    is_refused=checked.is_refused,
                )
            )
        return Reading(
            line=line.number,
            task_id=None if checked.note is None or checked.index is None else TaskId(checked.index),
            record=None if checked.note is None else checked.note.record,
            findings=checked.findings,
        )

    def _concluded(self) -> BundleReport:
        for _ in chain(self._texts.conclude(), self._records.conclude()):
            pass
        self._opening.conclude(self._records.count)
        if not self._records.count and self._log.admits(Stage.SET):
            self._log.add(finding("F002", {"found": "only blank lines"}))
        manifest = self._opening.manifest
        gathered = gather(
            self._records.notes,
            self._records.indices,
            task_count=self._asked.tasks.task_count,
            is_selection_declared=self._asked.is_selection_declared
            or (manifest is not None and manifest.is_selection_declared),
            requests=self._asked.tasks.requests,
            is_partial=self._asked.mode is Mode.CHECK,
        )
        for one in gathered.findings:
            self._log.add(one)
        is_refused = self._log.has_fatal
        return BundleReport(
            file=self._opening.file_facts(self._texts.lines),
            entries=self._opening.entry_facts(self._texts.lines),
            tasks=self._asked.tasks,
            mode=self._asked.mode,
            label=self._opening.label,
            manifest=manifest,
            found=self._log.counts,
            findings=self._placed(self._log.shown),
            kept=self._placed(self._log.kept),
            records={} if is_refused else {task: note.record for task, note in gathered.chosen.items()},
            attempts=gathered.attempts,
            counts=self._counts(gathered.chosen),
        )

    def _placed(self, findings: Sequence[Finding]) -> Sequence[Finding]:
        """The findings with the file that each is in, where the finding itself does not say."""
        opening = self._opening
        return tuple(
            one
            if one.file
            else replace(one, file=opening.name if one.stage in _OF_UPLOAD else opening.record_name)
            for one in findings
        )

    def _counts(self, chosen: Mapping[TaskId, RecordNote]) -> Mapping[str, int]:
        notes = chosen.values()
        finished = [note for note in notes if not note.is_unfinished]
        return {
            "records": self._records.count,
            "tasks_present": len(notes),
            "tasks_missing": self._asked.tasks.task_count - len(notes),
            "submitted": len(finished),
            "refusals": sum(note.answer[0] is False for note in finished),
            "errors": sum(note.has_error for note in notes),
            "lint": sum(note.fails_lint for note in notes),
            "unfinished": sum(not note.is_submitted and not note.has_error for note in notes),
        }
