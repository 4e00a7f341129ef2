"""How fine a board can see: the smallest difference that its test can call real.

Source: Connor (1987), Biometrics 43, 207–211, for the power of McNemar's test before the number of discordant
tasks is known; here summed over both binomial distributions instead of approximated.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations

from scoring.engine.statistics.family import Family
from scoring.engine.statistics.paired import ALPHA, most_losses

# A board with fewer entries has too few pairs for a usual number of discordant tasks.
ENTRIES_FOR_A_MEDIAN = 5
POWER = 0.8

# A probability that no sum of a few hundred can show.
_NEGLIGIBLE = 1e-18


@dataclass(frozen=True, slots=True, kw_only=True)
class Detectable:
    """The smallest differences, in tasks, that one threshold lets through.

    Attributes:
        observed: The smallest difference that is told apart when it is seen. None when no difference is.
        planned: The smallest true difference that is told apart, for the right side, in at least ``POWER`` of
            all repetitions with other tasks of the same kind. None when none is.
    """

    observed: int | None
    planned: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """The smallest detectable differences of a board.

    Attributes:
        tasks: How many tasks the board is over; a difference is a share of these.
        discordant: On how many tasks two entries are taken to differ.
        is_bound: Whether that is the most there can be, not the median of the board.
        alone: For two entries that were chosen beforehand, at ``ALPHA``.
        board: For any two entries of the board, at the first and strictest step of Holm's procedure.
    """

    tasks: int
    discordant: int
    is_bound: bool
    alone: Detectable
    board: Detectable


def resolution(passes: Sequence[int], mask: int, family: Family) -> Resolution:
    """The smallest detectable differences, with as many discordant tasks as the middle pair of the board has.

    With fewer than ``ENTRIES_FOR_A_MEDIAN`` entries it is the most that any two of them could have with the
    numbers of tasks they passed, and every task when there are no two.

    Args:
        passes: Per ranked entry the tasks it passed.
        mask: The tasks of the board.
        family: The tests of exactly these entries.
    """
    is_bound = len(passes) < ENTRIES_FOR_A_MEDIAN
    discordant = _most_discordant(passes, mask) if is_bound else _median_discordant(family.counts)
    alone = most_losses(ALPHA, family.tasks)
    board = most_losses(ALPHA / max(1, family.pairs), family.tasks)
    return Resolution(
        tasks=family.tasks,
        discordant=discordant,
        is_bound=is_bound,
        alone=detectable(family.tasks, discordant, alone),
        board=detectable(family.tasks, discordant, board),
    )


def _median_discordant(counts: Mapping[tuple[int, int], int]) -> int:
    """The upper of the middle ones: more discordant tasks hide more."""
    ordered = sorted(counts)
    seen = list(accumulate(counts[cell] for cell in ordered))
    discordant, _ = ordered[bisect_right(seen, seen[-1] // 2)]
    return discordant


def _most_discordant(passes: Sequence[int], mask: int) -> int:
    tasks = mask.bit_count()
    counts = [(row & mask).bit_count() for row in passes]
    return max(
        (min(one + other, 2 * tasks - one - other) for one, other in combinations(counts, 2)), default=tasks
    )


def detectable(tasks: int, discordant: int, losses: Sequence[int]) -> Detectable:
    """The smallest differences that a threshold lets through.

    Args:
        tasks: How many tasks there are.
        discordant: On how many two entries differ; on average, for ``planned``. 0..``tasks``.
        losses: Per number of discordant tasks, up to all, the most losses within the threshold, −1 for never.
    """
    return Detectable(
        observed=_observed(tasks, discordant, losses), planned=_planned(tasks, discordant, losses)
    )


def _observed(tasks: int, discordant: int, losses: Sequence[int]) -> int | None:
    for difference in range(1, tasks + 1):
        # Wins and losses add up to a number of the difference's own parity, from itself to all tasks.
        seen = max(difference, discordant + (discordant - difference) % 2)
        seen = seen if seen <= tasks else seen - 2
        if (seen - difference) // 2 <= losses[seen]:
            return difference
    return None


def _planned(tasks: int, discordant: int, losses: Sequence[int]) -> int | None:
    """By halving, since the power grows with the difference."""
    if discordant == 0 or power(tasks, discordant, discordant, losses) < POWER:
        return None
    low, high = 0, discordant
    while high - low > 1:
        middle = (low + high) // 2
        if power(tasks, discordant, middle, losses) >= POWER:
            high = middle
        else:
            low = middle
    return high


def power(tasks: int, discordant: int, difference: int, losses: Sequence[int]) -> float:
    """How often an entry that is better by ``difference`` tasks on average is told apart as the better one.

    Each task is won with probability (discordant + difference) / 2·tasks and lost with probability
    (discordant − difference) / 2·tasks, independently.

    Args:
        tasks: How many tasks there are, at least 1.
        discordant: Tasks on which the two differ on average, 1..``tasks``.
        difference: 0..``discordant``.
        losses: Per number of discordant tasks the most losses within the threshold, −1 for never.

    Returns:
        0..1, to about 1e-12.
    """
    total = 0.0
    for number, weight in enumerate(binomial(tasks, discordant, tasks)):
        if weight > _NEGLIGIBLE and losses[number] >= 0:
            lost = binomial(number, discordant - difference, 2 * discordant)
            total += weight * sum(lost[: losses[number] + 1])
    return min(1.0, total)


def binomial(count: int, part: int, whole: int) -> Sequence[float]:
    """Probabilities of 0..``count`` successes of ``count`` trials with chance ``part``/``whole`` each.

    From the most likely number outwards, by the ratio of neighbours, then divided by their sum: only the four
    operations that are the same on every machine, and nothing too large for a double.
    """
    if part in {0, whole}:
        certain = count if part else 0
        return [float(number == certain) for number in range(count + 1)]
    peak = (count + 1) * part // whole
    weights = [0.0] * (count + 1)
    weights[peak] = 1.0
    for number in range(peak, count):
        weights[number + 1] = weights[number] * ((count - number) * part) / ((number + 1) * (whole - part))
    for number in range(peak, 0, -1):
        weights[number - 1] = weights[number] * (number * (whole - part)) / ((count - number + 1) * part)
    total = sum(weights)
    return [weight / total for weight in weights]
