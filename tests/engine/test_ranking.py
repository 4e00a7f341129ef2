"""Ranks: equal entries share one, absent and non-finite values have none."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.ranking import rank


@pytest.mark.parametrize(
    ("rows", "ranks"),
    [
        ([], []),
        ([(0.5,)], [1]),
        ([(0.1,), (0.9,), (0.5,)], [3, 1, 2]),
        ([(0.5,), (0.5,), (0.4,)], [1, 1, 3]),
        ([(0.5, 0.1), (0.5, 0.2)], [2, 1]),
        ([(0.5, None), (0.5, 0.0)], [2, 1]),
        ([(None,), (0.0,)], [None, 1]),
        ([(math.nan,), (math.inf,), (-math.inf,), (0.3,)], [None, None, None, 1]),
        ([(0.5, math.nan), (0.5, None)], [1, 1]),
        ([()], [None]),
    ],
)
def test_ranks_of_small_boards(rows, ranks):
    assert rank(rows) == ranks


VALUES = st.one_of(st.none(), st.floats(), st.sampled_from([0.0, 0.5, 1.0]))


@given(st.lists(st.tuples(VALUES, VALUES)))
def test_a_rank_is_one_more_than_the_number_of_better_entries(rows):
    def key(row):
        return [value if value is not None and math.isfinite(value) else -math.inf for value in row]

    for row, own in zip(rows, rank(rows), strict=True):
        if own is not None:
            assert own == 1 + sum(key(other) > key(row) for other in rows)


@given(st.lists(st.tuples(VALUES, VALUES)), st.randoms())
def test_the_order_of_entries_changes_no_rank(rows, chance):
    order = list(range(len(rows)))
    chance.shuffle(order)
    ranks = rank(rows)
    assert rank([rows[position] for position in order]) == [ranks[position] for position in order]
