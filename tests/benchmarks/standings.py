"""What it costs to tell the entries of a board apart, and how often it is wrong where the truth is known."""

from __future__ import annotations

import random
from collections.abc import Sequence

from scoring.engine.statistics import family, front, paired_difference, resolution, standings
from tests.agents import better_and_worse, chances, equal_board, planes, run
from tests.benchmarks.measuring import cpu_seconds, report

TASKS = 533
ALL = (1 << TASKS) - 1
SIZES = (50, 1_000, 10_000)
BOARDS = 1_000
MEANS = (0.1, 0.3, 0.5)


def main() -> None:
    _cost()
    _one_pair_and_one_front()
    _wrong_and_right()


def _board(generator: random.Random, entries: int) -> Sequence[int]:
    """Agents whose means are spread over 0..60 %."""
    return [
        run(generator, planes(chances(generator, TASKS, generator.uniform(0, 0.6))), TASKS)
        for _ in range(entries)
    ]


def _cost() -> None:
    lines = []
    for entries in SIZES:
        board = _board(random.Random(1), entries)
        tested = family(board, ALL)
        testing = cpu_seconds(lambda board=board: family(board, ALL))
        standing = cpu_seconds(lambda board=board, tested=tested: standings(board, ALL, tested))
        seeing = cpu_seconds(lambda board=board, tested=tested: resolution(board, ALL, tested))
        lines.append(
            f"{entries:>6} entries{tested.pairs:>12,} pairs{tested.told_apart:>12,} told apart"
            f"   tests {testing:7.3f} s   standings {standing:7.3f} s   resolution {seeing:7.3f} s"
        )
    report(f"Standings over {TASKS} tasks, processor time", *lines)


def _one_pair_and_one_front() -> None:
    generator = random.Random(2)
    scores = [[generator.choice([0.0, 1 / 3, 2 / 3, 1.0]) for _ in range(800)] for _ in range(2)]
    board = _board(generator, 60)
    costs = [[generator.uniform(0, 1e5) for _ in range(TASKS)] for _ in board]
    pair = cpu_seconds(lambda: paired_difference(*scores))
    points = cpu_seconds(lambda: front(board, costs, ALL))
    report(
        "Resampling, processor time",
        f"difference of two entries over 800 tasks   {pair:7.3f} s",
        f"front of 60 entries over {TASKS} tasks        {points:7.3f} s",
    )


def _wrong_and_right() -> None:
    lines = []
    for mean in MEANS:
        generator = random.Random(20)
        wrong = sum(
            family(equal_board(generator, agents=50, tasks=TASKS, mean=mean), ALL).told_apart > 0
            for _ in range(BOARDS)
        )
        lines.append(
            f"50 equal agents at {mean:.0%}: someone called better on {wrong / BOARDS:.1%} (at most 5 %)"
        )
    for apart in (0.05, 0.1):
        generator = random.Random(21)
        right = sum(
            family(better_and_worse(generator, tasks=TASKS, mean=0.3, apart=apart), ALL).told_apart
            for _ in range(BOARDS)
        )
        lines.append(f"two agents {apart:.0%} apart: told apart on {right / BOARDS:.1%}")
    report(f"{BOARDS:,} boards of {TASKS} tasks", *lines)


if __name__ == "__main__":
    main()
