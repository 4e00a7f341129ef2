"""Read a whole upload: receipt, container, lines, records, set; then the report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import chain
from typing import BinaryIO

from scoring.engine.intake import FileFacts, Mode, Observer, SeenRecord, TaskSet
from scoring.engine.model import Json, Reading, TaskId
from scoring.engine.reading import (
    HEAD_BYTES,
    Container,
    Fault,
    Limits,
    Line,
    Meter,
    blocks,
    container_of,
    gunzip,
    portions,
    split_lines,
)
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT, Stage
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import LIMITS
from scoring.tracks.trek.intake.records import RecordChecker
from scoring.tracks.trek.intake.report import BundleReport
from scoring.tracks.trek.intake.sets import RecordNote, gather
from scoring.tracks.trek.intake.texts import ParsedLine, TextReader
from scoring.tracks.trek.intake.wording import quoted
from scoring.tracks.trek.record import TrekRecord

_SUFFIX_OF = {Container.TEXT: ".jsonl", Container.GZIP: ".jsonl.gz"}
_WORDS_OF = {Container.TEXT: "text", Container.GZIP: "gzip-compressed data"}
_KINDS = {
    Container.ZIP: "Zip",
    Container.OTHER_ARCHIVE: "Archive",
    Container.DOCUMENT: "Binary",
}
_ARCHIVES = frozenset({Container.GZIP, Container.ZIP, Container.OTHER_ARCHIVE})


def read_bundle(
    stream: BinaryIO,
    *,
    file_name: str,
    tasks: TaskSet,
    today: date,
    mode: Mode = Mode.ENTRY,
    manifest: Mapping[str, Json] | None = None,
    dataset: TrekDataset | None = None,
    limits: Limits | None = None,
    is_out_of_time: Callable[[], bool] | None = None,
    checkpoint: Callable[[], None] | None = None,
    observer: Observer | None = None,
) -> BundleReport:
    """Check an upload from first to last byte; see `scoring.engine.intake.Intake.read_bundle`."""
    reading = BundleReading(
        stream,
        file_name=file_name,
        tasks=tasks,
        today=today,
        mode=mode,
        manifest=manifest,
        dataset=dataset,
        limits=limits,
        is_out_of_time=is_out_of_time,
        checkpoint=checkpoint,
        observer=observer,
    )
    return reading.report()


class BundleReading:
    """One upload being read. Iterate over it once, then ask for the report.

    Each line that is not blank gives one `Reading`, in order; its findings are those that can be made from
    the line alone. Nothing of a line is held when the next one is read, but for what is scored.
    """

    def __init__(
        self,
        stream: BinaryIO,
        *,
        file_name: str,
        tasks: TaskSet,
        today: date,
        mode: Mode = Mode.ENTRY,
        manifest: Mapping[str, Json] | None = None,
        dataset: TrekDataset | None = None,
        limits: Limits | None = None,
        is_out_of_time: Callable[[], bool] | None = None,
        checkpoint: Callable[[], None] | None = None,
        observer: Observer | None = None,
    ) -> None:
        self._name = file_name
        self._tasks = tasks
        self._today = today
        self._mode = mode
        self._declared = manifest
        self._dataset = dataset
        self._limits = limits or LIMITS
        self._is_out_of_time = is_out_of_time
        self._observer = observer
        self._log = FindingLog()
        self._sent: Meter[bytes] = Meter(portions(stream, checkpoint), self._limits.upload_bytes)
        self._content: Meter[bytes | Fault] | None = None
        self._texts = TextReader(self._log, self._limits)
        self._records = RecordChecker(
            self._log,
            task_count=tasks.task_count,
            limits=self._limits,
            keeps_requests=tasks.requests is not None,
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
        for piece in split_lines(self._parts(), self._limits):
            if isinstance(piece, Fault):
                self._add(CODE_OF_FAULT[piece.kind], piece.facts, has_name=True)
            else:
                yield self._reading(piece)
                if self._is_out_of_time is not None and self._is_out_of_time():
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
        if self._observer is not None:
            self._observer(
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

    def _parts(self) -> Iterator[bytes | Fault]:
        """The content of the file, unpacked where it is packed; nothing when it is of the wrong kind."""
        packed = blocks(self._sent)
        first = next(packed, b"")
        container = container_of(first[:HEAD_BYTES])
        if self._is_refused(container):
            return
        whole = chain((first,), packed)
        if container is not Container.GZIP:
            yield from whole
            return
        self._content = Meter(gunzip(whole, self._limits))
        is_first = True
        for part in self._content:
            if is_first and isinstance(part, bytes) and container_of(part) in _ARCHIVES:
                self._add("F111", {}, has_name=True)
                return
            is_first = False
            yield part

    def _is_refused(self, container: Container) -> bool:
        """Whether the kind of the file, or its name beside it, rules out reading it; logged."""
        if container is Container.EMPTY:
            self._add("F002", {"found": "no bytes"})
        elif container not in _SUFFIX_OF:
            self._add("F004", {"kind": _KINDS[container]})
        elif self._name and _suffix_of(self._name) != _SUFFIX_OF[container]:
            self._add("F003", {"found": _WORDS_OF[container]}, has_name=True)
        else:
            return False
        return True

    def _concluded(self) -> BundleReport:
        self._sent.drain()
        if self._sent.is_over:
            self._add("F001", {"max": self._limits.upload_bytes})
        for _ in chain(self._texts.conclude(), self._records.conclude()):
            pass
        if not self._records.count and self._log.admits(Stage.SET):
            self._add("F002", {"found": "only blank lines"})
        gathered = gather(
            self._records.notes,
            self._records.indices,
            task_count=self._tasks.task_count,
            is_selection_declared=_is_selection_declared(self._declared),
            requests=self._tasks.requests,
        )
        for one in gathered.findings:
            self._log.add(one)
        is_refused = self._log.has_fatal
        return BundleReport(
            file=self._file_facts(),
            entries=(),
            tasks=self._tasks,
            mode=self._mode,
            label="",
            manifest=None,
            found=self._log.counts,
            findings=self._log.shown,
            kept=self._log.kept,
            records={} if is_refused else {task: note.record for task, note in gathered.chosen.items()},
            attempts=gathered.attempts,
            counts=self._counts(gathered.chosen),
        )

    def _file_facts(self) -> FileFacts:
        content = self._sent if self._content is None else self._content
        return FileFacts(
            name=self._name,
            sent_bytes=self._sent.count,
            sent_sha256=self._sent.sha256,
            content_bytes=content.count if content.is_whole else None,
            content_sha256=content.sha256,
            lines=self._texts.lines,
        )

    def _counts(self, chosen: Mapping[TaskId, RecordNote]) -> Mapping[str, int]:
        notes = chosen.values()
        finished = [note for note in notes if not note.is_unfinished]
        return {
            "records": self._records.count,
            "tasks_present": len(notes),
            "tasks_missing": self._tasks.task_count - len(notes),
            "submitted": len(finished),
            "refusals": sum(note.answer[0] is False for note in finished),
            "errors": sum(note.has_error for note in notes),
            "unfinished": sum(not note.is_submitted and not note.has_error for note in notes),
        }

    def _add(self, code: str, facts: Mapping[str, Json], *, has_name: bool = False) -> None:
        named = {**facts, "name": quoted(self._name)} if has_name else facts
        self._log.add(finding(code, named))


def _is_selection_declared(manifest: Mapping[str, Json] | None) -> bool:
    """Whether the manifest explains several different submissions for one task."""
    run = (manifest or {}).get("run")
    return isinstance(run, Mapping) and run.get("attempts_per_task") != 1 and bool(run.get("selection"))


def _suffix_of(name: str) -> str:
    """The accepted ending the name has, in lower case; "" when it has none."""
    lowered = name.lower()
    return next((suffix for suffix in _SUFFIX_OF.values() if lowered.endswith(suffix)), "")
