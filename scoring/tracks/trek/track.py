"""TREK as a ``Track``: one instance per edition of its rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.engine.model import Metric, MetricKey, Reading, Scores, TaskId, TaskResult, Usage
from scoring.engine.track import CheckText, DimensionText
from scoring.tracks.trek import SLUG, verdict
from scoring.tracks.trek import dataset as release
from scoring.tracks.trek import dimensions as editions
from scoring.tracks.trek.aggregate import METRICS, RANKING, aggregate
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.dimensions.base import Dimension
from scoring.tracks.trek.dimensions.d5_retry import minimum_calls
from scoring.tracks.trek.evidence import Evidence, evidence_of
from scoring.tracks.trek.gates import GATES
from scoring.tracks.trek.record import TrekRecord, usage_of
from scoring.tracks.trek.run_file import read_rows


@dataclass(frozen=True, slots=True, kw_only=True)
class TrekTrack:
    """TREK under one edition.

    Attributes:
        evaluator_version: Kept with every result.
        rules: The edition's dimensions in official order.
    """

    evaluator_version: str
    rules: tuple[Dimension, ...]
    slug: str = SLUG
    label: str = "TREK"

    @property
    def dimensions(self) -> Sequence[DimensionText]:
        """The published text of every dimension and check."""
        return tuple(dimension.text for dimension in self.rules)

    @property
    def conditions(self) -> Sequence[CheckText]:
        """Whether there is an answer that can be scored, and the hard gates."""
        return (*verdict.ANSWER_CHECKS, *(gate.text for gate in GATES))

    @property
    def metrics(self) -> Sequence[Metric]:
        """The leaderboard's columns, the paper's order."""
        return METRICS

    @property
    def ranking(self) -> Sequence[MetricKey]:
        """Feasible task-perfect rate first, then the overall mean."""
        return RANKING

    def read_dataset(self, files: Mapping[str, bytes]) -> TrekDataset:
        """See ``Track``."""
        return release.read_dataset(files)

    def task_ids(self, dataset: TrekDataset) -> Sequence[TaskId]:
        """Row positions from 0."""
        return [TaskId(task.query_index) for task in dataset.tasks]

    def read_records(self, lines: Iterable[bytes]) -> Iterator[Reading[TrekRecord]]:
        """The official reading of a run file: lenient, and silent about what it skips."""
        return read_rows(lines)

    def evaluate(self, dataset: TrekDataset, task_id: TaskId, record: TrekRecord | None) -> TaskResult:
        """See ``Track``."""
        return verdict.evaluate(dataset, self.rules, task_id, record)

    def evidence(self, dataset: TrekDataset, task_id: TaskId, record: TrekRecord | None) -> Evidence:
        """What the verdicts about a record rest on; total like ``evaluate``."""
        return evidence_of(dataset, self.rules, task_id, record)

    def usage(self, dataset: TrekDataset, task_id: TaskId, record: TrekRecord | None) -> Usage:
        """See ``Track``; only feasible tasks need calls."""
        task = dataset.tasks[task_id]
        least = None if task.is_impossible else float(minimum_calls(task))
        return replace(Usage() if record is None else usage_of(record), least_calls=least)

    def aggregate(self, dataset: TrekDataset, results: Iterable[TaskResult]) -> Scores:  # noqa: ARG002 - the interface hands it in
        """See ``Track``; every fact that is summed up stands in the results."""
        return aggregate(list(results))


LATEST = TrekTrack(evaluator_version="trek-1.0.0", rules=editions.LATEST)
PAPER = TrekTrack(evaluator_version="trek-1.0.0-paper", rules=editions.PAPER)
