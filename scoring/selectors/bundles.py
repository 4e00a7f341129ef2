"""The records of a submission as its evaluation read them, and one of them at a time for pages."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kb_browser.selectors import DATASETS_HELD, gold_file
from scoring.engine.intake import Asked, Mode, Observer, Report, TaskSet
from scoring.engine.model import TaskId
from scoring.tracks import intake_of
from scoring.tracks.trek.record import TrekRecord
from submissions.selectors import Scorable, bundle_verified, scorable

logger = logging.getLogger(__name__)

# What one process keeps of bundles that were looked into, as text: at most so many, each of so many bytes.
BUNDLES_HELD: Final = 4
HELD_BYTES_MAX: Final = 16 * 1024 * 1024
RECORD_BYTES_MAX: Final = 256 * 1024

READING_S_MAX: Final = 5.0


@dataclass(frozen=True, slots=True)
class _Held:
    """Records by task, each as its text with whether it was refused. What is too long is left out."""

    texts: Mapping[TaskId, tuple[bytes, bool]]
    missing: frozenset[TaskId]


def bundle_read(
    wanted: Scorable,
    task_count: int,
    *,
    observer: Observer | None = None,
    is_out_of_time: Callable[[], bool] | None = None,
) -> Report:
    """Read a bundle again that was accepted before.

    Raises:
        StoredBytesError: The stored bytes are not those that were received.
        OSError: They cannot be read at the moment.
    """
    with bundle_verified(wanted.file_sha256) as stream:
        return intake_of(wanted.track).read_bundle(
            stream,
            Asked(
                file_name=wanted.file_name,
                tasks=TaskSet.of(wanted.track, task_count),
                today=wanted.received_on,
                mode=Mode.RECORDS,
                manifest=wanted.manifest or None,
                observer=observer,
                is_out_of_time=is_out_of_time,
            ),
        )


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """The record of a task; None for a task that nobody answered."""

    record: TrekRecord | None


def record_of(submission_id: int, task_count: int, task: int) -> FoundRecord | None:
    """What a submission says about one task, as it was scored; None where it cannot be shown.

    A bundle is read whole at the first question and its records are kept for the next ones. One that takes
    longer than `READING_S_MAX` is given up, for nobody waits that long for a page.

    Raises:
        StoredBytesError: As `bundle_read`; likewise below.
        OSError: Nothing is kept then.
    """
    wanted = scorable(submission_id)
    if wanted is None:
        return None
    held = _held(_Key(wanted), task_count)
    if TaskId(task) in held.missing:
        return FoundRecord(None)
    found = held.texts.get(TaskId(task))
    if found is None:
        return None
    text, is_refused = found
    return FoundRecord(TrekRecord(members=json.loads(text), is_refused=is_refused))


class _Key:
    """A submission by the bytes and the rules that its records follow from."""

    __slots__ = ("_same", "wanted")

    def __init__(self, wanted: Scorable) -> None:
        self.wanted = wanted
        self._same = (wanted.pk, wanted.file_sha256)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._same == other._same

    def __hash__(self) -> int:
        return hash(self._same)


@lru_cache(maxsize=BUNDLES_HELD)
def _held(key: _Key, task_count: int) -> _Held:
    until = time.monotonic() + READING_S_MAX
    report = bundle_read(key.wanted, task_count, is_out_of_time=lambda: time.monotonic() > until)
    # Empty for a bundle that is refused now, be it for the time it takes: no task is missing for that.
    if not report.records:
        logger.warning("bundle not shown", extra={"submission_id": key.wanted.pk})
        return _Held({}, frozenset())
    texts: dict[TaskId, tuple[bytes, bool]] = {}
    room = HELD_BYTES_MAX
    for task, record in report.records.items():
        text = json.dumps(record.members).encode("ascii")
        if len(text) <= min(RECORD_BYTES_MAX, room):
            room -= len(text)
            texts[task] = (text, record.is_refused)
    missing = frozenset(map(TaskId, range(task_count))) - report.records.keys()
    return _Held(texts, missing)


def gold_record(digest: str, task: int) -> TrekRecord | None:
    """The reference answer of a task; None where the release has none.

    Raises:
        OSError: The release cannot be read at the moment.
    """
    lines = _gold_lines(digest)
    if task >= len(lines):
        return None
    row = json.loads(lines[task])
    return TrekRecord.from_object({**row, "submitted": True}) if isinstance(row, dict) else None


@lru_cache(maxsize=DATASETS_HELD)
def _gold_lines(digest: str) -> Sequence[bytes]:
    """One line a task, in task order: a release is refused whose gold is anything else."""
    return tuple(gold_file(digest).splitlines())
