"""What is suggested for one thing wrong with a gold plan, check by check."""

from __future__ import annotations

import pytest

from scoring.engine.catalogue import check_texts
from scoring.tracks import EVALUATORS
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions import EditKind, Lack, NoSuggestion, Suggestion, suggest
from scoring.tracks.trek.suggestions.proposals import LACKS, PROPOSERS
from scoring.tracks.trek.suggestions.suggesting import WITHIN_BUDGET
from tests.tracks.trek.suggestions.worlds import (
    DEAR,
    ROUND,
    TIGHT,
    TWO_CITIES,
    advice_for,
    answered,
    evaluated,
    gold_plan,
    mended,
    offered,
    stock,
)  # fmt: skip


def test_every_check_is_proposed_for_or_has_a_reason_why_not():
    for track in EVALUATORS:
        codes = set(check_texts(track))
        assert codes <= {*PROPOSERS, *LACKS, WITHIN_BUDGET}
    assert not set(PROPOSERS) & set(LACKS)


def test_gold_gets_no_advice():
    assert suggest(stock(), TWO_CITIES, answered(gold_plan(TWO_CITIES))) == ()


class TestWhatTheRequestStates:
    def test_a_missing_leg_is_the_flight_that_fits_the_day(self):
        plan = gold_plan(ROUND)
        plan["day3"]["flights"] = []
        advice = offered(ROUND, plan, "trek.d0_keyword.required_leg")
        assert advice.edit.kind is EditKind.ADD
        assert advice.is_clean
        assert advice.becomes_perfect
        (change,) = advice.changes
        assert change.as_json()["op"] == "add"
        assert change.path == "/plan/day3/flights/0"
        assert (change.after["departure_city"], change.after["arrival_city"]) == ("Omarinde", "Santa Ilária")

    def test_a_night_without_a_bed_gets_that_of_the_next_night(self):
        plan = gold_plan(TWO_CITIES)
        bed = plan["day2"].pop("hotel")
        advice = offered(TWO_CITIES, plan, "trek.d0_keyword.every_night")
        (change,) = advice.changes
        assert (change.path, change.after) == ("/plan/day2/hotel", bed)
        assert advice.becomes_perfect

    def test_a_missing_day_comes_back_with_its_bed(self):
        plan = gold_plan(TWO_CITIES)
        del plan["day2"]
        advice = offered(TWO_CITIES, plan, "trek.d0_keyword.days_planned")
        (change,) = advice.changes
        assert change.path == "/plan/day2"
        assert change.after["hotel"]["name"] == plan["day1"]["hotel"]["name"]
        assert advice.becomes_perfect

    def test_a_city_without_a_visit_gets_one_that_serves_the_party(self):
        plan = gold_plan(TWO_CITIES)
        for day in plan.values():
            day["attractions"] = [visit for visit in day["attractions"] if visit["city"] != "Aldenmünd"]
        advice = offered(TWO_CITIES, plan, "trek.d0_keyword.attraction_in_stay_city")
        assert advice.is_clean
        assert advice.edit.kind is EditKind.ADD

    def test_a_hotel_that_does_not_state_its_city_states_it(self):
        plan = gold_plan(ROUND)
        for day in ("day1", "day2"):
            del plan[day]["hotel"]["city"]
        advice = offered(ROUND, plan, "trek.d0_keyword.hotel_in_stay_city")
        assert advice.edit.kind is EditKind.RESTATE
        assert {change.path for change in advice.changes} == {
            "/plan/day1/hotel/city",
            "/plan/day2/hotel/city",
        }
        assert advice.becomes_perfect

    def test_the_named_hotel_takes_the_whole_stay(self):
        plan = gold_plan(ROUND)
        other = next(row for row in stock().hotels("Omarinde") if row.name != plan["day1"]["hotel"]["name"])
        for day in ("day1", "day2"):
            plan[day]["hotel"]["name"] = other.name
        advice = offered(ROUND, plan, "trek.d0_keyword.named_hotel")
        assert advice.edit.bookings == 1
        assert {change.path.split("/")[2] for change in advice.changes} == {"day1", "day2"}
        assert {one.code for one in advice.mends} == {"trek.gate.missing_mandated_hotel"}


