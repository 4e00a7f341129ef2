"""Several runs of one agent: how far its score moves, and how steadily it passes the same tasks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import and_, or_


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """One figure over several runs.

    Attributes:
        runs: How many, at least 1.
        mean: Of the runs.
        deviation: Sample standard deviation (over runs − 1); None of one run.
        least: The smallest.
        most: The largest.
    """

    runs: int
    mean: float
    deviation: float | None
    least: float
    most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """How the runs of one agent agree on tasks.

    Attributes:
        runs: How many, at least 1.
        tasks: How many tasks, at least 1.
        in_all: Share of tasks passed in every run (pass^k).
        in_any: Share of tasks passed in at least one (pass@k).
        agreement: Chance that two different runs agree on a task, both passed or both failed, over all pairs
            of runs and all tasks; None of one run.
    """

    runs: int
    tasks: int
    in_all: float
    in_any: float
    agreement: float | None


def spread(values: Sequence[float]) -> Spread | None:
    """Mean, standard deviation, smallest and largest of one figure per run, exact up to one rounding each."""
    if not values:
        return None
    exact = [Fraction(value) for value in values]
    mean = sum(exact, Fraction()) / len(exact)
    squares = sum(((value - mean) ** 2 for value in exact), Fraction())
    return Spread(
        runs=len(values),
        mean=float(mean),
        deviation=math.sqrt(squares / (len(exact) - 1)) if len(exact) > 1 else None,
        least=min(values),
        most=max(values),
    )


def steadiness(runs: Sequence[int], mask: int) -> Steadiness | None:
    """How runs agree on the tasks of the mask; None without a run or a task.

    Args:
        runs: Per run the tasks it passed.
        mask: The tasks of the board.
    """
    tasks = mask.bit_count()
    if not runs or not tasks:
        return None
    number = len(runs)
    apart = sum(((one ^ other) & mask).bit_count() for one, other in combinations(runs, 2))
    pairs = number * (number - 1) // 2
    return Steadiness(
        runs=number,
        tasks=tasks,
        in_all=(reduce(and_, runs) & mask).bit_count() / tasks,
        in_any=(reduce(or_, runs) & mask).bit_count() / tasks,
        agreement=(pairs * tasks - apart) / (pairs * tasks) if pairs else None,
    )
