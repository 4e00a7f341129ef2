"""Two entries on the same tasks: McNemar's exact test on the tasks that only one of them passed.

Which tasks an entry passed is an integer read as a set of bits: bit i is task i of a fixed order.

Source: McNemar (1947), Psychometrika 12, 153–157; Dietterich (1998), Neural Computation 10, 1895–1923. All
comparisons with a threshold are made in whole numbers, so no rounding decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

# The two-sided level of every test of a board: at most one board in twenty calls some equal pair different.
ALPHA = Fraction(1, 20)


def wins_and_losses(passes: int, other: int, mask: int) -> tuple[int, int]:
    """How many tasks only the first passed, and how many only the second, among the tasks of the mask."""
    differing = (passes ^ other) & mask
    return (passes & differing).bit_count(), (other & differing).bit_count()


def mcnemar_exact(wins: int, losses: int) -> float:
    """Two-sided exact p-value of so many wins and losses if each were as likely: twice the smaller tail.

    Args:
        wins: Tasks that only the first passed, from 0.
        losses: Tasks that only the second passed, from 0.

    Returns:
        0..1, correctly rounded; 1 for equal counts, none included; 0 only where it is below every double.

    Raises:
        ValueError: A count is negative.
    """
    if wins < 0 or losses < 0:
        raise ValueError("there are no negative numbers of wins or losses")
    discordant, fewer = wins + losses, min(wins, losses)
    tail = term = 1
    for position in range(fewer):
        term = term * (discordant - position) // (position + 1)
        tail += term
    return min(1.0, 2 * tail / (1 << discordant))


def most_losses(threshold: Fraction, most_discordant: int) -> Sequence[int]:
    """With how many losses, at the most, the test still gives at most ``threshold``.

    Args:
        threshold: A p-value, 0..1, below 1.
        most_discordant: The largest number of discordant tasks (wins and losses together), from 0.

    Returns:
        One number per number of discordant tasks 0..``most_discordant``; −1 where not even a clean sweep is
        enough. It never falls. A pair is within the threshold exactly if its smaller count is no larger.

    Raises:
        ValueError: The threshold is not below 1, or negative.
    """
    if not 0 <= threshold < 1:
        raise ValueError("a threshold lies from 0 to below 1")
    most: list[int] = []
    # With n discordant tasks: term = C(n, losses), following = C(n, losses + 1), tail = all up to term.
    losses, tail, term, following = -1, 0, 0, 1
    for discordant in range(most_discordant + 1):
        bound = threshold.numerator << discordant
        while 2 * (tail + following) * threshold.denominator <= bound:
            losses += 1
            term, tail = following, tail + following
            following = term * (discordant - losses) // (losses + 1)
        most.append(losses)
        # One task more, by Pascal's rule.
        tail, following = 2 * tail - term, term + following
        term = term * (discordant + 1) // (discordant + 1 - losses)
    return most
