"""What only shows beside the other records: indices, repeated and missing tasks, another task set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.display import counted
from scoring.engine.model import Finding, Json, TaskId
from scoring.tracks.trek.intake.findings import finding
from scoring.tracks.trek.intake.limits import REPORT_LIMITS
from scoring.tracks.trek.intake.wording import quoted, ranges
from scoring.tracks.trek.record import TrekRecord

_LINES_NAMED = 10
_REPEATED = 2
_MODELS_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordNote:
    """What is remembered of one record until the file has been read.

    Attributes:
        line: Physical line.
        byte: Where the line begins in the unpacked file.
        index: ``query_index`` as written; None when the record has none.
        record: What will be scored.
        is_refused: The record broke a rule and is entered as a failed task.
        has_error: It carries an error.
        is_submitted: The agent submitted it.
        answer: What is claimed, planned and given as a reason; two equal ones are the same submission.
        model: Model and label it names.
        request: The request text it names; None unless texts are to be compared.
        fails_lint: Lint has something to say about it.
    """

    line: int
    byte: int
    index: int | None
    record: TrekRecord
    is_refused: bool
    has_error: bool
    is_submitted: bool
    answer: tuple[Json, Json, Json]
    model: tuple[str, str] | None
    request: str | None = None
    fails_lint: bool = False

    @property
    def is_unfinished(self) -> bool:
        """Whether the attempt ended in an error or without a submission."""
        return self.has_error or not self.is_submitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Indices:
    """The indices of a file as they are written, those of no task included.

    Attributes:
        count: Records that have a ``query_index``, of whatever type.
        lowest: The lowest whole number among them; None when there is none.
        highest: The highest likewise.
    """

    count: int
    lowest: int | None
    highest: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """The records of a whole file, one per task answered.

    Attributes:
        chosen: The record that counts for each task, by ascending task.
        attempts: Lines per task, by ascending task.
        findings: What was found about the set.
    """

    chosen: Mapping[TaskId, RecordNote]
    attempts: Mapping[TaskId, int]
    findings: Sequence[Finding]


def gather(
    notes: Sequence[RecordNote],
    indices: Indices,
    *,
    task_count: int,
    is_selection_declared: bool = False,
    requests: Sequence[str] | None = None,
    is_partial: bool = False,
) -> Gathered:
    """Match the records to the tasks.

    Args:
        notes: Every record of the file that names a task or has no index, in file order.
        indices: What the records have as index.
        task_count: Tasks of the set; indices count from 0.
        is_selection_declared: Several different submissions for one task have been explained.
        requests: The tasks' texts in task order, to compare with those the records name.
        is_partial: Tasks may be missing without a word.
    """
    lines_of, found = _by_task(notes, indices, task_count)
    chosen: dict[TaskId, RecordNote] = {}
    for task in sorted(lines_of):
        attempts = lines_of[task]
        sound = [note for note in attempts if not note.is_refused]
        chosen[task] = (sound or attempts)[-1]
        found.extend(_repeat_findings(task, sound, is_selection_declared=is_selection_declared))
    if indices.lowest == 1 and indices.highest == task_count:
        found.append(finding("W607", {"min": 1, "max": task_count}))
    if not is_partial:
        found.extend(_missing_findings(chosen, task_count))
    found.extend(_model_findings(notes))
    found.extend(_unfinished_findings(chosen))
    if requests is not None:
        found.extend(_request_findings(lines_of, requests))
    return Gathered(
        chosen=chosen,
        attempts={task: len(lines_of[task]) for task in sorted(lines_of)},
        findings=tuple(found),
    )


def _by_task(
    notes: Sequence[RecordNote], indices: Indices, task_count: int
) -> tuple[dict[TaskId, list[RecordNote]], list[Finding]]:
    """The records of each task in file order, and what is wrong with records that name none."""
    without = [note for note in notes if note.index is None]
    found: list[Finding] = []
    lines_of: dict[TaskId, list[RecordNote]] = {}
    takes_positions = not indices.count and len(notes) == task_count
    for position, note in enumerate(notes):
        index = position if takes_positions else note.index
        if index is not None:
            lines_of.setdefault(TaskId(index), []).append(note)
        if takes_positions:
            facts = {"found": "nothing", "repaired": f"the position {position}"}
            found.append(_about(note, "N05", facts, task=position))
        elif index is None and not indices.count:
            found.append(_about(note, "R501", {}, task=None))
    if without and indices.count:
        facts = {"n": counted(len(without), "line"), "lines": _lines_words(without)}
        found.append(finding("F603", facts, line=without[0].line))
    return lines_of, found


def _about(note: RecordNote, code: str, facts: Mapping[str, Json], *, task: int | None) -> Finding:
    return finding(code, facts, line=note.line, byte=note.byte, task=task, path=("query_index",))


def _repeat_findings(
    task: TaskId, sound: Sequence[RecordNote], *, is_selection_declared: bool
) -> Iterator[Finding]:
    """What several lines for one task mean: the last one counts if nothing is lost by that."""
    if len(sound) < _REPEATED:
        return
    *earlier, last = sound
    submitted = [note for note in earlier if not note.is_unfinished]
    is_ambiguous = any(last.is_unfinished or note.answer != last.answer for note in submitted)
    if is_ambiguous and not is_selection_declared:
        yield finding("F604", {"lines": _lines_words(sound)}, line=last.line, byte=last.byte, task=task)
        return
    unfinished = [note for note in earlier if note.is_unfinished]
    for what, notes in (("unfinished attempts", unfinished), ("submissions", submitted)):
        if notes:
            facts = {"what": what, "lines": _lines_words(notes)}
            yield finding("I605", facts, line=last.line, byte=last.byte, task=task)


def _missing_findings(chosen: Mapping[TaskId, RecordNote], task_count: int) -> Iterator[Finding]:
    missing = [task for task in range(task_count) if task not in chosen]
    if missing:
        total = counted(task_count, "task")
        yield finding("W606", {"n": len(missing), "total": total, "ranges": ranges(missing)})


def _model_findings(notes: Sequence[RecordNote]) -> Iterator[Finding]:
    models = Counter(note.model for note in notes if note.model is not None)
    if len(models) > 1:
        named = sorted(models)[:_MODELS_NAMED]
        values = ", ".join(quoted(" / ".join(part for part in model if part)) for model in named)
        more = len(models) - len(named)
        yield finding("W608", {"n": len(models), "values": values + (f" and {more} more" if more else "")})


def _unfinished_findings(chosen: Mapping[TaskId, RecordNote]) -> Iterator[Finding]:
    scored = [note for note in chosen.values() if not note.is_refused]
    errors = sum(note.has_error for note in scored)
    unfinished = sum(not note.is_submitted and not note.has_error for note in scored)
    if errors or unfinished:
        carry = counted(errors, "record carries", "records carry") if errors else "No record carries"
        yield finding("W610", {"n": carry, "m": unfinished or "none"})


def _request_findings(
    lines_of: Mapping[TaskId, Sequence[RecordNote]], requests: Sequence[str]
) -> Iterator[Finding]:
    """Whether too many records name another request than their task's; white space may differ."""
    compared = 0
    mismatches = []
    for task in sorted(lines_of):
        for note in lines_of[task]:
            if note.request is not None:
                compared += 1
                if note.request.split() != requests[task].split():
                    mismatches.append((note.line, task, note))
    if len(mismatches) * 100 > REPORT_LIMITS.request_mismatch_percent * compared:
        line, task, note = min(mismatches, key=lambda mismatch: mismatch[0])
        percent = round(100 * len(mismatches) / compared)
        yield finding("F609", {"percent": percent}, line=line, byte=note.byte, task=task)


def _lines_words(notes: Sequence[RecordNote]) -> str:
    """The lines of the records, the first ten and how many more."""
    named = ", ".join(str(note.line) for note in notes[:_LINES_NAMED])
    more = len(notes) - _LINES_NAMED
    return named + (f" and {more} more" if more > 0 else "")
