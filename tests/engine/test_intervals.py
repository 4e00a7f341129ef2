"""Intervals: the release's resampling to the bit, the paper's normal interval to the digit."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.intervals import normal_interval, percentile_interval, resamples
from scoring.engine.model import Interval


@pytest.mark.parametrize("size", [1, 2, 3, 51, 64, 255, 256, 800, 1025])
def test_resamples_are_those_of_randrange(size):
    generator = random.Random(42)
    expected = [[generator.randrange(size) for _ in range(size)] for _ in range(150)]
    assert [list(sample) for sample in resamples(size=size, draws=150, seed=42)] == expected


def test_an_empty_set_has_empty_resamples():
    assert [list(sample) for sample in resamples(size=0, draws=3, seed=42)] == [[], [], []]


def test_more_positions_than_one_word_can_tell_apart_are_refused():
    with pytest.raises(ValueError, match="one word"):
        resamples(size=2**32, draws=1, seed=42)


def test_the_percentile_interval_takes_the_stated_elements():
    # 1000 values: floor(0.025 * 999) = 24, floor(0.975 * 999) = 974.
    values = [float(value) for value in range(1000)]
    random.Random(1).shuffle(values)
    assert percentile_interval(values) == Interval(low=24.0, high=974.0, method="bootstrap")


def test_the_percentile_interval_leaves_absent_values_out():
    assert percentile_interval([None, 2.0, None, 1.0]) == Interval(low=1.0, high=1.0, method="bootstrap")
    assert percentile_interval([None]) is None
    assert percentile_interval([]) is None


def test_the_normal_interval_of_the_paper():
    # p = 0.25, n = 533: 1.96 * sqrt(0.1875 / 533) = 0.036761...
    interval = normal_interval(0.25, 533)
    assert interval.low == pytest.approx(0.25 - 0.0367613, abs=1e-6)
    assert interval.high == pytest.approx(0.25 + 0.0367613, abs=1e-6)


@given(st.integers(0, 800), st.integers(1, 800))
def test_the_normal_interval_is_clipped_and_holds_its_share(passed, count):
    share = min(passed, count) / count
    interval = normal_interval(share, count)
    assert 0.0 <= interval.low <= share <= interval.high <= 1.0
