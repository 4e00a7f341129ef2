"""Reading a bundle for commands that score: the official reading of its rows, plain or packed."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.engine.model import TaskId
from scoring.engine.reading import Fault, blocks, gunzip
from scoring.tracks import TREK, TREK_PAPER
from scoring.tracks.trek.intake.limits import LIMITS
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from scoring.tracks.trek.track import TrekTrack
from trek_site.cli.console import StopError

EDITIONS: Mapping[str, TrekTrack] = {"latest": TREK, "paper": TREK_PAPER}
_GZIP = b"\x1f\x8b"


def records_of(content: bytes, task_count: int) -> Mapping[TaskId, TrekRecord]:
    """The record that counts for each task.

    Args:
        content: Of the file, plain or gzip.
        task_count: Tasks of the release; rows of other tasks are left out.

    Raises:
        StopError: The file cannot be unpacked.
    """
    return last_records(read_rows(split_rows(_unpacked(content))), task_count)


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(_GZIP):
        return content
    parts = list(gunzip(blocks([content]), LIMITS))
    if parts and isinstance(parts[-1], Fault):
        raise StopError(f"the gzip file cannot be unpacked ({parts[-1].kind.value})")
    return b"".join(part for part in parts if isinstance(part, bytes))
