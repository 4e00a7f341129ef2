"""Tasks scored by hand, with all the arithmetic, and the figures that the rules print.

The world is "coast": home and three cities on the equator, ten degrees apart (1,111.949 km).
"""

from __future__ import annotations

import math

import pytest

from scoring.tracks.trek.dimensions.d5_retry import minimum_calls, token_budget
from scoring.tracks.trek.units import decay, distance_km, minimum_gap_min
from scoring.tracks.trek.verdict import EXECUTABILITY, SATISFACTION, TRUTHFULNESS, category
from tests.tracks.trek.strategies import KB, RECORDS, TASKS, copied
from tests.tracks.trek.world import score, tiny_dataset

A_DEGREE_KM = 6371.0 * math.pi / 180


def close(value: float):
    return pytest.approx(value, rel=0, abs=1e-9)


@pytest.fixture(scope="module")
def weekend():
    task = copied(TASKS["weekend"])
    task["implicit_keywords"] = ["Couples trip", "business travelers"]
    task["hard_constraints"] = {"person_num": 2, "budget": "628", "days": 3}
    record = copied(RECORDS["weekend"])
    plan = record["plan"]
    plan["day1"]["hotel"] = {"name": "Alta Grand", "city": "Alta", "check_in": "12:10"}
    plan["day1"]["attractions"][0] |= {"visit_start": "14:20", "visit_end": "16:20"}
    plan["day2"]["hotel"] = {"name": "Alta Grand", "city": "Alta"}
    plan["day2"]["attractions"][0] |= {"visit_start": "10:00", "visit_end": "10:29"}
    record["tool_call_count"] = 8
    record["token_usage"] = {"total_tokens": 112_500}
    return score(tiny_dataset(KB, task), record)


class TestAWeekendForTwoPersonas:
    """Three days in one city for a couple that also works, with a car, a quarter over the budget."""

    def test_what_was_asked_for_is_there_and_real(self, weekend):
        # Two legs, three days, two nights, hotel, visit and car in Alta; five seats for max(2, 4).
        assert weekend.scores["d0_keyword"] == 1.0
        # HA 10, AH 11, Alta Grand, Alta Museum, Alta Garden, Sedan: six of six.
        assert weekend.scores["d0_source"] == 1.0
        assert weekend.run["d0_source_ratio"] == 1.0
        assert weekend.scores["d2_unord_single"] == 1.0
        assert weekend.scores["d2_unord_multi"] is None
        assert weekend.scores["d4_impossible"] == 1.0

    def test_personas(self, weekend):
        # The couple: hotel 100 (Spa), the better visit 100 (Garden: scenic spots); cars are out of scope.
        # Business: hotel 0, visits 0, the Sedan at 45 has WiFi: 100.
        assert weekend.scores["d1_implicit"] == (100 + 100 + 0 + 0 + 100) / 5 / 100 == 0.6

    def test_the_bill(self, weekend):
        air = 100 * 2 + 120 * 2
        lodging = (90 + 90) * 1
        tickets = 10 * 2 + 5 * 2
        car = 45 * 3
        assert air + lodging + tickets + car == 785 == weekend.run["total_cost"]
        # 785 / 628 = 1.25, so exp(-4 · 0.25) is left.
        assert weekend.scores["d3_budget"] == close(0.36787944117144233)

    def test_opening_hours(self, weekend):
        # The museum: 14:20-16:20 in 09:00-17:00 for 120 of 60 minutes. The garden: 29 of 30 minutes.
        assert weekend.scores["b2_opening_hours"] == 1 / max(2, 1)

    def test_ways(self, weekend):
        # Airport to hotel and hotel to museum are one degree each: 15 + 111.195 = 126.195, rounded 126.
        # Gaps: 10:00 to 12:10 and 12:10 to 14:20, 130 minutes each. Other days hold one event.
        assert round(15 + A_DEGREE_KM) == 126
        assert weekend.scores["b3_spatiotemporal"] == 1 - 0 / 2

    def test_efficiency(self, weekend):
        # Least calls: 2 flights + hotel + attraction + car + 1 = 6, two fewer than 8: (100 − 20) / 100.
        # B = 2000·6 + 3000·6·7/2 = 75,000; 112,500 / 75,000 − 1 = 0.5.
        assert weekend.scores["d5_retry"] == close(0.8 * math.exp(-0.5))
        assert weekend.scores["d5_retry"] == close(0.48522452777010676)

    def test_the_verdict(self, weekend):
        assert weekend.gates == ()
        assert weekend.run["task_success"] is True
        assert not weekend.is_perfect
        assert category(weekend.scores, SATISFACTION) is False
        assert category(weekend.scores, TRUTHFULNESS) is True
        assert category(weekend.scores, EXECUTABILITY) is False


