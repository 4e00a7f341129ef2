"""What a rehearsal says, as one document: stored as it is, shown by pages and the command line.

Everything is counted in full; lists of submissions are cut where they only illustrate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from scoring.engine.display import counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A board: the one there is, or the one that would be."""

    version: str
    evaluator: str
    digest: str
    task_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A submission as the report names it."""

    public_id: str
    name: str
    owner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A figure, or the number of tasks it is over, that is not what it was."""

    key: str
    was: float | None
    now: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A scored submission on both boards. A rank is None for one that is not public or cannot be ranked."""

    entrant: Entrant
    was: int | None
    now: int | None
    figures: tuple[Change, ...]
    counts: tuple[Change, ...]
    flip_count: int

    @property
    def is_changed(self) -> bool:
        """Whether anybody could see a difference."""
        return self.was != self.now or bool(self.figures or self.counts or self.flip_count)


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipLine:
    """One verdict of a task that flips the same way for `count` submissions, the first of them named."""

    dimension: str
    was: str
    now: str
    count: int
    submissions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFlips:
    """Everything that flips on one task. `count` is the number of submissions concerned."""

    query_index: int
    count: int
    flips: tuple[FlipLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A submission that would have no result, and why."""

    entrant: Entrant
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerLine:
    """An account whose submissions would change in any way."""

    owner: str
    submissions: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalReport:
    """The whole document.

    Attributes:
        are_tasks_matched: Whether both sides have equally many tasks, so that each can be compared.
        flip_count: Verdicts that flip, over all tasks and submissions; "perfect" is not counted again.
        tasks: Those with a flip, by their index.
        standings: Every scored submission, by its new rank, then its old one.
        refused: Submissions whose bundle does not fit the candidate.
        failed: Those that failed on our side; the reason is the failure's id.
        owners: By name.
    """

    baseline: Side
    candidate: Side
    are_tasks_matched: bool
    flip_count: int
    tasks: tuple[TaskFlips, ...]
    standings: tuple[Standing, ...]
    refused: tuple[Loss, ...]
    failed: tuple[Loss, ...]
    owners: tuple[OwnerLine, ...]

    @property
    def remark(self) -> str:
        """What a reader has to know before comparing tasks; "" when there is nothing."""
        if self.are_tasks_matched:
            return ""
        tasks = counted(self.candidate.task_count, "task")
        return (
            f"The candidate has {tasks}, the baseline {self.baseline.task_count}: "
            "tasks are not matched, only figures and ranks are compared."
        )

    @property
    def ranks_changed(self) -> Sequence[Standing]:
        """Submissions whose rank would not be what it is."""
        return [line for line in self.standings if line.was != line.now]


def report_write(report: RehearsalReport) -> Any:
    """As JSON values, for storing."""
    return msgspec.to_builtins(report)


def report_read(stored: Any) -> RehearsalReport:
    """The report that was stored.

    Raises:
        msgspec.ValidationError: It was written in another shape.
    """
    return msgspec.convert(stored, RehearsalReport)
