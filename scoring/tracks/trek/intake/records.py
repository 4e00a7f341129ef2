"""Read one line after the other: text, JSON, repairs and shape, each only while nothing fatal stands before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice

from scoring.engine.model import Finding, Json, Reading, TaskId
from scoring.engine.reading import Decoded, Fault, Limits, Line, column_of, decode, read_text
from scoring.tracks.trek.intake.catalogue import CODE_OF_FAULT, Stage
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import LIMITS, REPORT_LIMITS
from scoring.tracks.trek.intake.record_checks import OFFICIAL_MEMBERS, bulk_complaints, record_complaints
from scoring.tracks.trek.intake.repairs import mend
from scoring.tracks.trek.intake.sets import RecordNote
from scoring.tracks.trek.intake.wording import kind_of, quoted
from scoring.tracks.trek.record import TrekRecord

# A record glued to a torn one is told by these.
_MARKS = frozenset({"query_index", "submitted"})
_UNKNOWN_NAMED = 20
_INDEX: Path = ("query_index",)


class RecordReader:
    """Reads the lines of one upload in order and remembers what the whole file needs.

    Args:
        log: Takes every finding.
        task_count: Tasks of the set; indices count from 0.
        limits: Bounds of the reading.
        keeps_requests: Whether request texts will be compared with the tasks'.
    """

    def __init__(
        self, log: FindingLog, *, task_count: int, limits: Limits = LIMITS, keeps_requests: bool = False
    ) -> None:
        self._log = log
        self._task_count = task_count
        self._limits = limits
        self._keeps_requests = keeps_requests
        self._crlf_lines = 0
        self._unreadable = 0
        self._begins_unreadable = False
        self._document: str | None = None
        self._unknown: Counter[str] = Counter()
        self.lines = 0
        self.notes: list[RecordNote] = []

    def read(self, line: Line) -> Reading[TrekRecord]:
        """One line; what is found is in the reading and in the log."""
        self.lines += 1
        self._crlf_lines += line.has_crlf
        text = read_text(line, self._limits)
        if isinstance(text, Fault):
            return self._refused(line, (self._fault_finding(text, line),))
        if not self._log.admits(Stage.JSON) or self._document is not None or text.isspace():
            return self._refused(line, ())
        decoded = decode(text, line.content or b"", self._limits)
        if isinstance(decoded, Decoded):
            return self._read_value(decoded, text, line)
        return self._refused(line, self._fault_findings(decoded, text, line))

    def _read_value(self, decoded: Decoded, text: str, line: Line) -> Reading[TrekRecord]:
        record = decoded.value
        if not isinstance(record, dict):
            facts = {"found": kind_of(record)}
            return self._refused(line, (self._logged("F407", facts, line),))
        if not self._log.admits(Stage.RECORD):
            return self._refused(line, ())
        return _RecordReading(self, decoded, record, text, line).result()

    def conclude(self) -> Iterator[Finding]:
        """What concerns the lines together; logged as well."""
        if self._crlf_lines:
            yield self._logged("I306", {"n": self._crlf_lines})
        if self._document is not None and self.lines > 1:
            yield self._logged("F408", {"found": self._document})
        elif self._begins_unreadable or self._unreadable > self._limits.unreadable_lines:
            yield self._logged("F410", {"max": self._limits.unreadable_lines})
        if self._unknown:
            named = ", ".join(quoted(name) for name in sorted(self._unknown)[:_UNKNOWN_NAMED])
            more = len(self._unknown) - _UNKNOWN_NAMED
            yield self._logged("I508", {"names": named + (f" and {more} more" if more > 0 else "")})

    def _fault_findings(self, faults: Sequence[Fault], text: str, line: Line) -> Sequence[Finding]:
        """Findings for a line that is not JSON as it should be, with places while they are shown."""
        code = CODE_OF_FAULT[faults[0].kind]
        is_first = self.lines == 1
        if code == "R401":
            self._unreadable += 1
            self._begins_unreadable = self._begins_unreadable or is_first
            if is_first and faults[0].facts["is_cut_off"]:
                self._document = _document_begun_by(text)
        elif not self._log.shows(code):
            self._log.count(code)
            return ()
        if self._log.shows(code):
            placed = decode(text, line.content or b"", self._limits, marks=_MARKS, with_places=True)
            assert not isinstance(placed, Decoded)
            faults = placed
        return tuple(self._fault_finding(fault, line) for fault in faults)

    def _fault_finding(self, fault: Fault, line: Line) -> Finding:
        facts = dict(fault.facts)
        if "name" in facts:
            facts["name"] = quoted(facts["name"])
        return self._logged(CODE_OF_FAULT[fault.kind], facts, line, column=fault.column)

    def _logged(
        self, code: str, facts: Mapping[str, Json], line: Line | None = None, *, column: int = 1
    ) -> Finding:
        number, offset = (line.number, line.offset) if line is not None else (None, None)
        one = finding(code, facts, line=number, byte=offset, column=column)
        self._log.add(one)
        return one

    @staticmethod
    def _refused(line: Line, findings: Sequence[Finding]) -> Reading[TrekRecord]:
        return Reading(line=line.number, task_id=None, record=None, findings=findings)