@pytest.fixture(scope="module")
def week():
    task = copied(TASKS["three cities"])
    task["implicit_keywords"] = ["foodie"]
    task["hard_constraints"]["budget"] = "1200"
    record = copied(RECORDS["three cities"])
    plan = record["plan"]
    plan["day4"]["hotel"] = {"name": "Brea Palace", "city": "Brea", "price_per_night": 55}
    plan["day7"] = {"current_city": "from Cala to Home"}
    record["tool_call_count"] = 14
    record["token_usage"] = {"total_tokens": 686_000}
    return score(tiny_dataset(KB, task), record)


class TestThreeCitiesOverTheBudget:
    """A week in three cities; the way home is forgotten and one hotel has no price in the knowledge base."""

    def test_the_way_home_is_missing(self, week):
        assert week.scores["d0_keyword"] == 0.0
        assert week.scores["d0_source"] == 1.0
        assert week.scores["d4_impossible"] == 1.0

    def test_every_city_is_visited(self, week):
        assert week.scores["d2_unord_multi"] == 1.0
        assert week.scores["d2_unord_single"] is None

    def test_the_bill(self, week):
        air = (100 + 60 + 70) * 2 + 200 * 2  # The way home at the cheapest fare.
        lodging = (50 + 50) + (40 + 55) + (60 + 60)  # Six nights, two a city.
        tickets = (10 + 8 + 0) * 2
        cars = 40 * 3 + 35 * 2 + 55 * 2  # Seven days: 3, 2, 2.
        assert (air, lodging, tickets, cars) == (860, 315, 36, 300)
        assert week.run["total_cost"] == 1511
        lines = next(
            outcome.facts["lines"] for outcome in week.outcomes if outcome.code.endswith(".within_budget")
        )
        parts = dict.fromkeys(("air", "lodging", "tickets", "cars"), 0.0)
        for line in lines:
            parts[line["part"]] += line["quantity"] * line["price"]
        assert tuple(parts.values()) == (air, lodging, tickets, cars)
        # One rate is the plan's own (Brea Palace), one the cheapest (the way home).
        sources = [line["source"] for line in lines]
        assert (sources.count("plan"), sources.count("cheapest")) == (1, 1)
        # (1511 − 1200) / 1200 = 0.259166…
        assert week.scores["d3_budget"] == close(math.exp(-4 * 311 / 1200))

    def test_personas(self, week):
        # Restaurants: Alta Inn 3.9 no, the best of Brea 4.9 yes, Cala Inn 4.1 yes. Visits: Brea Market only.
        assert week.scores["d1_implicit"] == (0 + 100 + 100 + 0 + 100 + 0) / 6 / 100

    def test_hours_and_ways(self, week):
        # 13:00-15:00 in 09:00-17:00, 12:00-15:00 in 10:00-20:00, 13:00-15:00 around the clock.
        assert week.scores["b2_opening_hours"] == 3 / 3
        # Landing to visit: 180, 120 and 150 minutes, 45 needed each.
        assert week.scores["b3_spatiotemporal"] == 1 - 0 / 3

    def test_efficiency(self, week):
        # Least calls: 4 + 3 + 3 + 3 + 1 = 14; B = 343,000; twice as many tokens leave exp(-1).
        assert week.scores["d5_retry"] == close(math.exp(-1))

    def test_categories(self, week):
        assert category(week.scores, SATISFACTION) is False
        assert category(week.scores, TRUTHFULNESS) is True
        assert category(week.scores, EXECUTABILITY) is True
        assert not week.is_perfect


@pytest.mark.parametrize(
    ("reason", "entity", "route", "budget"),
    [
        # Entity is tested first, so naming all three classes is naming the entity.
        ("The hotel does not exist, there is no direct flight, and the budget is too small.", 1, 0, 0),
        # "flights" ends the word late: no route is named, and the budget is what remains.
        ("There are no direct flights within the budget.", 0, 0, 1),
        ("There is no direct flight to the island.", 0, 1, 0),
    ],
)
def test_three_refusals_of_three_infeasible_tasks(reason, entity, route, budget):
    names = ("no such hotel", "no route", "too cheap")
    dataset = tiny_dataset(KB, *(TASKS[name] for name in names))
    record = {**RECORDS["refusal"], "refusal_reason": reason}
    results = [score(dataset, record, task=task) for task in range(3)]
    assert [result.scores["d4_impossible"] for result in results] == [entity, route, budget]
    assert [result.is_perfect for result in results] == [bool(entity), bool(route), bool(budget)]
    others = {value for result in results for key, value in result.scores.items() if key != "d4_impossible"}
    assert others == {None}


