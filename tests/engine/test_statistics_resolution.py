"""Smallest detectable differences and their power, against sums over every possible outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.engine.statistics import ALPHA, POWER, Detectable, Resolution, family, resolution
from scoring.engine.statistics.paired import most_losses
from scoring.engine.statistics.resolution import binomial, detectable, power

STRICT = ALPHA / 1225


def within(wins, losses, threshold):
    discordant = wins + losses
    tail = sum(comb(discordant, fewer) for fewer in range(min(wins, losses) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**discordant)) <= threshold


def every_outcome(tasks, discordant, difference, threshold):
    """The chance that the better one wins, summed over all numbers of wins and losses."""
    win, loss = Fraction(discordant + difference, 2 * tasks), Fraction(discordant - difference, 2 * tasks)
    return sum(
        Fraction(factorial(tasks), factorial(wins) * factorial(losses) * factorial(tasks - wins - losses))
        * win**wins
        * loss**losses
        * (1 - win - loss) ** (tasks - wins - losses)
        for wins in range(tasks + 1)
        for losses in range(min(wins, tasks - wins + 1))
        if within(wins, losses, threshold)
    )


@settings(deadline=None, max_examples=30)
@given(
    st.integers(1, 25).flatmap(lambda tasks: st.tuples(st.just(tasks), st.integers(1, tasks))),
    st.floats(0, 1),
    st.sampled_from([ALPHA, Fraction(1, 3), Fraction(1, 100)]),
)
def test_the_power_is_the_sum_over_every_outcome(counts, part, threshold):
    tasks, discordant = counts
    difference = round(part * discordant)
    found = power(tasks, discordant, difference, most_losses(threshold, tasks))
    assert found == pytest.approx(float(every_outcome(tasks, discordant, difference, threshold)), abs=1e-12)


@settings(deadline=None, max_examples=15)
@given(
    st.integers(1, 20).flatmap(lambda tasks: st.tuples(st.just(tasks), st.integers(0, tasks))),
    st.sampled_from([ALPHA, Fraction(1, 3)]),
)
def test_the_smallest_differences_are_the_first_that_suffice(counts, threshold):
    tasks, discordant = counts
    observed = next(
        (
            difference
            for difference in range(1, tasks + 1)
            for seen in [
                min(
                    (number for number in range(difference, tasks + 1, 2)),
                    key=lambda number: (abs(number - discordant), -number),
                )
            ]
            if within((seen + difference) // 2, (seen - difference) // 2, threshold)
        ),
        None,
    )
    planned = next(
        (
            difference
            for difference in range(1, discordant + 1)
            if every_outcome(tasks, discordant, difference, threshold) >= POWER
        ),
        None,
    )
    found = detectable(tasks, discordant, most_losses(threshold, tasks))
    assert found == Detectable(observed=observed, planned=planned)


@pytest.mark.parametrize(("threshold", "discordant"), [(ALPHA, 60), (STRICT, 60), (ALPHA, 533)])
def test_the_smallest_differences_of_the_benchmark_by_scipy(threshold, discordant):
    found = detectable(533, discordant, most_losses(threshold, 533))
    for difference, is_enough in [(found.observed, True), (found.observed - 1, False)]:
        seen = discordant + (discordant - difference) % 2
        seen = seen if seen <= 533 else seen - 2
        p_value = stats.binomtest((seen - difference) // 2, seen).pvalue
        assert (p_value <= float(threshold)) == is_enough
    powers = [
        power(533, discordant, difference, most_losses(threshold, 533))
        for difference in range(0, discordant + 1, 5)
    ]
    assert all(less <= more + 1e-12 for less, more in pairwise(powers))


@pytest.mark.parametrize(
    ("count", "part", "whole"), [(0, 1, 3), (1, 1, 2), (533, 60, 533), (800, 799, 800), (2000, 1, 2)]
)
def test_the_binomial_distribution_is_that_of_scipy(count, part, whole):
    expected = [stats.binom.pmf(number, count, part / whole) for number in range(count + 1)]
    assert list(binomial(count, part, whole)) == pytest.approx(expected, rel=1e-8, abs=1e-15)


def test_a_certain_outcome_is_certain():
    assert binomial(3, 0, 7) == [1.0, 0.0, 0.0, 0.0]
    assert binomial(3, 7, 7) == [0.0, 0.0, 0.0, 1.0]


def test_a_board_is_measured_by_its_median_pair():
    # Nested passes: ten pairs with 10, 10, 10, 20, 20, 30, 50, 60, 70, 80 discordant tasks: 30.
    mask = (1 << 100) - 1
    passes = [(1 << count) - 1 for count in (10, 20, 30, 40, 90)]
    found = resolution(passes, mask, family(passes, mask))
    assert found == Resolution(
        tasks=100,
        discordant=30,
        is_bound=False,
        alone=detectable(100, 30, most_losses(ALPHA, 100)),
        board=detectable(100, 30, most_losses(ALPHA / 10, 100)),
    )
    # 21 to 9 gives p = 0.0428; a difference of 11 needs a 31st task, and 21 to 10 gives 0.0708.
    assert found.alone.observed == 12
    assert found.board.observed > found.alone.observed
    assert found.alone.planned > found.alone.observed


def test_few_entries_are_taken_to_differ_as_much_as_they_can():
    mask = (1 << 100) - 1
    for counts, most in [((), 100), ((30,), 100), ((30, 20), 50), ((80, 90, 70), 50), ((10, 20, 30, 95), 95)]:
        passes = [(1 << count) - 1 for count in counts]
        found = resolution(passes, mask, family(passes, mask))
        assert (found.is_bound, found.discordant) == (True, most)


def test_where_nothing_can_be_told_no_difference_is_claimed():
    found = resolution([1, 2], 3, family([1, 2], 3))
    assert found.alone == found.board == Detectable(observed=None, planned=None)
    assert detectable(0, 0, [-1]) == Detectable(observed=None, planned=None)
