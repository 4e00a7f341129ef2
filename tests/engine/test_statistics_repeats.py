"""Several runs of one agent: against the standard library and by hand."""

from __future__ import annotations

import statistics
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.statistics import Spread, Steadiness, spread, steadiness


@given(st.lists(st.floats(0, 1), min_size=2, max_size=9))
def test_the_spread_is_that_of_the_standard_library(values):
    found = spread(values)
    assert found.mean == pytest.approx(statistics.mean(values), abs=1e-15)
    assert found.deviation == pytest.approx(statistics.stdev(values), rel=1e-12, abs=1e-15)
    assert (found.runs, found.least, found.most) == (len(values), min(values), max(values))


def test_one_run_has_no_deviation_and_none_has_nothing():
    assert spread([0.25]) == Spread(runs=1, mean=0.25, deviation=None, least=0.25, most=0.25)
    assert spread([]) is None


def test_three_runs_by_hand():
    # Tasks 0..3 are passed in 3, 2, 1 and 0 runs: of three pairs of runs 3, 1, 1 and 3 agree. Task 4 is out.
    assert steadiness([0b10111, 0b00011, 0b00001], 0b01111) == Steadiness(
        runs=3, tasks=4, in_all=1 / 4, in_any=3 / 4, agreement=8 / 12
    )


@given(st.lists(st.integers(0, 255), min_size=2, max_size=6), st.integers(1, 255))
def test_agreement_is_counted_over_tasks_and_pairs_of_runs(runs, mask):
    tasks = [task for task in range(8) if mask >> task & 1]
    agreeing = [
        (one >> task & 1) == (other >> task & 1) for one, other in combinations(runs, 2) for task in tasks
    ]
    found = steadiness(runs, mask)
    assert found.agreement == pytest.approx(sum(agreeing) / len(agreeing), abs=1e-15)
    assert found.in_all == sum(all(run >> task & 1 for run in runs) for task in tasks) / len(tasks)
    assert found.in_any == sum(any(run >> task & 1 for run in runs) for task in tasks) / len(tasks)


def test_one_run_agrees_with_nobody_and_nothing_has_no_steadiness():
    assert steadiness([1], 3) == Steadiness(runs=1, tasks=2, in_all=0.5, in_any=0.5, agreement=None)
    assert steadiness([], 3) is None
    assert steadiness([1, 2], 0) is None
