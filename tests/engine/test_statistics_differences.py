"""Differences of numbers: sign flips and Wilson against SciPy, the bootstrap against the release's."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from scoring.engine.intervals import flips
from scoring.engine.model import Interval
from scoring.engine.statistics import FLIPS, SEED, paired_difference, wilson_interval
from scoring.tracks.trek.bootstrap import paired_interval

SCORES = st.one_of(st.none(), st.sampled_from([0.0, 1 / 3, 0.5, 2 / 3, 1.0]), st.floats(0, 1))
PAIRS = st.lists(st.tuples(SCORES, SCORES), max_size=12)


def scipy_p_value(first, second, permutations):
    return stats.permutation_test(
        (np.array(first), np.array(second)),
        lambda one, other, axis: np.sum(one - other, axis=axis),
        permutation_type="samples",
        n_resamples=permutations,
        vectorized=True,
        rng=np.random.default_rng(0),
    ).pvalue


@settings(deadline=None, max_examples=40)
@given(PAIRS)
def test_few_differences_give_the_exact_p_value_of_scipy(pairs):
    both = [(one, other) for one, other in pairs if one is not None and other is not None]
    found = paired_difference([one for one, _ in pairs], [other for _, other in pairs], draws=10)
    if not both:
        assert found is None
        return
    first, second = zip(*both, strict=True)
    assert found.is_exact
    assert found.tasks == len(both)
    assert found.mean == pytest.approx(
        math.fsum(first) / len(both) - math.fsum(second) / len(both), abs=1e-11
    )
    if len(both) > 1:
        # SciPy knows no test of one pair. Whole steps of 1e-12, as documented, have exact sums there too.
        steps = [float(round((one - other) * 10**12)) for one, other in both]
        assert found.p_value == pytest.approx(scipy_p_value(steps, np.zeros(len(steps)), np.inf), abs=1e-9)


def test_one_difference_says_nothing_either_way():
    assert paired_difference([1.0], [0.0], draws=10).p_value == 1.0
    assert paired_difference([0.5], [0.5], draws=10).p_value == 1.0


def test_the_exact_p_value_by_hand():
    # Six tasks, each better by 0.1: of 2^6 ways to flip the signs two reach the observed sum.
    found = paired_difference([0.3] * 6 + [0.7], [0.2] * 6 + [0.7])
    assert found.p_value == 2 / 64
    assert found.mean == pytest.approx(0.6 / 7)
    assert found.is_exact


def test_thirds_written_differently_are_equal():
    # As doubles 1 − 2/3 and 1/3 differ, and a tie of sums would be missed.
    found = paired_difference([1.0, 0.0], [2 / 3, 1 / 3], draws=10)
    assert found.mean == 0.0
    assert found.p_value == 1.0


def test_many_differences_give_the_p_value_of_scipy_within_the_error_of_a_sample():
    generator = random.Random(15)
    first = [generator.choice([0.25, 0.5, 0.75]) for _ in range(200)]
    second = [score - generator.choice([-0.25, -0.25, 0.0, 0.25, 0.25]) for score in first]
    found = paired_difference(first, second, draws=10)
    expected = scipy_p_value(first, second, FLIPS)
    assert not found.is_exact
    assert 0.005 < expected < 0.5
    # Both are samples of FLIPS: five standard errors of their difference.
    assert found.p_value == pytest.approx(expected, abs=5 * math.sqrt(2 * expected * (1 - expected) / FLIPS))


def test_the_sample_is_flipped_as_stated():
    differences = [(-1) ** place * (place % 5) / 8 + 0.05 for place in range(21)]
    found = paired_difference(differences, [0.0] * 21, draws=10)
    generator = random.Random(SEED)
    reached = 0
    for _ in range(FLIPS):
        signs = generator.getrandbits(21)
        total = sum(-value if signs >> place & 1 else value for place, value in enumerate(differences))
        reached += abs(round(total, 9)) >= abs(round(sum(differences), 9))
    assert found.p_value == (1 + reached) / (1 + FLIPS)


def test_a_vast_difference_is_never_impossible():
    assert paired_difference([1.0] * 40, [0.0] * 40, draws=10).p_value == 1 / (1 + FLIPS)


def test_flips_are_those_of_the_generator():
    generator = random.Random(9)
    assert list(flips(size=70, draws=5, seed=9)) == [generator.getrandbits(70) for _ in range(5)]


def test_the_interval_is_the_paired_one_of_the_release():
    generator = random.Random(4)
    first, second = ([generator.choice([0.0, 1 / 3, 1.0]) for _ in range(90)] for _ in range(2))
    found, expected = paired_difference(first, second).interval, paired_interval(first, second)
    assert found.method == expected.method
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_what_does_not_apply_to_both_is_left_out():
    first, second = [1.0, None, 0.5, None, 0.25], [0.5, 0.5, None, None, 0.5]
    assert paired_difference(first, second) == paired_difference([1.0, 0.25], [0.5, 0.5])
    assert paired_difference([None, 1.0], [1.0, None]) is None
    assert paired_difference([], []) is None


def test_columns_of_two_lengths_and_intervals_of_no_draw_are_refused():
    with pytest.raises(ValueError, match="zip"):
        paired_difference([1.0], [])
    with pytest.raises(ValueError, match="draw"):
        paired_difference([1.0], [0.0], draws=0)


@given(st.integers(1, 900).flatmap(lambda count: st.tuples(st.integers(0, count), st.just(count))))
def test_the_wilson_interval_is_that_of_scipy(counts):
    passed, count = counts
    expected = stats.binomtest(passed, count).proportion_ci(confidence_level=0.95, method="wilson")
    found = wilson_interval(passed, count)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)
    assert 0.0 <= found.low <= passed / count <= found.high <= 1.0


def test_the_wilson_interval_of_few_tasks():
    # 0 of 4: z² / (4 + z²) = 3.841459 / 7.841459.
    assert wilson_interval(0, 4) == Interval(
        low=0.0, high=pytest.approx(0.489890836, abs=1e-9), method="wilson"
    )
    assert wilson_interval(4, 4) == Interval(
        low=pytest.approx(0.510109164, abs=1e-9), high=1.0, method="wilson"
    )
    assert wilson_interval(0, 0) is None


@pytest.mark.parametrize(("passed", "count"), [(-1, 3), (4, 3), (0, -1)])
def test_more_passes_than_tasks_are_refused(passed, count):
    with pytest.raises(ValueError, match="some of all"):
        wilson_interval(passed, count)
