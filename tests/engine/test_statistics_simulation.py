"""Boards on which it is known who is better: nobody is called so wrongly too often, and the better one is.

200 boards here; the figures in docs/statistics.md are over 1,000, by ``make bench ARGS=standings``.
"""

from __future__ import annotations

import random

import pytest

from scoring.engine.statistics import ALPHA, family, standings
from tests.agents import better_and_worse, chances, equal_board, planes, run

TASKS = 533
ALL = (1 << TASKS) - 1
BOARDS = 200


def test_runs_have_the_chances_they_are_made_with():
    generator = random.Random(1)
    of_tasks = [0, 1, 64, 128, 200, 255]
    runs = [run(generator, planes(of_tasks), len(of_tasks)) for _ in range(20_000)]
    shares = [sum(passed >> task & 1 for passed in runs) / len(runs) for task in range(len(of_tasks))]
    # Five standard errors of 20,000 draws are at most 0.0177.
    assert shares == pytest.approx([chance / 256 for chance in of_tasks], abs=0.0177)
    assert len(set(chances(generator, TASKS, 0.25))) > 50


@pytest.mark.parametrize("mean", [0.1, 0.5])
def test_of_equal_agents_someone_is_called_better_on_at_most_one_board_in_twenty(mean):
    generator = random.Random(20)
    wrong = sum(
        family(equal_board(generator, agents=50, tasks=TASKS, mean=mean), ALL).told_apart > 0
        for _ in range(BOARDS)
    )
    assert wrong <= ALPHA * BOARDS


def test_two_agents_ten_points_apart_are_told_apart_on_most_boards():
    generator = random.Random(21)
    ranges = []
    for _ in range(BOARDS):
        better, worse = standings(better_and_worse(generator, tasks=TASKS, mean=0.3, apart=0.1), ALL)
        ranges.append((better.best, better.worst, worse.best, worse.worst))
    assert ranges.count((1, 1, 2, 2)) > 0.8 * BOARDS
    assert ranges.count((2, 2, 1, 1)) == 0


def test_a_better_agent_is_found_among_fifty():
    generator = random.Random(22)
    found = 0
    for _ in range(20):
        board = [
            *equal_board(generator, agents=49, tasks=TASKS, mean=0.3),
            *equal_board(generator, agents=1, tasks=TASKS, mean=0.5),
        ]
        last = standings(board, ALL)[-1]
        found += (last.best, last.worst) == (1, 1)
    assert found > 10
