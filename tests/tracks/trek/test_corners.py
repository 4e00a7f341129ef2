"""Corners in which two readings of one sentence differ, each with the sentence that decides."""

from __future__ import annotations

import copy
import dataclasses
import json
from pathlib import Path

import pytest

from kb_browser.release_files import ReleaseFolder
from scoring.engine.model import DimensionKey
from scoring.tracks import TREK
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.run_file import last_records, read_rows

RELEASE = Path(__file__).parent / "conformance" / "release"
GOLD = [json.loads(line) for line in (RELEASE / "trek_gold.jsonl").read_bytes().splitlines()]
D0_KEY, D5 = DimensionKey("d0_keyword"), DimensionKey("d5_retry")


@pytest.fixture(scope="module")
def dataset():
    return TREK.read_dataset(ReleaseFolder(RELEASE).files())


def evaluated(dataset, index, **changes):
    row = {**copy.deepcopy(GOLD[index]), "submitted": True, "tool_call_count": 5, **changes}
    return TREK.evaluate(dataset, index, TrekRecord.from_object(row))


def days(index):
    return copy.deepcopy(GOLD[index]["plan"])


class TestTheDayCheckReadsCarsBeforeCar:
    """9.1, item 2: "flights/flight, hotel/hotels, attractions/attraction or cars/car" is present."""

    def test_cars_counts_although_car_is_null(self, dataset):
        plan = days(0)
        plan["day3"] = {"car": None, "cars": {"type": "SUV"}}
        assert evaluated(dataset, 0, plan=plan).scores[D0_KEY] == 1.0

    def test_a_null_cars_hides_car(self, dataset):
        plan = days(0)
        plan["day3"] = {"cars": None, "car": {"type": "SUV"}}
        assert evaluated(dataset, 0, plan=plan).scores[D0_KEY] == 0.0


class TestCountersBeyondADouble:
    """2: any failure while a row is scored makes it unscorable; 9.7: gates and empty plans come first."""

    @pytest.mark.parametrize("calls", [10**400, 9 * 10**308])
    def test_calls_make_the_row_unscorable(self, dataset, calls):
        assert evaluated(dataset, 0, tool_call_count=calls).run["unscorable"] is True

    def test_a_negative_count_is_not_positive_however_large(self, dataset):
        assert evaluated(dataset, 0, tool_call_count=-(10**400)).scores[D5] is None

    @pytest.mark.parametrize("tokens", [10**400, -(10**400)])
    def test_tokens_are_not_read_once_a_gate_fired(self, dataset, tokens):
        plan = days(0)
        plan["day1"]["hotel"]["name"] = "Nowhere Hall"
        result = evaluated(dataset, 0, plan=plan, token_usage={"total_tokens": tokens})
        assert (result.run["unscorable"], result.scores[D5]) == (False, 0.0)

    def test_tokens_of_a_valid_plan_make_the_row_unscorable(self, dataset):
        assert evaluated(dataset, 0, token_usage={"total_tokens": 10**400}).run["unscorable"] is True

    def test_large_tokens_enter_the_average(self, dataset):
        assert evaluated(dataset, 0, token_usage={"total_tokens": 2**53 + 2}).run["total_tokens"] == 2**53 + 2


def test_a_structure_too_deep_for_the_machine_makes_the_row_unscorable(dataset):
    deep: object = "x"
    for _ in range(5000):
        deep = [deep]
    plan = days(1)
    plan["day1"]["flights"][0]["arrival_city"] = deep
    assert evaluated(dataset, 1, plan=plan).run["unscorable"] is True


def test_an_index_beyond_a_double_answers_no_task_and_stops_nothing():
    """5.1: indices outside the task file are ignored."""
    lines = [b'{"query_index": 1%s}' % (b"0" * 400), b'{"query_index": 2}']
    assert list(last_records(read_rows(lines), 51)) == [2]


def test_the_cost_of_a_plan_that_books_nothing_is_reported_even_if_negative(dataset):
    """9.5: 0 if the plan books nothing (the cost is still reported); then 0 with cost 0 if cost <= 0."""
    plan = {"day1": {"hotel": {"name": "-", "city": "Corvenna", "price_per_night": -5000}}}
    result = evaluated(dataset, 1, plan=plan)
    assert result.run["total_cost"] < 0
    assert result.scores[DimensionKey("d3_budget")] == 0.0


class TestClaimedPricesBeyondADouble:
    """16.3 names values "where they are read": a rate that is never billed is not."""

    def test_a_rate_outside_the_stay_cities_is_not_read(self, dataset):
        plan = days(0)
        plan["day3"]["hotel"] = {"name": "Nowhere Hall", "city": "Eskelund", "price_per_night": 10**400}
        assert evaluated(dataset, 0, plan=plan).run["unscorable"] is False

    def test_a_fare_that_is_billed_is(self, dataset):
        plan = days(0)
        plan["day1"]["flights"][0] |= {"flight_number": "mf 5832", "price": 10**308}
        assert evaluated(dataset, 0, plan=plan).run["unscorable"] is True


class TestPathsPointIntoThePlan:
    """An outcome's path is a JSON Pointer into the day map as it was submitted."""

    @pytest.mark.parametrize(
        ("name", "spelt"), [("hotel", "HOTELS"), ("attractions", "Attractions"), ("flights", "Flight")]
    )
    def test_containers_keep_their_spelling(self, dataset, name, spelt):
        plan = days(0)
        plan["day1"][spelt] = plan["day1"].pop(name)
        outcomes = evaluated(dataset, 0, plan=plan).outcomes
        paths = {outcome.path for outcome in outcomes if outcome.path.startswith(f"/day1/{spelt}")}
        assert paths
        assert not any(outcome.path.startswith(f"/day1/{name}") for outcome in outcomes)

    def test_of_two_spellings_the_later_one_is_meant(self, dataset):
        plan = days(0)
        plan["day1"]["Hotel"] = plan["day1"]["hotel"]
        outcomes = evaluated(dataset, 0, plan=plan).outcomes
        assert any(outcome.path == "/day1/Hotel" for outcome in outcomes)


def test_many_declared_cities_are_looked_up_once(dataset):
    """Booked things that no city knows are looked for in every declared city, but not city by city."""
    finds = 0
    tables = dataset.kb.attractions

    class Counting(type(tables)):
        def find(self, city):
            nonlocal finds
            finds += 1
            return super().find(city)

    names = " to ".join(f"Nowhere {number}" for number in range(300))
    visits = [{"name": f"Nothing {number}", "city": "Brévanne"} for number in range(300)]
    plan = {"day1": {"current_city": names, "attractions": visits}}
    kb = copy.copy(dataset.kb)
    kb.attractions = Counting("attraction", dataset.rows.attractions)
    row = {"is_feasible": True, "plan": plan, "submitted": True, "tool_call_count": 5}
    TREK.evaluate(dataclasses.replace(dataset, kb=kb), 1, TrekRecord.from_object(row))
    assert 0 < finds < 3000
