"""The front's bootstrap against a naive one, and unknown costs."""

from __future__ import annotations

import random

import pytest

from scoring.engine.statistics import Front, front


def naive(passes, costs, tasks, draws):
    generator = random.Random(42)
    entries = range(len(passes))
    wins = [[0] * len(passes) for _ in entries]
    on_front = [0] * len(passes)
    for _ in range(draws):
        drawn = [tasks[generator.randrange(len(tasks))] for _ in tasks]
        points = [
            (sum(row >> task & 1 for task in drawn), sum(cost[task] for task in drawn))
            for row, cost in zip(passes, costs, strict=True)
        ]
        for a in entries:
            for b in entries:
                better = points[a][0] > points[b][0] or points[a][1] < points[b][1]
                wins[a][b] += better and points[a][0] >= points[b][0] and points[a][1] <= points[b][1]
        for b in entries:
            better_ones = [
                a
                for a in entries
                if points[a] != points[b] and points[a][0] >= points[b][0] and points[a][1] <= points[b][1]
            ]
            on_front[b] += not better_ones
    return Front(
        dominates=[[won / draws for won in row] for row in wins],
        on_front=[count / draws for count in on_front],
        draws=draws,
    )


def test_it_is_the_naive_bootstrap():
    generator = random.Random(2)
    tasks = [0, 1, 3, 4, 6, 7, 9, 12, 15, 20]
    passes = [generator.getrandbits(21) for _ in range(7)]
    # Few values, so that sums tie.
    costs = [[generator.choice([0, 1, 2]) for _ in range(21)] for _ in passes]
    passes.append(passes[0])
    costs.append(list(costs[0]))
    found = front(passes, costs, sum(1 << task for task in tasks), draws=200)
    assert found == naive(passes, costs, tasks, 200)
    assert found.dominates[0][7] == found.dominates[7][0] == 0.0
    assert found.on_front[0] == found.on_front[7]
    assert any(0 < share < 1 for row in found.dominates for share in row)


def test_better_everywhere_is_certain_and_a_trade_leaves_both_on_the_front():
    mask = (1 << 50) - 1
    found = front([mask, 0, mask], [[1.0] * 50, [2.0] * 50, [0.5] * 50], mask, draws=50)
    assert found.dominates == [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
    assert found.on_front == [0.0, 0.0, 1.0]
    assert front([mask, 0], [[2.0] * 50, [1.0] * 50], mask, draws=50).on_front == [1.0, 1.0]


def test_costs_that_are_sums_of_tenths_tie():
    # 0.1 + 0.2 is not 0.3 in doubles; in one of the orders the first would be dearer.
    found = front([3, 3], [[0.1 + 0.2, 0.3], [0.3, 0.1 + 0.2]], 3, draws=20)
    assert found.dominates == [[0.0, 0.0], [0.0, 0.0]]


def test_an_unknown_cost_leaves_a_pair_undecided_and_is_never_nothing():
    found = front([3, 1, 1], [[9.0, None], [1.0, 1.0], [1.0, 2.0]], 3, draws=20)
    assert [row[0] for row in found.dominates] == [None] * 3
    assert found.dominates[0] == [None] * 3
    assert found.on_front[0] is None
    assert found.dominates[1][2] is not None
    assert found.on_front[1] == 1.0


def test_a_cost_that_is_unknown_outside_the_board_does_not_matter():
    inside = front([3, 1], [[1.0, 2.0, None], [1.0, 1.0, None]], 3, draws=20)
    assert inside == front([3, 1], [[1.0, 2.0], [1.0, 1.0]], 3, draws=20)


def test_one_task_no_task_and_no_entry():
    assert front([1, 0], [[1.0], [1.0]], 1, draws=5).dominates == [[0.0, 1.0], [0.0, 0.0]]
    assert front([1, 0], [[1.0], [1.0]], 0, draws=5) == Front(
        dominates=[[None, None], [None, None]], on_front=[None, None], draws=5
    )
    assert front([], [], 1, draws=5) == Front(dominates=[], on_front=[], draws=5)


def test_a_negative_cost_is_refused():
    with pytest.raises(ValueError, match="at least 0"):
        front([1], [[-1.0]], 1)
