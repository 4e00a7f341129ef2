"""The one interface through which a benchmark enters: ``Track``, and the check catalogue it publishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scoring.engine.model import DimensionKey, Metric, MetricKey, Reading, Scores, TaskId, TaskResult, Usage

Dataset = TypeVar("Dataset")
Record = TypeVar("Record")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckText:
    """What is published about one check.

    Attributes:
        code: ``<track>.<dimension>.<check>``, permanent.
        title: The property that must hold, as a short claim.
        message: ``str.format`` template over the outcome's facts, shown when the check failed.
        paper: Where the paper or the official rules state it.
    """

    code: str
    title: str
    message: str
    paper: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionText:
    """What is published about one dimension, with its checks in order.

    ``is_judged`` says whether it decides about perfect; one that does not is shown without a verdict.
    """

    key: DimensionKey
    label: str
    summary: str
    paper: str
    checks: Sequence[CheckText]
    is_judged: bool = True


class Track(Protocol[Dataset, Record]):
    """One benchmark under one edition of its rules. Every method is a pure function of its arguments."""

    @property
    def slug(self) -> str:
        """The benchmark's name in URLs and tables, such as ``trek``."""
        ...

    @property
    def label(self) -> str:
        """The benchmark's name on pages."""
        ...

    @property
    def evaluator_version(self) -> str:
        """Changes with any rule, constant or table; results keep it for ever."""
        ...

    @property
    def dimensions(self) -> Sequence[DimensionText]:
        """The dimensions in the paper's order, with every check."""
        ...

    @property
    def conditions(self) -> Sequence[CheckText]:
        """Checks outside every dimension: what is asked of a record before or beside its scores."""
        ...

    @property
    def metrics(self) -> Sequence[Metric]:
        """The leaderboard's columns in display order."""
        ...

    @property
    def ranking(self) -> Sequence[MetricKey]:
        """The metrics that decide the rank, in order; absent sorts last, equal on all shares a rank."""
        ...

    def read_dataset(self, files: Mapping[str, bytes]) -> Dataset:
        """Parse the files of a release, keyed by path inside the folder.

        Raises:
            DatasetError: With every fault found; nothing is returned half read.
        """
        ...

    def task_ids(self, dataset: Dataset) -> Sequence[TaskId]:
        """Every task of the set, in its order."""
        ...

    def read_records(self, lines: Iterable[bytes]) -> Iterator[Reading[Record]]:
        """Read a bundle line by line; never raises for bad input and never drops a line."""
        ...

    def evaluate(self, dataset: Dataset, task_id: TaskId, record: Record | None) -> TaskResult:
        """Score one answer; None is a task nobody answered. Total: never raises for a bad plan."""
        ...

    def usage(self, dataset: Dataset, task_id: TaskId, record: Record | None) -> Usage:
        """What a record says was used on its task; no part of any score but efficiency's."""
        ...

    def aggregate(self, dataset: Dataset, results: Iterable[TaskResult]) -> Scores:
        """Sum one run up; ``results`` holds exactly one result per task, in task order."""
        ...
