"""Comparing what this evaluator finds with what is expected of it, value by value."""

from __future__ import annotations

import pytest

from scoring.tracks.trek.conformance import Mismatch, agrees, vector_mismatches
from tests.tracks.trek.strategies import KB, RECORDS, TASKS
from tests.tracks.trek.world import tiny_dataset


@pytest.fixture(scope="module")
def dataset():
    return tiny_dataset(KB, TASKS["weekend"])


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (1, 1.0), (0.5, 0.5 + 9e-10), (None, None), ("a", "a"), (True, True), ([1, None], (1.0, None)),
        ({"a": 1}, {"a": 1.0}), (float("inf"), "inf"), (float("nan"), "nan"), (float("-inf"), float("-inf")),
    ],
)  # fmt: skip
def test_values_that_agree(expected, found):
    assert agrees(expected, found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        (0.5, 0.5 + 2e-9), (1, True), (True, 1), (False, None), (0, None), (None, 0), (1, "one"),
        ([1], [1, 2]), ([1], 1), ({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 2}), (float("inf"), "-inf"),
        (float("inf"), 1.0), (1, 10**400), (float("nan"), 0.0),
    ],
)  # fmt: skip
def test_values_that_differ(expected, found):
    assert not agrees(expected, found)


def test_a_mismatch_is_a_sentence():
    assert str(Mismatch("d3_budget", 1.0, 0.5)) == "d3_budget: expected 1.0, found 0.5"


def test_a_vector_that_is_met_has_no_mismatch(dataset):
    expected = {
        "d0_keyword": 1, "total_cost": 705.0, "invalid_reasons": None, "error_type": "ignored",
        "pre_capacity": {"d0_keyword": 1, "perfect": True},
    }  # fmt: skip
    vector = {"query_index": 0, "submission": RECORDS["weekend"], "expected": expected}
    assert list(vector_mismatches(dataset, vector)) == []


def test_a_vector_names_every_key_that_differs(dataset):
    expected = {
        "d0_keyword": 0,
        "invalid_reasons": ["empty_plan"],
        "pre_capacity": {"perfect": False},
        "x": 1,
    }
    vector = {"query_index": 0, "submission": RECORDS["weekend"], "expected": expected}
    found = list(vector_mismatches(dataset, vector))
    assert [mismatch.key for mismatch in found] == [
        "d0_keyword",
        "invalid_reasons",
        "pre_capacity.perfect",
        "x",
    ]


def test_a_row_that_is_no_object_is_replayed_as_unscorable(dataset):
    vector = {"query_index": 0, "submission": [1], "expected": {"unscorable": True, "d0_keyword": 0}}
    assert list(vector_mismatches(dataset, vector)) == []


def test_gate_reasons_agree_by_the_part_before_the_colon(dataset):
    row = {**RECORDS["weekend"], "plan": {"day1": {"car": {"type": "Bus", "city": "Alta"}}}}
    vector = {"query_index": 0, "submission": row, "expected": {"invalid_reasons": ["fabricated_car:Bus"]}}
    assert list(vector_mismatches(dataset, vector)) == []


@pytest.mark.parametrize(
    ("vector", "reason"),
    [
        ({}, "a vector needs"),
        ({"query_index": 0}, "a vector needs"),
        ({"query_index": "0", "expected": {}}, "a vector needs"),
        ({"query_index": 1, "expected": {}}, "the release has no task 1"),
        ({"query_index": -1, "expected": {}}, "the release has no task -1"),
    ],
)
def test_a_vector_that_lacks_a_part_is_refused(dataset, vector, reason):
    with pytest.raises(ValueError, match=reason):
        list(vector_mismatches(dataset, vector))