def test_a_day_of_gaps_and_distances():
    """One violation of three: a check-in a minute too early for the degree from the airport."""
    record = copied(RECORDS["weekend"])
    day = record["plan"]["day1"]
    day["hotel"] = {"name": "Alta Grand", "city": "Alta", "check_in": "12:05"}
    day["attractions"] = [
        {"name": "Alta Museum", "city": "Alta", "visit_start": "14:12", "visit_end": "15:30"},
        {"name": "Alta Garden", "city": "Alta", "visit_start": "16:15", "visit_end": "17:15"},
    ]
    result = score(tiny_dataset(KB, TASKS["weekend"]), record)
    gaps = [
        (outcome.facts["gap_min"], outcome.facts["required_min"], outcome.verdict.value)
        for outcome in result.outcomes
        if outcome.code == "trek.b3_spatiotemporal.transition_possible"
    ]
    # 10:00-12:05 over 111.195 km; 12:05-14:12 over the same; 15:30-16:15 within 30 km.
    assert gaps == [(125, 126, "failed"), (127, 126, "passed"), (45, 45, "passed")]
    assert result.scores["b3_spatiotemporal"] == close(1 - 1 / 3)


@pytest.mark.parametrize(
    ("distance", "least"),
    [
        (0, 45),  # max(45, 15) = 45
        (30, 45),  # 15 + 30 = 45
        (35.5, 50),  # 50.5, halves to even
        (36.5, 52),  # 51.5, halves to even
        (100, 115),  # 15 + 100
        (180, 195),  # 15 + 180 = 195 is less than 180 + 15.43 = 195.43
        (181, 196),  # 180 + 15.51 = 195.51 is less than 15 + 181 = 196
        (700, 240),  # 180 + 60
        (7000, 780),  # 180 + 600
    ],
)
def test_least_minutes_for_a_distance(distance, least):
    assert minimum_gap_min(distance) == least


@pytest.mark.parametrize(
    ("place", "other", "distance"),
    [
        ((0, 0), (0, 0), 0),
        ((0, 0), (0, 1), A_DEGREE_KM),
        ((0, 0), (90, 0), 90 * A_DEGREE_KM),
        ((0, 0), (0, 180), 180 * A_DEGREE_KM),
        ((60, 0), (60, 180), 60 * A_DEGREE_KM),  # Over the pole: 30 degrees up and 30 down.
    ],
)
def test_great_circles(place, other, distance):
    assert distance_km(*place, *other) == pytest.approx(distance, rel=0, abs=1e-6)


def test_a_quarter_and_a_half_over_the_budget():
    """25% over gives 0.3679, 50% gives 0.1353."""
    assert round(decay(0.25, rate=4.0), 4) == 0.3679
    assert round(decay(0.5, rate=4.0), 4) == 0.1353


@pytest.mark.parametrize(
    ("name", "changes", "calls", "budget"),
    [
        ("weekend", {"req_car": {}}, 5, 55_000),  # Single city, round trip, no car.
        ("three cities", {}, 14, 343_000),  # Three cities, round trip, car.
    ],
)
def test_least_calls_and_tokens_as_printed(name, changes, calls, budget):
    dataset = tiny_dataset(KB, {**TASKS[name], **changes})
    assert minimum_calls(dataset.tasks[0]) == calls
    assert token_budget(calls) == budget


def test_the_token_budget_of_eight_calls():
    """T = 8 gives B = 124,000."""
    assert token_budget(8) == 2000 * 8 + 3000 * 8 * 9 / 2 == 124_000


def test_one_third_is_the_double_that_is_printed():
    """Sum, cells, hundred, in that order: one third is 0.33333333333333337."""
    task = {**TASKS["weekend"], "implicit_keywords": ["with children"]}
    result = score(tiny_dataset(KB, task), RECORDS["weekend"])
    assert repr(result.scores["d1_implicit"]) == "0.33333333333333337"
