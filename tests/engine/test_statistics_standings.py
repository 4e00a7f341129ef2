"""McNemar's exact test against SciPy, Holm against the textbook, standings against a naive implementation."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from scoring.engine.statistics import (
    ALPHA,
    Standing,
    adjusted_p_values,
    family,
    mcnemar_exact,
    standings,
    wins_and_losses,
)
from scoring.engine.statistics.paired import most_losses

TASKS = 60
ALL = (1 << TASKS) - 1
BOARDS = st.lists(st.integers(0, ALL), max_size=9)
# Adjacent levels differ by much, so that Holm has something to reject.
NESTED = st.lists(
    st.tuples(st.integers(0, TASKS), st.integers(0, ALL), st.integers(0, ALL)).map(
        lambda drawn: ((1 << drawn[0]) - 1) ^ (drawn[1] & drawn[2] & (drawn[1] >> 7) & (drawn[2] >> 3))
    ),
    max_size=12,
)


def exact_p(wins: int, losses: int) -> Fraction:
    discordant = wins + losses
    tail = sum(comb(discordant, fewer) for fewer in range(min(wins, losses) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**discordant))


def textbook_holm(p_values):
    """Rejected or not, and the adjusted value, one p-value after another."""
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    rejected, adjusted = [False] * len(p_values), [Fraction(0)] * len(p_values)
    goes_on, highest = True, Fraction(0)
    for step, place in enumerate(order):
        left = len(p_values) - step
        goes_on = goes_on and p_values[place] <= ALPHA / left
        highest = min(Fraction(1), max(highest, p_values[place] * left))
        rejected[place], adjusted[place] = goes_on, highest
    return rejected, adjusted


def naive_standings(passes, mask):
    rows = [row & mask for row in passes]
    pairs = list(combinations(range(len(rows)), 2))
    rejected, _ = textbook_holm([exact_p(*wins_and_losses(rows[a], rows[b], mask)) for a, b in pairs])
    apart = {pair for pair, is_rejected in zip(pairs, rejected, strict=True) if is_rejected}
    apart |= {(b, a) for a, b in apart}
    counts = [row.bit_count() for row in rows]
    groups = {}
    first = []
    group = 0
    for count in sorted(set(counts), reverse=True):
        level = [place for place, own in enumerate(counts) if own == count]
        if not first or any((a, b) in apart for a in first for b in level):
            group, first = group + 1, level
        groups[count] = group
    return [
        Standing(
            best=1 + sum((a, b) in apart and counts[b] > counts[a] for b in range(len(rows))),
            worst=len(rows) - sum((a, b) in apart and counts[b] < counts[a] for b in range(len(rows))),
            group=groups[counts[a]],
        )
        for a in range(len(rows))
    ]


@pytest.mark.parametrize(
    ("wins", "losses"),
    [(0, 0), (1, 0), (0, 6), (5, 1), (30, 30), (25, 8), (400, 399), (700, 100), (3000, 2800), (2500, 2000)],
)
def test_the_p_value_is_that_of_scipy(wins, losses):
    expected = stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
    assert mcnemar_exact(wins, losses) == pytest.approx(expected, rel=1e-9)


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_p_value_is_the_exact_one_rounded_and_takes_no_side(wins, losses):
    assert mcnemar_exact(wins, losses) == float(exact_p(wins, losses)) == mcnemar_exact(losses, wins)


def test_no_discordant_task_says_nothing_and_a_vast_sweep_does_not_overflow():
    assert mcnemar_exact(0, 0) == 1.0
    assert mcnemar_exact(1000, 0) == 2.0**-999
    assert mcnemar_exact(5000, 0) == 0.0


@pytest.mark.parametrize("counts", [(-1, 3), (3, -1)])
def test_negative_counts_are_refused(counts):
    with pytest.raises(ValueError, match="negative"):
        mcnemar_exact(*counts)


@given(st.integers(0, ALL), st.integers(0, ALL), st.integers(0, ALL))
def test_wins_and_losses_are_counted_on_the_tasks_of_the_mask(passes, other, mask):
    tasks = [task for task in range(TASKS) if mask >> task & 1]
    wins = sum(passes >> task & 1 and not other >> task & 1 for task in tasks)
    losses = sum(other >> task & 1 and not passes >> task & 1 for task in tasks)
    assert wins_and_losses(passes, other, mask) == (wins, losses)


@given(st.fractions(0, Fraction(99, 100), max_denominator=10**6))
def test_the_most_losses_are_where_the_exact_p_value_passes_the_threshold(threshold):
    for discordant, most in enumerate(most_losses(threshold, 40)):
        within = [
            losses
            for losses in range(discordant // 2 + 1)
            if exact_p(discordant - losses, losses) <= threshold
        ]
        assert most == max(within, default=-1)


@pytest.mark.parametrize("threshold", [Fraction(-1, 20), Fraction(1)])
def test_a_threshold_that_is_none_is_refused(threshold):
    with pytest.raises(ValueError, match="threshold"):
        most_losses(threshold, 10)


@given(st.one_of(BOARDS, NESTED), st.integers(0, ALL) | st.just(ALL))
def test_holm_is_that_of_the_textbook(passes, mask):
    tested = family(passes, mask)
    pairs = [wins_and_losses(one, other, mask) for one, other in combinations(passes, 2)]
    rejected, adjusted = textbook_holm([exact_p(*pair) for pair in pairs])
    assert [tested.tells_apart(*pair) for pair in pairs] == rejected
    assert tested.pairs == len(pairs) == sum(tested.counts.values())
    assert tested.told_apart == sum(rejected)
    values = adjusted_p_values(tested)
    for (wins, losses), expected in zip(pairs, adjusted, strict=True):
        assert values[wins + losses, abs(wins - losses)] == pytest.approx(float(expected), rel=1e-9)


@given(st.one_of(BOARDS, NESTED), st.integers(0, ALL) | st.just(ALL))
def test_standings_are_those_of_the_naive_implementation(passes, mask):
    assert standings(passes, mask) == naive_standings(passes, mask)


def test_standings_of_a_board_with_every_kind_of_pair_are_the_naive_ones():
    generator = random.Random(7)
    passes = [
        sum((generator.random() < share) << task for task in range(200))
        for share in (0.9, 0.6, 0.55, 0.5, 0.3, 0.28, 0.25, 0.1, 0.1, 0.05, 0.0, 0.0)
    ]
    mask = (1 << 200) - 1
    found = standings(passes, mask)
    assert found == naive_standings(passes, mask) == standings(passes, mask, family(passes, mask))
    assert len({standing.group for standing in found}) > 2


def test_standings_do_not_depend_on_the_order_of_entries():
    passes = [(1 << count) - 1 for count in (60, 50, 50, 44, 30, 29, 3)]
    places = list(range(len(passes)))
    random.Random(3).shuffle(places)
    found = standings([passes[place] for place in places], ALL)
    assert found == [standings(passes, ALL)[place] for place in places]


def test_a_board_by_hand():
    # Nested passes: a difference of d has d discordant tasks, p = 2^(1−d). Of the three pairs d = 7 gives
    # 1/64 ≤ 0.05/3; d = 6 gives 1/32 > 0.05/3, but ≤ 0.05/1 once the two larger ones are rejected.
    first, second, third = ((1 << count) - 1 for count in (20, 13, 7))
    assert standings([first, second, third], ALL) == [
        Standing(best=1, worst=1, group=1),
        Standing(best=2, worst=2, group=2),
        Standing(best=3, worst=3, group=3),
    ]
    # One more task for the third: 5 apart, 1/16, cannot be told at all.
    assert standings([first, second, third << 1 | 1], ALL) == [
        Standing(best=1, worst=1, group=1),
        Standing(best=2, worst=3, group=2),
        Standing(best=2, worst=3, group=2),
    ]


def test_boards_of_none_and_of_one():
    assert standings([], ALL) == []
    assert standings([5], ALL) == [Standing(best=1, worst=1, group=1)]
    assert standings([5, 9], 0) == [Standing(best=1, worst=2, group=1)] * 2
