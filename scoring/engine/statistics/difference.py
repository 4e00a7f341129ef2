"""Two entries on the same tasks by scores that are numbers: sign-flip test and bootstrap of the mean.

Source: Good (2005), Permutation, Parametric and Bootstrap Tests of Hypotheses, for the test; Phipson and
Smyth (2010), Statistical Applications in Genetics and Molecular Biology 9, article 39, for the p-value of a
sample of flips. The interval is the release's paired bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.intervals import flips, percentile_interval, resamples
from scoring.engine.model import Interval

SEED = 42
DRAWS = 2000
FLIPS = 20_000
# 2^12 = 4,096 ways to flip: all of them cost less than a sample.
MOST_FLIPPED_EXACTLY = 12

# Numbers count in steps of 1e-12: sums are exact, and 1 − 2/3 is as much as 1/3.
_STEPS = 10**12
_BYTE = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """The mean difference first − second of a score over the tasks that it applies to for both.

    Attributes:
        tasks: How many tasks these are, at least 1.
        mean: Of the differences.
        interval: Percentile bootstrap over tasks, 95 %, ``DRAWS`` draws.
        p_value: Two-sided, of the sign-flip test.
        is_exact: Whether all flips were counted, or a sample of ``FLIPS``.
    """

    tasks: int
    mean: float
    interval: Interval
    p_value: float
    is_exact: bool


def paired_difference(
    first: Sequence[float | None], second: Sequence[float | None], *, draws: int = DRAWS
) -> Difference | None:
    """Compare two entries by a score; None when it applies to no task for both.

    Args:
        first: One finite score per task, None where it does not apply.
        second: As many, of the same tasks in the same order.
        draws: Of the bootstrap.

    Raises:
        ValueError: They differ in length.
    """
    differences = [
        in_steps(one - other)
        for one, other in zip(first, second, strict=True)
        if one is not None and other is not None
    ]
    if not differences:
        return None
    interval = _interval(differences, draws)
    moved = [difference for difference in differences if difference]
    is_exact = len(moved) <= MOST_FLIPPED_EXACTLY
    return Difference(
        tasks=len(differences),
        mean=_mean(sum(differences), len(differences)),
        interval=interval,
        p_value=_exact_p_value(moved) if is_exact else _sampled_p_value(moved),
        is_exact=is_exact,
    )


def in_steps(value: float) -> int:
    """The value as a whole number of steps of 1e-12, so that sums are exact and equal means equal."""
    return round(value * _STEPS)


def _mean(total: int, count: int) -> float:
    return total / (count * _STEPS)


def _interval(differences: Sequence[int], draws: int) -> Interval:
    size = len(differences)
    interval = percentile_interval(
        [
            _mean(sum(map(differences.__getitem__, positions)), size)
            for positions in resamples(size=size, draws=draws, seed=SEED)
        ]
    )
    if interval is None:
        raise ValueError("an interval needs at least one draw")
    return interval


def _exact_p_value(moved: Sequence[int]) -> float:
    """The share of all ways to flip the signs that give a sum at least as far from 0 as the observed one."""
    observed = abs(sum(moved))
    sums = _subset_sums(moved)
    total = sum(moved)
    return sum(abs(total - 2 * flipped) >= observed for flipped in sums) / len(sums)


def _sampled_p_value(moved: Sequence[int]) -> float:
    """The same from a sample, with the observed signs as one of it: never 0, and not too small on average."""
    total = sum(moved)
    observed = abs(total)
    tables = [_subset_sums(moved[start : start + _BYTE]) for start in range(0, len(moved), _BYTE)]
    reached = 0
    for signs in flips(size=len(moved), draws=FLIPS, seed=SEED):
        flipped = sum(map(list.__getitem__, tables, signs.to_bytes(len(tables), "little")))
        reached += abs(total - 2 * flipped) >= observed
    return (1 + reached) / (1 + FLIPS)


def _subset_sums(values: Sequence[int]) -> list[int]:
    """The sum of each subset, at the position whose bits name its members."""
    sums = [0]
    for value in values:
        sums += [value + other for other in sums]
    return sums
