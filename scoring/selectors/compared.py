"""The figures of a comparison: passes task by task, paired tests, what was used. Pure, over sheets."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.comparison_filters import FEASIBLE, INFEASIBLE, WHOLE, ComparisonFilters
from scoring.engine.display import ABSENT, count, counted, decimal, percent, signed
from scoring.engine.model import DimensionKey
from scoring.engine.sheets import Sheet
from scoring.engine.statistics import ALPHA, mcnemar_exact, paired_difference
from scoring.engine.track import DimensionText
from scoring.pages.comparison import ComparedLine, SpentLine

Used = Mapping[str, Sequence[float | None]]

SPENT: Final = (
    ("total_tokens", "Tokens for each task"),
    ("calls", "Tool calls for each task"),
    ("elapsed_s", "Seconds for each task"),
)
LEAST_P: Final = 1e-6
TESTS_KEPT: Final = 96
"""Of so many quantities of two runs the tests are kept: that is a second's work for each pair of runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two runs over the same tasks.

    Attributes:
        indexes: `query_index` by position.
        feasible: The tasks that can be fulfilled.
        a_used, b_used: What each used, by key of `USAGE_KEYS`; None for the reference plans.
    """

    indexes: Sequence[int]
    feasible: int
    a: Sheet
    b: Sheet
    a_used: Used
    b_used: Used | None

    def judged(self, key: str) -> tuple[int, int, int]:
        """The tasks that are judged for both, and those of them that each passes."""
        if key in WHOLE:
            kinds = {FEASIBLE: self.feasible, INFEASIBLE: self.a.every & ~self.feasible}
            among = kinds.get(key, self.a.every)
            return among, self.a.perfect & among, self.b.perfect & among
        dimension = DimensionKey(key)
        applies = self.a.applies.get(dimension, 0) & self.b.applies.get(dimension, 0)
        return (
            applies,
            self.a.passes.get(dimension, 0) & applies,
            self.b.passes.get(dimension, 0) & applies,
        )


def said_of(pair: Pair, a_name: str, b_name: str) -> Sequence[str]:
    """What the exact paired test on the feasible tasks says, in sentences."""
    # Isolated, so that a name written from right to left turns nothing round.
    a_name, b_name = f"\u2068{a_name}\u2069", f"\u2068{b_name}\u2069"
    wins = (pair.a.perfect & ~pair.b.perfect & pair.feasible).bit_count()
    losses = (pair.b.perfect & ~pair.a.perfect & pair.feasible).bit_count()
    tasks = pair.feasible.bit_count()
    found = (
        f"Of {counted(tasks, 'feasible task')} “{a_name}” solves {wins} that “{b_name}” does not, "
        f"and “{b_name}” {losses} that “{a_name}” does not."
    )
    if not wins + losses:
        return found, "No task tells them apart."
    p_value = mcnemar_exact(wins, losses)
    chance = (
        f"If both were equally good, tasks would split as unevenly as this or more so with probability "
        f"{p_text(p_value)} (exact McNemar test of this pair alone)."
    )
    if p_value > ALPHA:
        return found, chance, "There is no evidence that one is better than the other."
    better, other = (a_name, b_name) if wins > losses else (b_name, a_name)
    told = f"“{better}” solves more of these tasks than “{other}”, beyond what chance explains."
    return found, chance, told


def lines_of(
    pair: Pair, texts: Sequence[DimensionText], filters: ComparisonFilters
) -> Sequence[ComparedLine]:
    """Perfect on feasible and on infeasible tasks, then every dimension."""
    lines = [_line(pair, key, WHOLE[key], filters) for key in (FEASIBLE, INFEASIBLE)]
    return lines + [_line(pair, str(text.key), text.label, filters) for text in texts]


def _line(pair: Pair, key: str, label: str, filters: ComparisonFilters) -> ComparedLine:
    applies, a, b = pair.judged(key)
    tasks, only_a, only_b = applies.bit_count(), (a & ~b).bit_count(), (b & ~a).bit_count()
    p_value = mcnemar_exact(only_a, only_b)
    shares = [(one.bit_count() / tasks if tasks else None) for one in (a, b)]
    return ComparedLine(
        key=key,
        label=label,
        tasks=tasks,
        a_passes=a.bit_count(),
        b_passes=b.bit_count(),
        only_a=only_a,
        only_b=only_b,
        a_text=percent(shares[0]),
        b_text=percent(shares[1]),
        difference_text=_points(only_a - only_b, tasks),
        p_value=p_value,
        p_text=p_text(p_value),
        is_told=p_value <= ALPHA,
        leader=_leader(only_a, only_b),
        only_a_query=filters.query(on=key, split="only_a", page=1),
        only_b_query=filters.query(on=key, split="only_b", page=1),
    )


def _leader(only_a: int, only_b: int) -> str:
    if only_a == only_b:
        return ""
    return "a" if only_a > only_b else "b"


def _points(difference: int, tasks: int) -> str:
    return signed(100 * difference / tasks, lambda points: decimal(points, 1)) if tasks else ABSENT


def p_text(p_value: float) -> str:
    """A p-value with two significant digits, very small ones by their bound."""
    if p_value < LEAST_P:
        return "< 0.000001"
    return f"{p_value:.2g}" if p_value < 1 else "1"


def spent_of(pair: Pair) -> Sequence[SpentLine]:
    """What both say they used, over the tasks where both do; nothing beside the reference plans."""
    if pair.b_used is None:
        return ()
    lines = [_spent(key, label, tuple(pair.a_used[key]), tuple(pair.b_used[key])) for key, label in SPENT]
    return [line for line in lines if line is not None]


@lru_cache(maxsize=TESTS_KEPT)
def _spent(
    key: str, label: str, a: tuple[float | None, ...], b: tuple[float | None, ...]
) -> SpentLine | None:
    # It follows from its arguments alone, so that what is kept is never out of date.
    both = [(one, other) for one, other in zip(a, b, strict=True) if one is not None and other is not None]
    found = paired_difference([one for one, _ in both], [other for _, other in both]) if both else None
    if found is None:
        return None
    shown: Callable[[float], str] = decimal if key == "calls" else count
    return SpentLine(
        key=key,
        label=label,
        tasks=found.tasks,
        a_text=shown(sum(one for one, _ in both) / len(both)),
        b_text=shown(sum(other for _, other in both) / len(both)),
        difference_text=signed(found.mean, shown),
        interval_text=f"{signed(found.interval.low, shown)} to {signed(found.interval.high, shown)}",
        p_text=p_text(found.p_value),
        is_told=found.p_value <= ALPHA,
    )
