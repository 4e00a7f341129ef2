"""Rank correlation: against SciPy, and where it does not exist."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from scoring.engine.robustness import mean_ranks, spearman

COLUMNS = st.integers(2, 30).flatmap(
    lambda size: st.tuples(
        *[st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0]), min_size=size, max_size=size)] * 2
    )
)


def test_equal_values_share_the_mean_of_their_places():
    assert mean_ranks([0.5, 0.1, 0.5, 0.9]) == [Fraction(5, 2), 1, Fraction(5, 2), 4]


@given(COLUMNS)
def test_the_correlation_is_that_of_scipy(columns):
    first, second = columns
    if len(set(first)) > 1 and len(set(second)) > 1:
        assert spearman(first, second) == pytest.approx(stats.spearmanr(first, second).statistic, abs=1e-9)
    else:
        assert spearman(first, second) is None


def test_a_column_with_itself_and_its_reverse():
    assert spearman([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]) == 1.0
    assert spearman([1.0, 2.0, 3.0], [3.0, 2.0, 1.0]) == -1.0


def test_it_does_not_exist_over_nothing_and_needs_pairs():
    assert spearman([], []) is None
    assert spearman([0.5], [0.5]) is None
    with pytest.raises(ValueError, match="zip"):
        spearman([1.0], [])