class TestWhatTheDataSays:
    def test_a_misread_time_is_stated_as_it_is(self):
        plan = gold_plan(ROUND)
        plan["day3"]["flights"][0]["departure_time"] = "09:40"
        advice = offered(ROUND, plan, "trek.d0_source.flight_verified")
        (change,) = advice.changes
        assert (change.path, change.before, change.after) == (
            "/plan/day3/flights/0/departure_time", "09:40", "09:30",
        )  # fmt: skip

    def test_an_invented_hotel_whose_name_begins_like_a_real_one_is_that_one(self):
        plan = gold_plan(ROUND)
        for day in ("day1", "day2"):
            plan[day]["hotel"]["name"] += " Annex"
        for code in ("trek.d0_source.hotel_verified", "trek.gate.fabricated_hotel"):
            advice = offered(ROUND, plan, code)
            assert advice.edit.kind is EditKind.RESTATE
            assert advice.becomes_perfect

    def test_flights_under_another_key_get_the_key_that_is_read(self):
        plan = gold_plan(ROUND)
        plan = {
            key: {
                "flights": [
                    {"flightNumber": flight["flight_number"], "departure_city": flight["departure_city"],
                     "arrival_city": flight["arrival_city"]}
                    for flight in day["flights"]
                ]
            }
            for key, day in plan.items()
        }  # fmt: skip
        advice = offered(ROUND, plan, "trek.d0_source.something_checkable")
        assert advice.edit.kind is EditKind.RESTATE


class TestPersonasAndBudget:
    def test_another_hotel_carries_the_facility_within_the_budget(self):
        plan = gold_plan(TWO_CITIES)
        city, gold = "Aldenmünd", plan["day4"]["hotel"]["name"]
        personas = stock().dataset.facts[TWO_CITIES].personas
        other = next(row for row in stock().hotels(city) if not stock().serves_all(personas, row))
        for day in ("day4", "day5"):
            plan[day]["hotel"]["name"] = other.name
        advice = offered(TWO_CITIES, plan, "trek.d1_implicit.hotel_serves_persona")
        assert advice.is_clean
        assert advice.becomes_perfect
        assert {change.after for change in advice.changes if change.path.endswith("/name")} == {gold}

    def test_too_dear_a_hotel_gives_way(self):
        plan = gold_plan(TIGHT)
        city = plan["day1"]["hotel"]["city"]
        for day in ("day1", "day2"):
            plan[day]["hotel"]["name"] = stock().hotels(city)[-1].name
        advice = offered(TIGHT, plan, "trek.d3_budget.within_budget")
        assert advice.cost_after <= stock().dataset.tasks[TIGHT].budget < advice.cost_before
        assert advice.is_clean
        assert advice.edit.bookings == 1

    def test_several_dear_visits_give_way_together(self):
        plan = gold_plan(DEAR)
        cities = {visit["city"] for day in plan.values() for visit in day["attractions"]}
        dearest = {city: iter(stock().attractions(city)[::-1]) for city in cities}
        for day in plan.values():
            for visit in day["attractions"]:
                visit["name"] = next(dearest[visit["city"]]).name
        advice = offered(DEAR, plan, "trek.d3_budget.within_budget")
        assert advice.edit.bookings > 1


