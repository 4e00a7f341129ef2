"""Ranks: equal entries share one, absent and non-finite values have none."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.ranking import Ladder, rank


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


class TestLadder:
    """Rows that come and go hold at each moment the ranks that all of them together get."""

    @given(
        st.lists(
            st.tuples(
                st.one_of(st.none(), st.sampled_from([0.0, 0.25, 0.5, 1.0, math.nan])),
                st.one_of(st.none(), st.sampled_from([0.0, 0.5, 1.0])),
            ),
            max_size=12,
        ),
        st.randoms(use_true_random=False),
    )
    def test_it_agrees_with_ranking_all_at_once(self, rows, random):
        ladder, on = Ladder(), []
        for row in [*rows, *random.sample(rows, len(rows))]:
            if row in on and random.random() < 0.5:
                on.remove(row)
                ladder.remove(row)
            else:
                ladder.add(row)
                on.append(row)
            ranks = rank(on)
            assert [ladder.place(one) for one in on] == ranks
            for one, place in zip(on, ranks, strict=True):
                behind = sum(other is not None and place is not None and other > place for other in ranks)
                assert ladder.behind(one) == behind
