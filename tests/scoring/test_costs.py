"""Means, fronts and layers of a board's costs."""

import random

import pytest

from scoring.costs import (
    CostPoint,
    Run,
    Unknown,
    front_from,
    front_of,
    nearest,
    point_from,
    point_of,
)

MASK = 0b1111


def run(evaluation, passes, *costs):
    return Run(evaluation=evaluation, passes=passes, costs=costs)


def dominates(one, other):
    passed, cost = one.point
    others, others_cost = other.point
    return passed >= others and cost <= others_cost and (passed, cost) != (others, others_cost)


def test_the_mean_is_over_what_is_known_and_nothing_is_taken_for_free():
    assert point_of([10.0, None, 20.0]) == CostPoint(mean=15.0, known=2)
    assert point_of([None, None]) == CostPoint(unknown=Unknown.NOT_REPORTED)
    assert point_of([None], model="m") == CostPoint(unknown=Unknown.NO_PARTS)


def test_points_and_fronts_are_stored_and_read_again():
    for point in (point_of([1.5]), CostPoint(unknown=Unknown.ANONYMOUS)):
        assert point_from(dict(point.as_json())) == point
    found = front_of([run(7, 0b1, 1, 1, 1, 1), run(8, 0b11, 2, 2, 2, 2)], MASK, draws=20)
    assert front_from(found.as_json()) == found
    assert front_from({}).observed == []


def test_a_dominated_entry_is_off_the_front_and_its_better_is_named():
    cheap, good, bad = run(1, 0b1, 1, 1, 1, 1), run(2, 0b1111, 5, 5, 5, 5), run(3, 0b0, 9, 9, 9, 9)
    found = front_of([bad, good, cheap], MASK, draws=200)
    assert found.observed == [1, 2]
    assert found.on_front == {1: 1.0, 2: 1.0, 3: 0.0}
    assert found.dominates[1] == {3: 1.0}
    assert found.dominates[2] == {3: 1.0}
    assert found.draws == 200


def test_equal_entries_do_not_dominate_each_other():
    found = front_of([run(1, 0b11, 1, 2, 3, 4), run(2, 0b11, 1, 2, 3, 4)], MASK, draws=50)
    assert found.observed == [1, 2]
    assert found.on_front == {1: 1.0, 2: 1.0}


@pytest.mark.parametrize("seed", range(5))
def test_layers_are_fronts_of_what_remains(seed):
    chance = random.Random(seed)
    runs = [run(n, chance.getrandbits(4), *(chance.randint(1, 4) for _ in range(4))) for n in range(40)]
    left = list(runs)
    for layer in nearest(runs, most=1000):
        expected = {one.evaluation for one in left if not any(dominates(other, one) for other in left)}
        assert {one.evaluation for one in layer} == expected
        left = [one for one in left if one.evaluation not in expected]
    assert left == []


def test_only_the_layers_nearest_to_the_front_are_drawn():
    runs = [run(n, 0b1, n, 0, 0, 0) for n in range(1, 30)]
    assert [len(layer) for layer in nearest(runs, most=5)] == [1] * 5
    equal = [run(n, 0b1, 1, 0, 0, 0) for n in range(9)]
    assert [len(layer) for layer in nearest(equal, most=5)] == [5]
    assert nearest([]) == []
    assert front_of([], MASK, draws=10).observed == []
