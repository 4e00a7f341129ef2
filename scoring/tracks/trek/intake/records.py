"""The stage record: repair one object, check its shape, and keep what is scored and compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice

from scoring.engine.model import Finding, Json
from scoring.engine.reading import Limits, column_of
from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.findings import FindingLog, finding
from scoring.tracks.trek.intake.limits import REPORT_LIMITS
from scoring.tracks.trek.intake.lint import Linter
from scoring.tracks.trek.intake.record_checks import OFFICIAL_MEMBERS, bulk_complaints, record_complaints
from scoring.tracks.trek.intake.repairs import mend
from scoring.tracks.trek.intake.sets import Indices, RecordNote
from scoring.tracks.trek.intake.texts import ParsedLine
from scoring.tracks.trek.intake.wording import kind_of, quoted
from scoring.tracks.trek.record import TrekRecord

_INDEX: Path = ("query_index",)
_UNKNOWN_NAMED = 20
_UNKNOWN_KEPT = 10_000

# Characters gone through for columns in one upload, two hundred official records of them. Beyond it, all of
# it in a few huge lines, a column is not worth the time.
_SEARCHED_CHARS = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRecord:
    """One record, checked.

    Attributes:
        note: What is remembered of it; None when it names no task that exists.
        index: The task it names; None when it names none.
        record: Its members after the repairs.
        is_refused: It broke a rule.
        findings: What was found, also in the log.
    """

    note: RecordNote | None
    index: int | None
    record: Mapping[str, Json]
    is_refused: bool
    findings: tuple[Finding, ...]


class RecordChecker:
    """Checks records in order; what is found goes into the log.

    Args:
        log: Takes every finding.
        task_count: Tasks of the set; indices count from 0.
        limits: Bounds that hold everywhere in a record.
        keeps_requests: Whether request texts will be compared with the tasks'.
        linter: Looks at every record that can be scored.
    """

    def __init__(
        self, log: FindingLog, *, task_count: int, limits: Limits, keeps_requests: bool, linter: Linter
    ) -> None:
        self._log = log
        self._task_count = task_count
        self._limits = limits
        self._keeps_requests = keeps_requests
        self._unknown: set[str] = set()
        self._indexed = 0
        self._written: set[int] = set()
        self._searched = 0
        self._linter = linter
        self.count = 0
        self.notes: list[RecordNote] = []

    def check(self, parsed: ParsedLine) -> CheckedRecord:
        """Repair and check one record."""
        self.count += 1
        mended = mend(parsed.record, parsed.decoded)
        record = mended.record
        index, index_complaint = self._index(record)
        complaints = record_complaints(record)
        if parsed.decoded.may_be_bulky:
            complaints = chain(complaints, bulk_complaints(dict(record), self._limits))
        broken = tuple(islice(complaints, REPORT_LIMITS.found_per_record))
        told = (*mended.repairs, *broken, *([index_complaint] if index_complaint else []))
        findings = tuple(self._finding(complaint, parsed, index) for complaint in told)
        self._note_unknown(record)
        if index_complaint is not None:
            return CheckedRecord(note=None, index=None, record=record, is_refused=True, findings=findings)
        note = self._remembered(record, parsed, index=index, is_refused=bool(broken))
        if not note.is_refused and self._lint(record, note, parsed):
            note = replace(note, fails_lint=True)
        self.notes.append(note)
        return CheckedRecord(
            note=note, index=index, record=record, is_refused=bool(broken), findings=findings
        )

    @property
    def indices(self) -> Indices:
        """What the records checked so far have as index."""
        return Indices(
            count=self._indexed,
            lowest=min(self._written, default=None),
            highest=max(self._written, default=None),
        )

    def conclude(self) -> Iterator[Finding]:
        """What concerns the records together; in the log too."""
        if self._unknown:
            named = ", ".join(quoted(name) for name in sorted(self._unknown)[:_UNKNOWN_NAMED])
            more = len(self._unknown) - _UNKNOWN_NAMED
            one = finding("I508", {"names": named + (f" and {more} more" if more > 0 else "")})
            self._log.add(one)
            yield one

    def _index(self, record: Mapping[str, Json]) -> tuple[int | None, Complaint | None]:
        """The task the record names, or what is wrong with its index; an absent one gives neither."""
        if "query_index" not in record:
            return None, None
        index = record["query_index"]
        self._indexed += 1
        if isinstance(index, bool) or not isinstance(index, int):
            found = "a number with a fraction" if isinstance(index, float) else kind_of(index)
            return None, Complaint("F602", _INDEX, {"found": found})
        self._written.add(index)
        if not 0 <= index < self._task_count:
            return None, Complaint("F601", _INDEX, {"value": quoted(index), "max": self._task_count - 1})
        return index, None

    def _finding(self, complaint: Complaint, parsed: ParsedLine, index: int | None) -> Finding:
        """The finding for a complaint; its column is looked for while it will be shown."""
        column = 1
        if self._log.shows(complaint.code) and self._searched < _SEARCHED_CHARS:
            self._searched += len(parsed.text)
            column = column_of(parsed.text, complaint.path)
        one = finding(
            complaint.code,
            complaint.facts,
            line=parsed.line.number,
            byte=parsed.line.offset,
            column=column,
            task=index,
            path=complaint.path,
        )
        self._log.add(one)
        return one

    def _lint(self, record: Mapping[str, Json], note: RecordNote, parsed: ParsedLine) -> bool:
        """Whether lint has anything to say about a record that can be scored."""
        complaints = tuple(islice(self._linter.complaints(record), REPORT_LIMITS.found_per_record))
        for complaint in complaints:
            self._finding(complaint, parsed, note.index)
        totals = {} if note.index is None else self._linter.totals(note.record, note.index)
        for code, number in totals.items():
            self._log.count(code, number)
        return bool(complaints or totals)

    def _note_unknown(self, record: Mapping[str, Json]) -> None:
        for name in record:
            if name not in OFFICIAL_MEMBERS and len(self._unknown) < _UNKNOWN_KEPT:
                self._unknown.add(name)

    def _remembered(
        self, record: Mapping[str, Json], parsed: ParsedLine, *, index: int | None, is_refused: bool
    ) -> RecordNote:
        make = TrekRecord.failed_from_object if is_refused else TrekRecord.from_object
        query = record.get("query") if self._keeps_requests else None
        return RecordNote(
            line=parsed.line.number,
            byte=parsed.line.offset,
            index=index,
            record=make(record),
            is_refused=is_refused,
            has_error=bool(record.get("error")),
            is_submitted=record.get("submitted") is True,
            answer=_answer_of(record, is_refused=is_refused),
            model=_model_of(record),
            request=query if isinstance(query, str) else None,
        )


def _answer_of(record: Mapping[str, Json], *, is_refused: bool) -> tuple[Json, Json, Json]:
    """What is compared; only the claim of a record that broke a rule, whose parts are of any size."""
    claim = record.get("is_feasible")
    if is_refused:
        return (claim if isinstance(claim, bool) else None), None, ""
    return claim, record.get("plan"), record.get("refusal_reason") or ""


def _model_of(record: Mapping[str, Json]) -> tuple[str, str] | None:
    """Model and label a record names, "" for the one it does not; None when it names neither."""
    model, label = record.get("model_id"), record.get("model_label")
    pair = (model if isinstance(model, str) else "", label if isinstance(label, str) else "")
    return pair if any(pair) else None
