"""Invariant 40: the gold, scored like anybody's submission, is perfect on every task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scoring.engine.errors import DatasetFault
from scoring.engine.model import TaskId, TaskResult
from scoring.engine.run import evaluate_all
from scoring.tracks import TRACKS
from scoring.tracks.trek.dataset import GOLD, TrekDataset
from scoring.tracks.trek.record import TrekRecord

# The gold states no calls. Any count above zero will do: efficiency is no part of a perfect task.
_TOOL_CALLS = 1


GoldLines: TypeAlias = Sequence[tuple[int, Mapping[str, object]]]
"""Gold records with their line from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceiling:
    """How much of the gold is perfect, by kind of task, and where it is not."""

    feasible_perfect: int = 0
    feasible: int = 0
    infeasible_perfect: int = 0
    infeasible: int = 0
    faults: Sequence[DatasetFault] = ()

    @property
    def is_reached(self) -> bool:
        """Whether every task is perfect, of a release that has any."""
        perfect = self.feasible_perfect + self.infeasible_perfect
        return perfect == self.feasible + self.infeasible > 0

    def __str__(self) -> str:
        return (
            f"gold task-perfect: feasible {self.feasible_perfect}/{self.feasible}, "
            f"infeasible {self.infeasible_perfect}/{self.infeasible}"
        )


def score_gold(dataset: TrekDataset, gold: GoldLines) -> Ceiling:
    """Score the gold by the current edition of the rules."""
    results = list(evaluate_all(TRACKS[0], dataset, gold_records(gold)))
    impossible = [task.is_impossible for task in dataset.tasks]
    perfect = [result.is_perfect for result in results]
    pairs = list(zip(impossible, perfect, strict=True))
    return Ceiling(
        feasible_perfect=pairs.count((False, True)),
        feasible=impossible.count(False),
        infeasible_perfect=pairs.count((True, True)),
        infeasible=impossible.count(True),
        faults=[_fault(result) for result in results if not result.is_perfect],
    )


def gold_records(gold: GoldLines) -> Mapping[TaskId, TrekRecord]:
    """Gold lines as a finished run would have submitted them; line i answers task i - 1."""
    return {
        TaskId(line - 1): TrekRecord.from_object(
            {**record, "query_index": line - 1, "submitted": True, "tool_call_count": _TOOL_CALLS}
        )
        for line, record in gold
    }


def _fault(result: TaskResult) -> DatasetFault:
    lost = [f"{key} is {score:g}" for key, score in result.scores.items() if score is not None and score < 1]
    reasons = [*lost, *(f"gate {gate}" for gate in result.gates)]
    return DatasetFault(
        file=GOLD,
        row=result.task_id + 1,
        rule="gold_not_perfect",
        detail=", ".join(reasons) or "not perfect",
    )
