"""What a probe is, and the ten figures that it states for each task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from kb_browser.probes.task import ProbeTask

KEYWORD, SOURCE, PREFERENCES = "d0_keyword", "d0_source", "d1_implicit"
SINGLE, MULTI, BUDGET = "d2_unord_single", "d2_unord_multi", "d3_budget"
FEASIBILITY, EFFICIENCY = "d4_impossible", "d5_retry"
HOURS, MOVES = "b2_opening_hours", "b3_spatiotemporal"

DIMENSIONS: Final = (
    KEYWORD, SOURCE, PREFERENCES, SINGLE, MULTI, BUDGET, FEASIBILITY, EFFICIENCY, HOURS, MOVES,
)  # fmt: skip
"""Official keys, in the official order."""

Row: TypeAlias = Mapping[str, Any]
Scores: TypeAlias = Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One task of a probe: what is submitted for it, and what it must get.

    Attributes:
        rows: Lines of the run file that answer the task, in order; none for a task left out.
        scores: All ten dimensions; None where one must not apply.
        gates: Codes of the hard gates that must fire, in the official order.
        is_unscorable: Whether the record must count as one that cannot be scored.
    """

    rows: Sequence[Row]
    scores: Scores
    gates: tuple[str, ...] = ()
    is_unscorable: bool = False

    @property
    def is_perfect(self) -> bool:
        """Whether everything that applies, efficiency aside, is 1 and no gate fires."""
        judged = [score for key, score in self.scores.items() if key != EFFICIENCY and score is not None]
        return bool(judged) and min(judged) >= 1 and not self.gates

    def but(self, **scores: float | None) -> Case:
        """The same with some figures stated otherwise; one that does not apply stays so."""
        changed = {key: score for key, score in scores.items() if self.scores[key] is not None}
        return replace(self, scores={**self.scores, **changed})


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """A run made from the gold.

    Attributes:
        code: Permanent short name.
        title: What the run does, in a sentence that ends with what it gets.
        case: Makes the case of one task.
    """

    code: str
    title: str
    case: Callable[[ProbeTask], Case]


def gold_case(task: ProbeTask, plan: Mapping[str, Any] | None = None, **members: Any) -> Case:
    """The gold, or another plan of the same worth: 1 everywhere, with as many calls as the task needs.

    Args:
        task: The task.
        plan: In place of the gold's plan.
        members: Members of the record that are set beside.
    """
    row = {**task.gold_row, **({} if plan is None else {"plan": plan}), **members}
    return Case(rows=(row,), scores=_if_applicable(task, 1.0))


def refused_case(task: ProbeTask, *rows: Row) -> Case:
    """A feasible task without an itinerary: 0 in all that applies; an infeasible one without a cause: 0."""
    return Case(rows=rows, scores=_if_applicable(task, 0.0))


def _if_applicable(task: ProbeTask, value: float) -> Scores:
    """The same figure in every dimension that the task has."""
    if not task.is_feasible:
        return {**dict.fromkeys(DIMENSIONS), FEASIBILITY: value}
    absent = {
        PREFERENCES: not task.personas,
        SINGLE: not task.is_single,
        MULTI: task.is_single,
        BUDGET: task.budget <= 0,
    }
    return {key: None if absent.get(key) else value for key in DIMENSIONS}
