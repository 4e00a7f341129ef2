"""What a whole run must get, from the figures of its tasks: exact sums, divided once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from kb_browser.probes.model import (
    BUDGET,
    DIMENSIONS,
    EFFICIENCY,
    FEASIBILITY,
    HOURS,
    KEYWORD,
    MOVES,
    MULTI,
    PREFERENCES,
    SINGLE,
    SOURCE,
    Case,
)

_CATEGORIES: Final = {
    "cat_satisfaction": (KEYWORD, PREFERENCES, SINGLE, MULTI, BUDGET),
    "cat_truthfulness": (SOURCE,),
    "cat_reasoning": (HOURS, MOVES),
}


def summary_of(cases: Sequence[Case], impossible: Sequence[bool]) -> Mapping[str, float | int | None]:
    """The aggregates that follow from the tasks by counting alone, under their official keys.

    Args:
        cases: In task order.
        impossible: Which tasks are infeasible.
    """
    infeasible = [case for case, is_impossible in zip(cases, impossible, strict=True) if is_impossible]
    feasible = [case for case, is_impossible in zip(cases, impossible, strict=True) if not is_impossible]
    return {
        **{key: mean(case.scores[key] for case in cases) for key in DIMENSIONS},
        **{key: mean(_passes(case, members) for case in cases) for key, members in _CATEGORIES.items()},
        "cat_infeasibility": mean(case.scores[FEASIBILITY] for case in infeasible or cases),
        "cat_efficiency": mean(case.scores[EFFICIENCY] for case in cases),
        "task_perfect_feasible": mean(float(case.is_perfect) for case in feasible),
        "task_perfect_infeasible": mean(float(case.is_perfect) for case in infeasible),
        "task_perfect_rate": mean(float(case.is_perfect) for case in cases),
        "n_tasks": len(cases),
        "n_error": sum(case.is_unscorable for case in cases),
    }


def mean(figures: Iterable[float | None]) -> float | None:
    """Of those that apply; None when none does."""
    present = [Fraction(figure) for figure in figures if figure is not None]
    return float(sum(present, Fraction()) / len(present)) if present else None


def _passes(case: Case, members: Sequence[str]) -> float | None:
    present = [score for key in members if (score := case.scores[key]) is not None]
    return float(min(present) >= 1) if present else None
