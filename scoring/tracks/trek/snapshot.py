"""The prepared form of a release: what the evaluator reads, in one msgpack document.

A cache, not a record: it can be rebuilt from the release at any time, and one of another layout or with
damaged bytes is refused rather than trusted.
"""

from __future__ import annotations

import msgspec

from scoring.tracks.trek.dataset import TrekDataset, build_dataset
from scoring.tracks.trek.rows import KnowledgeBaseRows
from scoring.tracks.trek.task import Task

LAYOUT = 3
"""Raised whenever the meaning or order of any field below changes."""


class SnapshotError(Exception):
    """The bytes are not a snapshot of this layout; build it anew from the release."""


class _TaskRow(msgspec.Struct, frozen=True, array_like=True):
    query_index: int
    query: str
    personas: tuple[object, ...]
    persons: int
    budget: float
    days: int
    rooms: int
    flight: dict[str, object]
    car: dict[str, object]
    hotel: dict[str, object]
    attraction: dict[str, object]
    cities_count: int | float
    is_impossible: bool


class _Snapshot(msgspec.Struct, frozen=True, array_like=True):
    layout: int
    tasks: list[_TaskRow]
    rows: KnowledgeBaseRows


def encode(dataset: TrekDataset) -> bytes:
    """The snapshot's bytes; equal datasets give equal bytes."""
    tasks = [
        _TaskRow(**{name: getattr(task, name) for name in _TaskRow.__struct_fields__})
        for task in dataset.tasks
    ]
    return msgspec.msgpack.encode(_Snapshot(layout=LAYOUT, tasks=tasks, rows=dataset.rows))


def decode(content: bytes) -> TrekDataset:
    """The dataset a snapshot holds.

    Raises:
        SnapshotError: Another layout, or damaged bytes.
    """
    try:
        snapshot = msgspec.msgpack.decode(content, type=_Snapshot)
    except (msgspec.MsgspecError, ValueError) as error:
        raise SnapshotError(str(error)) from error
    if snapshot.layout != LAYOUT:
        raise SnapshotError(f"layout {snapshot.layout}, expected {LAYOUT}")
    tasks = [
        Task(**{name: getattr(row, name) for name in _TaskRow.__struct_fields__}) for row in snapshot.tasks
    ]
    return build_dataset(tasks, snapshot.rows)