class TestTimes:
    def test_a_visit_before_opening_starts_later(self):
        plan = gold_plan(ROUND)
        visit = plan["day2"]["attractions"][1]
        visit["visit_start"], visit["visit_end"] = "04:30", "05:30"
        advice = offered(ROUND, plan, "trek.b2_opening_hours.visit_in_hours")
        assert advice.edit.kind is EditKind.RETIME
        assert advice.becomes_perfect
        assert "instead of 04:30 to 05:30" in advice.edit.words

    def test_two_visits_too_close_are_parted_by_one_change(self):
        plan = gold_plan(ROUND)
        one, other = plan["day2"]["attractions"]
        other["visit_start"] = one["visit_end"]
        advice = offered(ROUND, plan, "trek.b3_spatiotemporal.transition_possible")
        assert len(advice.changes) == 1
        assert advice.becomes_perfect

    @pytest.mark.parametrize("stated", [None, "noon", 12, ["10:00"]])
    def test_a_visit_without_a_time_gets_one(self, stated):
        plan = gold_plan(ROUND)
        plan["day2"]["attractions"][0]["visit_start"] = stated
        advice = offered(ROUND, plan, "trek.b3_spatiotemporal.event_timed")
        assert advice.becomes_perfect

    def test_an_unreadable_check_in_gets_a_time(self):
        plan = gold_plan(ROUND)
        plan["day2"]["hotel"]["check_in"] = "afternoon"
        advice = offered(ROUND, plan, "trek.b3_spatiotemporal.event_timed")
        assert [change.path for change in advice.changes] == ["/plan/day2/hotel/check_in"]
        assert advice.edit.kind is EditKind.RETIME

    def test_nothing_to_measure_gets_a_check_in(self):
        plan = gold_plan(ROUND)
        del plan["day2"]["hotel"]["check_in"]
        plan["day2"]["attractions"] = plan["day2"]["attractions"][:1]
        advice = offered(ROUND, plan, "trek.b3_spatiotemporal.something_to_measure")
        assert advice.becomes_perfect


class TestAnswers:
    def test_a_refusal_with_the_wrong_cause_gets_the_right_words(self):
        record = TrekRecord(
            members={"is_feasible": False, "refusal_reason": "I am tired.", "submitted": True}
        )
        advice = advice_for(0, record, "trek.d4_impossible.cause_named")
        assert isinstance(advice, Suggestion)
        assert [change.path for change in advice.changes] == ["/refusal_reason"]
        assert mended(0, record, advice).is_perfect

    def test_an_answer_to_the_impossible_becomes_a_refusal(self):
        record = answered({"day1": {"hotel": {"name": "Anything"}}})
        advice = advice_for(0, record, "trek.answer.claim_matches_task")
        assert isinstance(advice, Suggestion)
        assert advice.edit.kind is EditKind.ANSWER
        assert mended(0, record, advice).is_perfect

    def test_a_plan_refused_by_mistake_is_claimed(self):
        record = TrekRecord(members={"plan": gold_plan(ROUND), "is_feasible": False, "submitted": True})
        advice = advice_for(ROUND, record, "trek.answer.claim_matches_task")
        assert isinstance(advice, Suggestion)
        assert mended(ROUND, record, advice).is_perfect

    def test_an_answer_inside_the_plan_is_changed_there(self):
        record = TrekRecord(members={"plan": {"Is_Feasible": 0, "is_feasible": 0, "PLAN": gold_plan(ROUND)}})
        advice = advice_for(ROUND, record, "trek.answer.claim_matches_task")
        assert isinstance(advice, Suggestion)
        assert [change.path for change in advice.changes] == ["/plan/is_feasible"]
        assert mended(ROUND, record, advice).is_perfect

    @pytest.mark.parametrize(
        ("record", "code", "lack"),
        [
            (None, "trek.answer.record_present", Lack.WHOLE_ITINERARY),
            (TrekRecord(members={}), "trek.answer.claim_matches_task", Lack.NOTHING_FITS),
            (answered({}), "trek.gate.empty_plan", Lack.WHOLE_ITINERARY),
            (TrekRecord(is_refused=True), "trek.answer.record_scorable", Lack.UNREADABLE),
        ],
    )
    def test_where_there_is_no_small_change_it_says_why(self, record, code, lack):
        found = {one.outcome.code: one for one in suggest(stock(), ROUND, record)}
        assert isinstance(found[code], NoSuggestion)
        assert found[code].lack is lack
        assert found[code].words


def test_efficiency_is_about_the_run():
    record = TrekRecord(members={"plan": gold_plan(ROUND), "is_feasible": True, "tool_call_count": 14})
    (advice,) = suggest(stock(), ROUND, record)
    assert advice.lack is Lack.NOT_IN_THE_ANSWER
    assert evaluated(ROUND, record).is_perfect
