"""The official reading of a run file: what the official scorer sees, and what it skips without a word.

The site's intake is stricter and says what it finds; this reading exists so that any run file gets the
number the official scorer would give it.

Source: official rules, section 5.1.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from scoring.engine.model import Reading, TaskId
from scoring.tracks.trek.record import TrekRecord

_LINE_BREAK = re.compile(rb"\r\n|\r|\n")
_INDEX = "query_index"


def split_rows(content: bytes) -> list[bytes]:
    """Lines as a text reader with universal line ends splits them."""
    return _LINE_BREAK.split(content)


def read_rows(lines: Iterable[bytes]) -> Iterator[Reading[TrekRecord]]:
    """One reading per line that is JSON; blank and unparsable lines are skipped.

    A row without ``query_index`` answers the task of its position among the rows that parsed. A row that
    is no object stops the official run; here it is an unscorable row of its position.
    """
    position = 0
    for line_number, line in enumerate(lines, start=1):
        row = _parse(line)
        if row is _SKIPPED:
            continue
        if isinstance(row, dict):
            index = row.get(_INDEX, position)
            record = TrekRecord.from_object(row)
        else:
            index, record = position, TrekRecord(is_refused=True)
        position += 1
        yield Reading(line=line_number, task_id=_task_id(index), record=record)


class _Skipped:
    """A line that gives no row."""


_SKIPPED = _Skipped()


def _parse(line: bytes) -> object:
    if not line.strip():
        return _SKIPPED
    try:
        return json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return _SKIPPED


def _task_id(index: object) -> TaskId | None:
    """Tasks match by equality of values: 9.0 is task 9, true is task 1, text is no task."""
    if isinstance(index, int) or (isinstance(index, float) and index.is_integer()):
        return TaskId(int(index))
    return None


def last_records(readings: Iterable[Reading[TrekRecord]], task_count: int) -> dict[TaskId, TrekRecord]:
    """The record that counts for each task: later rows replace earlier ones, foreign indices are ignored."""
    records: dict[TaskId, TrekRecord] = {}
    for reading in readings:
        if reading.task_id is not None and reading.record is not None and 0 <= reading.task_id < task_count:
            records[reading.task_id] = reading.record
    return records
