"""All pairs of a board, tested together: Holm's step-down procedure over McNemar's exact tests.

Source: Holm (1979), Scandinavian Journal of Statistics 6, 65–70. The chance that any pair without a
difference is told apart stays at most ``ALPHA``, whatever the pairs have to do with each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from scoring.engine.statistics.paired import ALPHA, mcnemar_exact, most_losses


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The tests of all pairs of a board.

    Attributes:
        tasks: How many tasks the board is over.
        counts: Pairs by (discordant tasks, difference in passes); the p-value depends on nothing else.
        pairs: How many pairs; e·(e − 1)/2 of e entries.
        told_apart: How many of them Holm's procedure tells apart.
        threshold: The p-value up to which a pair is told apart.
        losses: Per number of discordant tasks the most losses within the threshold, −1 for never.
    """

    tasks: int
    counts: Mapping[tuple[int, int], int]
    pairs: int
    told_apart: int
    threshold: Fraction
    losses: Sequence[int]

    def tells_apart(self, wins: int, losses: int) -> bool:
        """Whether a pair of the board with these wins and losses is told apart."""
        return min(wins, losses) <= self.losses[wins + losses]


def by_passes(passes: Sequence[int], mask: int) -> Mapping[int, Sequence[int]]:
    """Positions of the entries by how many tasks of the mask they passed, most first, then as given."""
    levels: dict[int, list[int]] = {}
    for position in sorted(range(len(passes)), key=lambda place: -(passes[place] & mask).bit_count()):
        levels.setdefault((passes[position] & mask).bit_count(), []).append(position)
    return levels


def pair_counts(passes: Sequence[int], mask: int) -> Mapping[tuple[int, int], int]:
    """How many pairs of entries have so many discordant tasks and such a difference in passes.

    Entries with equally many passes are taken together, so that the difference is known and what is left to
    count per pair is one exclusive or.
    """
    levels = [
        (count, [passes[position] & mask for position in positions])
        for count, positions in by_passes(passes, mask).items()
    ]
    counted: dict[int, Counter[int]] = {}
    for index, (count, rows) in enumerate(levels):
        equal = counted.setdefault(0, Counter())
        equal.update((row ^ other).bit_count() for row, other in combinations(rows, 2))
        for lower, others in levels[index + 1 :]:
            discordant = counted.setdefault(count - lower, Counter())
            for row in rows:
                discordant.update(map(int.bit_count, map(row.__xor__, others)))
    return {
        (discordant, difference): pairs
        for difference, counter in sorted(counted.items())
        for discordant, pairs in sorted(counter.items())
    }


def family(passes: Sequence[int], mask: int) -> Family:
    """Test every pair of the entries, at ``ALPHA`` for the whole board.

    Args:
        passes: Per entry the tasks it passed, in any order of entries.
        mask: The tasks of the board.
    """
    tasks = mask.bit_count()
    counts = pair_counts(passes, mask)
    pairs = len(passes) * (len(passes) - 1) // 2
    told_apart, threshold = _step_down(counts, pairs, tasks)
    return Family(
        tasks=tasks,
        counts=counts,
        pairs=pairs,
        told_apart=told_apart,
        threshold=threshold,
        losses=most_losses(threshold, tasks),
    )


def _step_down(counts: Mapping[tuple[int, int], int], pairs: int, tasks: int) -> tuple[int, Fraction]:
    """How many pairs are told apart, and the threshold at which nothing more is.

    Holm compares the (r + 1)-th smallest p-value with ``ALPHA`` / (pairs − r) and stops at the first above.
    Rejecting all p-values up to ``ALPHA`` / (pairs − r), with r as many as were rejected before, ends at the
    same r: no round goes beyond it, and a round that adds nothing is where Holm stops.
    """
    told_apart = 0
    while True:
        threshold = ALPHA / max(1, pairs - told_apart)
        losses = most_losses(threshold, tasks)
        within = sum(
            number
            for (discordant, difference), number in counts.items()
            if (discordant - difference) // 2 <= losses[discordant]
        )
        if within == told_apart:
            return told_apart, threshold
        told_apart = within


def adjusted_p_values(tested: Family) -> Mapping[tuple[int, int], float]:
    """Holm's adjusted p-value per (discordant tasks, difference in passes) that occurs, 0..1.

    It is at most ``ALPHA`` exactly for the pairs told apart, but for the last digit of a double.
    """
    plain = {
        cell: mcnemar_exact((cell[0] + cell[1]) // 2, (cell[0] - cell[1]) // 2) for cell in tested.counts
    }
    adjusted: dict[tuple[int, int], float] = {}
    left, highest = tested.pairs, 0.0
    at_this: list[tuple[int, int]] = []
    for cell in sorted(plain, key=lambda key: (plain[key], key)):
        if at_this and plain[cell] != plain[at_this[0]]:
            left -= sum(tested.counts[key] for key in at_this)
            at_this = []
        at_this.append(cell)
        highest = min(1.0, max(highest, left * plain[cell]))
        adjusted[cell] = highest
    return adjusted
