"""A whole run: every task of the set, in its order, and the digest of what came out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from scoring.engine.canonical import canonical_json
from scoring.engine.model import CheckOutcome, Json, Scores, TaskId, TaskResult
from scoring.engine.track import Track

Dataset = TypeVar("Dataset")
Record = TypeVar("Record")


def evaluate_all(
    track: Track[Dataset, Record], dataset: Dataset, records: Mapping[TaskId, Record]
) -> Iterator[TaskResult]:
    """One result per task, in task order; a task without a record is scored as unanswered."""
    for task_id in track.task_ids(dataset):
        yield track.evaluate(dataset, task_id, records.get(task_id))


def outcome_json(outcome: CheckOutcome) -> dict[str, Json]:
    """An outcome as it is written."""
    return {
        "code": outcome.code, "verdict": outcome.verdict.value, "path": outcome.path, "facts": outcome.facts,
    }  # fmt: skip


def result_json(result: TaskResult) -> dict[str, Json]:
    """A result as it is written, outcomes included."""
    return {
        "query_index": result.task_id,
        "scores": {str(key): score for key, score in result.scores.items()},
        "gates": list(result.gates),
        "perfect": result.is_perfect,
        "run": dict(result.run),
        "outcomes": [outcome_json(outcome) for outcome in result.outcomes],
    }


def results_digest(results: Iterable[TaskResult]) -> str:
    """SHA-256 over the canonical JSON of the results, one line each, in task order.

    Streamed, so that a run need not be held in memory twice.
    """
    total = hashlib.sha256()
    for result in results:
        total.update(canonical_json(result_json(result)))
        total.update(b"\n")
    return total.hexdigest()


def scores_json(scores: Scores) -> dict[str, Json]:
    """Aggregates as they are written: exact sums as text, so that nothing is lost."""
    return {
        key: {
            "total": str(measure.total),
            "count": measure.count,
            "mean": measure.mean,
            "interval": None
            if measure.interval is None
            else {
                "low": measure.interval.low,
                "high": measure.interval.high,
                "method": measure.interval.method,
            },
        }
        for key, measure in scores.measures.items()
    }
