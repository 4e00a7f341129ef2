"""Every statistic of the site a second time, from its definition: with SciPy and NumPy, nothing of ours."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from itertools import combinations, groupby
from typing import Any

import numpy as np
from scipy import stats

SATISFACTION = ("d0_keyword", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget")
TRUTHFULNESS = ("d0_source",)
EXECUTABILITY = ("b2_opening_hours", "b3_spatiotemporal")
EFFICIENCY = "d5_retry"
ALPHA, POWER = 0.05, 0.8

Task = Mapping[str, Any]


class Run:
    """One entry from the tasks that the API lists of it, as arrays over tasks; NaN where something is not."""

    def __init__(self, tasks: Sequence[Task]):
        self.tasks = sorted(tasks, key=lambda task: task["query_index"])
        self.keys = [verdict["key"] for verdict in tasks[0]["verdicts"]]
        self.labels = {verdict["key"]: verdict["label"] for verdict in tasks[0]["verdicts"]}
        self.feasible = np.array([task["kind"] == "feasible" for task in self.tasks])
        columns = [[verdict["value"] for verdict in task["verdicts"]] for task in self.tasks]
        self.scores = dict(zip(self.keys, np.array(columns, dtype=float).T, strict=True))
        judged = np.array([self.scores[key] for key in self.judged])
        open_gates = np.array([not task["gates"] for task in self.tasks])
        self.perfect = np.all(np.isnan(judged) | (judged >= 1), axis=0) & open_gates

    @property
    def judged(self) -> list[str]:
        return [key for key in self.keys if key != EFFICIENCY]

    def used(self, key: str) -> np.ndarray:
        return np.array([task["used"][key] for task in self.tasks], dtype=float)

    def fails(self, key: str) -> np.ndarray:
        return self.scores[key] < 1

    def applies(self, key: str) -> np.ndarray:
        return ~np.isnan(self.scores[key])

    def category(self, members: Sequence[str]) -> np.ndarray:
        """Per task 1 where every applicable member is full, 0 where one is not, NaN where none applies."""
        block = np.array([self.scores[key] for key in members])
        passed = np.all(np.isnan(block) | (block >= 1), axis=0).astype(float)
        return np.where(np.all(np.isnan(block), axis=0), np.nan, passed)

    def board(self) -> dict[str, float | None]:
        """The eleven columns of the board."""
        tokens = self.used("total_tokens")
        four = [self.category(members) for members in (SATISFACTION, TRUTHFULNESS, EXECUTABILITY)]
        means = [np.nanmean(one) for one in four] + [self.scores["d4_impossible"][~self.feasible].mean()]
        floored = np.maximum(means, 1e-9)
        stated = tokens[tokens > 0]
        return {
            "tp_feasible": self.perfect[self.feasible].mean(),
            "tp_infeasible": self.perfect[~self.feasible].mean(),
            **dict(
                zip(("satisfaction", "truthfulness", "executability", "infeasibility"), means, strict=True)
            ),
            "overall": stats.gmean(floored),
            "overall_arithmetic": np.mean(means),
            "overall_harmonic": stats.hmean(floored),
            "efficiency": np.nanmean(self.scores[EFFICIENCY]),
            "tokens_per_task": stated.mean() if stated.size else None,
        }

    def intervals(self) -> dict[str, tuple[float, float]]:
        """Normal for TP-feas, percentiles of 1,000 draws of tasks for the others that have one."""
        share, count = self.perfect[self.feasible].mean(), self.feasible.sum()
        half = 1.96 * np.sqrt(share * (1 - share) / count)
        places = draws(len(self.tasks), 1000)
        four = [self.category(members)[places] for members in (SATISFACTION, TRUTHFULNESS, EXECUTABILITY)]
        told = np.where(self.feasible, np.nan, self.scores["d4_impossible"] == 1)[places]
        means = [np.nanmean(one, axis=1) for one in (*four, told)]
        efficiency = np.nanmean(self.scores[EFFICIENCY][places], axis=1)
        overall = stats.gmean(np.maximum(means, 1e-9), axis=0)
        names = ("satisfaction", "truthfulness", "executability", "overall", "efficiency")
        return {
            "tp_feasible": (max(0.0, share - half), min(1.0, share + half)),
            **dict(zip(names, map(percentiles, (*means[:3], overall, efficiency)), strict=True)),
        }


@cache
def draws(size: int, number: int) -> np.ndarray:
    """Samples of tasks with replacement, one a row."""
    generator = random.Random(42)
    return np.array([[generator.randrange(size) for _ in range(size)] for _ in range(number)])


def percentiles(values: np.ndarray) -> tuple[float, float]:
    ordered = np.sort(values)
    last = len(ordered) - 1
    return float(ordered[int(0.025 * last)]), float(ordered[int(0.975 * last)])


def shown(number: float | None, digits: int = 0) -> str:
    """A number with so many decimals, halves away from zero, narrow blanks between thousands."""
    if number is None:
        return "–"
    # What a computation gives differs in its last digits; no figure hangs on them.
    exact = Decimal(repr(round(float(number), 12))).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{exact:,}".replace(",", "\u202f") if not digits else str(exact)


def percent(share: float | None, digits: int = 1) -> str:
    return "–" if share is None else shown(100 * round(float(share), 13), digits)


def wilson(passed: int, count: int) -> tuple[float, float]:
    interval = stats.binomtest(int(passed), int(count)).proportion_ci(method="wilson")
    return interval.low, interval.high


def mcnemar(wins: int, losses: int) -> float:
    return stats.binomtest(int(wins), int(wins + losses)).pvalue if wins + losses else 1.0


def ranks(rows: Sequence[Sequence[float]]) -> list[int]:
    """Competition ranks, higher first, the first figure deciding first; equal within a trillionth."""
    keys = [tuple(round(float(value), 11) for value in row) for row in rows]
    return [1 + sum(other > key for other in keys) for key in keys]


class Standings:
    """Who is told apart: all pairs by McNemar's exact test, together by Holm's procedure."""

    def __init__(self, passes: Sequence[np.ndarray]):
        self.size, self.tasks = len(passes), len(passes[0])
        self.counts = [int(one.sum()) for one in passes]
        self.discordant, p_values = {}, {}
        for one, other in combinations(range(self.size), 2):
            wins, losses = (passes[one] & ~passes[other]).sum(), (passes[other] & ~passes[one]).sum()
            self.discordant[one, other] = int(wins + losses)
            p_values[one, other] = mcnemar(wins, losses)
        self.pairs, self.apart = len(p_values), set()
        for place, (pair, p_value) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
            if p_value > ALPHA / (self.pairs - place):
                break
            self.apart.add(pair)

    def _is_apart(self, one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in self.apart

    def ranges(self) -> list[tuple[int, int]]:
        others = range(self.size)
        return [
            (
                1
                + sum(
                    self._is_apart(one, other) and self.counts[other] > self.counts[one] for other in others
                ),
                self.size
                - sum(
                    self._is_apart(one, other) and self.counts[other] < self.counts[one] for other in others
                ),
            )
            for one in others
        ]

    def groups(self) -> list[int]:
        """The number of each entry's group; levels of equal counts stay together."""
        order = sorted(range(self.size), key=lambda place: -self.counts[place])
        found, number, first = [0] * self.size, 0, []
        for _, same in groupby(order, key=lambda place: self.counts[place]):
            level = list(same)
            if not first or any(self._is_apart(one, other) for one in first for other in level):
                number, first = number + 1, level
            for place in level:
                found[place] = number
        return found

    @property
    def usual(self) -> int:
        """On how many tasks the middle pair differs, the upper of two."""
        return sorted(self.discordant.values())[self.pairs // 2]

    def observed(self, alpha: float) -> int | None:
        """The smallest difference that a threshold lets through when it is seen."""
        for difference in range(1, self.tasks + 1):
            number = max(difference, self.usual + (self.usual - difference) % 2)
            number = number if number <= self.tasks else number - 2
            if mcnemar((number + difference) // 2, (number - difference) // 2) <= alpha:
                return difference
        return None

    def planned(self, alpha: float) -> int | None:
        """The smallest true difference that is told apart four times out of five."""
        numbers = np.arange(self.tasks + 1)
        limits = [
            max((c for c in range(n // 2 + 1) if mcnemar(n - c, c) <= alpha), default=-1) for n in numbers
        ]
        weights = stats.binom.pmf(numbers, self.tasks, self.usual / self.tasks)
        for difference in range(1, self.usual + 1):
            lost = (self.usual - difference) / (2 * self.usual)
            if weights @ stats.binom.cdf(limits, numbers, lost) >= POWER:
                return difference
        return None


def dominance(
    passes: Sequence[np.ndarray], costs: Sequence[np.ndarray]
) -> tuple[np.ndarray, np.ndarray, list[bool]]:
    """Shares of 1,000 draws in which each dominates each, and in which none does; the front as it is.

    Args:
        passes: Per entry and task whether it is a feasible one that was solved.
        costs: Of each task.
    """
    places = draws(len(passes[0]), 1000)
    quality = np.array([one[places].sum(axis=1) for one in passes])
    cost = np.array([np.round(one[places].sum(axis=1), 9) for one in costs])
    beats = _beats(quality, cost)
    now = _beats(
        np.array([[one.sum()] for one in passes]), np.array([[np.round(one.sum(), 9)] for one in costs])
    )
    return beats.mean(axis=2), (~beats.any(axis=0)).mean(axis=1), list(~now.any(axis=0)[:, 0])


def _beats(quality: np.ndarray, cost: np.ndarray) -> np.ndarray:
    """Entry × entry × draw: at least as good, no dearer, and better in one."""
    good, cheap = quality[:, None] - quality[None], cost[None] - cost[:, None]
    return (good >= 0) & (cheap >= 0) & ((good > 0) | (cheap > 0))


def flipped(differences: np.ndarray) -> float:
    """The p-value of the sign-flip test for the sum of many differences, from 20,000 flips."""
    moved = [round(float(one) * 10**12) for one in differences if one]
    total = sum(moved)
    assert len(moved) > 12, "a scene with as few differences has all flips counted"
    generator, reached = random.Random(42), 0
    for _ in range(20_000):
        signs = generator.getrandbits(len(moved))
        turned = sum(value for place, value in enumerate(moved) if signs >> place & 1)
        reached += abs(total - 2 * turned) >= abs(total)
    return (1 + reached) / 20_001


def mean_interval(differences: np.ndarray) -> tuple[float, float]:
    """Percentile bootstrap of the mean, 2,000 draws."""
    return percentiles(differences[draws(len(differences), 2000)].mean(axis=1))
