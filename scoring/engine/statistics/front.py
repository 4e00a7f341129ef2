"""How certain a Pareto front of quality and cost is: a paired bootstrap over tasks.

All entries are drawn the same tasks, so that a task that is hard or dear for everybody moves all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.engine.intervals import resamples
from scoring.engine.statistics.difference import SEED, in_steps

FRONT_DRAWS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Front:
    """What the draws say about who dominates whom. One row per entry, in the given order.

    Attributes:
        dominates: Per entry and other entry the share of draws in which it passes at least as many tasks at
            no higher cost, and is better in one; 0..1. None where the cost of one of them is unknown.
        on_front: Per entry the share of draws in which no other whose cost is known dominates it; None where
            its own cost is unknown.
        draws: How many draws there were.
    """

    dominates: Sequence[Sequence[float | None]]
    on_front: Sequence[float | None]
    draws: int


def front(
    passes: Sequence[int],
    costs: Sequence[Sequence[float | None]],
    mask: int,
    *,
    draws: int = FRONT_DRAWS,
) -> Front:
    """Draw the tasks of the board again and again, and count who dominates whom.

    Args:
        passes: Per entry the tasks it passed.
        costs: Per entry its cost of each task, indexed as the bits are; in any unit, finite, at least 0. An
            entry with None at a task of the mask has no known cost and is left undecided: a part of a sum is
            no sum.
        mask: The tasks of the board.
        draws: At least 1.

    Raises:
        ValueError: A cost is negative.
    """
    tasks = [task for task in range(mask.bit_length()) if mask >> task & 1]
    columns: dict[int, Sequence[tuple[int, int]]] = {}
    for place, row in enumerate(passes):
        if spent := _spent(costs[place], tasks):
            columns[place] = [(1 - (row >> task & 1), cost) for task, cost in zip(tasks, spent, strict=True)]
    known = list(columns)
    wins, undominated = _count(_points(list(columns.values()), len(tasks), draws), len(known))
    dominates: list[list[float | None]] = [[None] * len(passes) for _ in passes]
    on_front: list[float | None] = [None] * len(passes)
    for row, place in enumerate(known):
        on_front[place] = undominated[row] / draws
        for column, other in enumerate(known):
            dominates[place][other] = wins[row][column] / draws
    return Front(dominates=dominates, on_front=on_front, draws=draws)


def _spent(costs: Sequence[float | None], tasks: Sequence[int]) -> Sequence[int]:
    """The cost of each task in whole steps; empty if one is unknown."""
    found = [in_steps(cost) for task in tasks if (cost := costs[task]) is not None]
    if any(cost < 0 for cost in found):
        raise ValueError("a cost is at least 0")
    return found if len(found) == len(tasks) else []


def _points(
    columns: Sequence[Sequence[tuple[int, int]]], size: int, draws: int
) -> Iterator[Sequence[tuple[int, int]]]:
    """Per draw the number of failed tasks and the cost of each entry: less is better in both.

    All figures of a task stand side by side in one integer, with room for any sum, so that one addition adds
    them for all entries.
    """
    width = (
        max((cost for column in columns for _, cost in column), default=0).bit_length() + size.bit_length()
    )
    field = (1 << width) - 1
    packed = [0] * size
    for place, column in enumerate(columns):
        for task, (failed, cost) in enumerate(column):
            packed[task] |= (failed | cost << width) << 2 * width * place
    for positions in resamples(size=size, draws=draws, seed=SEED):
        total = sum(map(packed.__getitem__, positions))
        figures = [total >> width * place & field for place in range(2 * len(columns))]
        yield list(zip(figures[::2], figures[1::2], strict=True))


def _count(
    points: Iterable[Sequence[tuple[int, int]]], entries: int
) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
    """How often each entry dominates each other, and how often it is dominated by none."""
    wins = [[0] * entries for _ in range(entries)]
    undominated = [0] * entries
    for drawn in points:
        ordered = sorted(range(entries), key=drawn.__getitem__)
        for place, entry in enumerate(ordered):
            point = drawn[entry]
            is_dominated = False
            # Who comes earlier failed no more tasks; equal points do not dominate each other.
            for other in ordered[:place]:
                if drawn[other][1] <= point[1] and drawn[other] != point:
                    wins[other][entry] += 1
                    is_dominated = True
            undominated[entry] += not is_dominated
    return wins, undominated
