"""Made-up agents with a known chance on each task: boards on which it is known who is better."""

from __future__ import annotations

import random
from collections.abc import Sequence

# Chances are whole numbers of 256ths, so that eight random words make one run of an agent.
STEPS = 256
_BITS = 8


def chances(generator: random.Random, tasks: int, mean: float) -> Sequence[int]:
    """A chance per task in 256ths, some tasks easy and some hard: evenly around the mean, to 0 or to 1."""
    width = min(mean, 1 - mean)
    return [round(STEPS * generator.uniform(mean - width, mean + width)) for _ in range(tasks)]


def planes(of_tasks: Sequence[int]) -> Sequence[int]:
    """The binary digits of the chances, lowest first; bit i is the digit of task i. 1 becomes 255/256."""
    return [
        sum((min(chance, STEPS - 1) >> digit & 1) << task for task, chance in enumerate(of_tasks))
        for digit in range(_BITS)
    ]


def run(generator: random.Random, digits: Sequence[int], tasks: int) -> int:
    """The tasks passed in one run: each by its own chance, independently.

    From the lowest digit up, one random bit each: it halves the chance so far ("and") and, where the digit
    is 1, adds a half ("or").
    """
    passed = 0
    for digit in digits:
        word = generator.getrandbits(tasks)
        passed = (digit & (passed | word)) | (passed & word & ~digit)
    return passed


def equal_board(generator: random.Random, *, agents: int, tasks: int, mean: float) -> Sequence[int]:
    """Runs of agents that all have the same chances: nobody is better than anybody."""
    digits = planes(chances(generator, tasks, mean))
    return [run(generator, digits, tasks) for _ in range(agents)]


def better_and_worse(generator: random.Random, *, tasks: int, mean: float, apart: float) -> Sequence[int]:
    """A run of an agent, and one of an agent whose chance is lower by ``apart`` on every task."""
    of_better = [max(chance, round(STEPS * apart)) for chance in chances(generator, tasks, mean)]
    of_worse = [chance - round(STEPS * apart) for chance in of_better]
    return [run(generator, planes(of_one), tasks) for of_one in (of_better, of_worse)]
