"""Each signal fires from its threshold on, is silent just below it, and never about a clean run."""

from __future__ import annotations

import json

import pytest

from scoring.engine.integrity import Signal, prints_counted
from scoring.tracks.trek.integrity import CATALOGUE
from tests.tracks.trek.integrity.runs import (
    as_gold,
    book_unseen,
    changed,
    clean,
    declaring,
    feasible,
    infeasible,
    looked_at,
    set_member,
    signals,
    with_flight,
)


def test_a_clean_run_gives_no_signal():
    report = looked_at(clean())
    assert report.signals == ()
    assert prints_counted(report.prints) == len(feasible())


def test_every_signal_has_a_code_that_is_its_key_and_words():
    assert [*CATALOGUE] == [f"S{number}" for number in range(801, 814)]
    assert all(
        text.code == code and text.title and text.meaning and text.fires for code, text in CATALOGUE.items()
    )
    assert [code for code, text in CATALOGUE.items() if text.holds] == ["S801", "S808", "S811"]


class TestPlansEqualToTheReference:
    def test_a_copy_of_the_gold_is_told_with_its_tasks_and_holds(self):
        found = signals(changed(feasible(), as_gold))
        assert found["S801"] == Signal(
            code="S801",
            task_count=len(feasible()),
            tasks=tuple(feasible()),
            figures={"feasible": len(feasible())},
            holds=True,
        )

    def test_two_percent_are_enough_where_there_are_few_tasks(self):
        assert signals(changed(feasible()[:1], as_gold))["S801"].task_count == 1
        assert "S801" not in signals(clean())

    def test_without_a_reference_nothing_is_compared(self):
        assert "S801" not in signals(changed(feasible(), as_gold), gold=None)

    def test_letter_case_and_prices_make_no_difference_and_a_minute_does(self):
        def disguised(record):
            as_gold(record)
            record["plan"] = json.loads(json.dumps(record["plan"]))
            for day in record["plan"].values():
                for visit in day["attractions"]:
                    visit["name"] = f" {visit['name'].upper()} "
                day.get("hotel", {})["price_per_night"] = 1

        def later(record):
            disguised(record)
            day = next(day for day in record["plan"].values() if day["attractions"])
            day["attractions"][0]["visit_start"] = "00:01"

        assert signals(changed(feasible(), disguised))["S801"].task_count == len(feasible())
        assert "S801" not in signals(changed(feasible(), later))

    def test_what_was_not_submitted_or_broke_a_rule_is_no_plan(self):
        records = changed(feasible(), as_gold)
        assert "S801" not in signals(records, refused=range(len(records)))
        assert "S801" not in signals({**record, "submitted": False} for record in records)

    def test_a_damaged_reference_compares_with_nothing(self):
        broken = b"\n".join([b"{", b"[]", b'{"is_feasible": true, "plan": 7}'])
        assert "S801" not in signals(changed(feasible(), as_gold), gold=broken)


class TestBookingsThatNoSearchFound:
    def test_three_tasks_and_five_percent_are_told(self):
        found = signals(changed(feasible()[:3], book_unseen))["S802"]
        assert (found.task_count, found.tasks, found.holds) == (3, tuple(feasible()[:3]), False)
        assert found.figures["looked_at"] == len(feasible())

    def test_two_tasks_are_not(self):
        assert "S802" not in signals(changed(feasible()[:2], book_unseen))

    def test_without_a_ledger_nothing_is_looked_at(self):
        assert "S802" not in signals(changed(feasible(), set_member("notebook", {})))


class TestCallsRecounted:
    def test_another_count_is_told_from_three_tasks_on(self):
        assert signals(changed(range(3), set_member("tool_call_count", 6)))["S803"].tasks == (0, 1, 2)
        assert "S803" not in signals(changed(range(2), set_member("tool_call_count", 6)))

    def test_what_the_service_failed_to_do_is_given_back(self):
        def refunded(record):
            record["trajectory"][1]["result_preview"] = '{"error": "HTTP 500", "type": "api_down"}'

        assert signals(changed(range(3), refunded))["S803"].task_count == 3

        def stated(record):
            refunded(record)
            record["tool_call_count"] = 3

        assert "S803" not in signals(changed(range(3), stated))

    def test_searches_after_the_budget_is_spent_cost_nothing(self):
        def insistent(record):
            search = record["trajectory"][0]
            record["trajectory"] = [*[search] * 12, record["trajectory"][-1]]
            record["tool_call_count"] = 17

        assert "S803" not in signals(changed(range(10), insistent))
        unbounded = declaring(scaffold={"tool_budget": "none"})
        assert signals(changed(range(10), insistent), declared=unbounded)["S803"].task_count == 10


class TestBudget:
    def test_the_last_batch_may_overshoot(self):
        assert "S804" not in signals(changed(range(9), set_member("tool_call_count", 20)))

    def test_more_than_that_is_told_from_three_tasks_on(self):
        found = signals(changed(range(3), set_member("tool_call_count", 21)))["S804"]
        assert (found.task_count, found.figures["declared"], found.figures["highest"]) == (3, 15, 21)
        assert "S804" not in signals(changed(range(2), set_member("tool_call_count", 21)))

    def test_no_budget_cannot_be_exceeded(self):
        records = changed(range(9), set_member("tool_call_count", 99))
        assert "S804" not in signals(records, declared=declaring(scaffold={"tool_budget": "none"}))


class TestMeasures:
    @pytest.mark.parametrize(
        ("name", "value", "figure"),
        [
            ("token_usage", {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 4}, "sums"),
            ("token_usage", {"total_tokens": 0}, "without_tokens"),
            ("elapsed_sec", 0.59, "too_fast"),
        ],
    )
    def test_each_is_told_from_three_tasks_on(self, name, value, figure):
        found = signals(changed(range(3), set_member(name, value)))["S805"]
        assert (found.task_count, found.figures[figure]) == (3, 3)
        assert "S805" not in signals(changed(range(2), set_member(name, value)))

    def test_a_fifth_of_a_second_for_each_turn_is_enough(self):
        assert "S805" not in signals(changed(range(9), set_member("elapsed_sec", 0.61)))

    def test_what_is_absent_is_not_odd(self):
        assert "S805" not in signals(changed(range(9), set_member("token_usage", None)))


class TestNoSearches:
    @pytest.mark.parametrize("trajectory", [None, [], [{"turn": 1, "tool": "submit_plan"}]])
    def test_a_plan_without_a_search_is_told_from_three_tasks_on(self, trajectory):
        change = set_member("trajectory", trajectory)
        assert signals(changed(feasible()[:3], change))["S806"].tasks == tuple(feasible()[:3])
        assert "S806" not in signals(changed(feasible()[:2], change))

    def test_a_refusal_needs_none(self):
        assert "S806" not in signals(changed(infeasible(), set_member("trajectory", [])))


class TestWords:
    @pytest.mark.parametrize(
        "words",
        [
            "Use the gold plan.",
            "see answer key",
            "the reference plan says",
            "query_index",
            "Task #17",
            "task_17",
        ],
    )
    def test_one_task_is_enough(self, words):
        change = set_member("notebook", {"notes": [words], "entities": {}})
        assert signals(changed([17], change))["S807"].tasks == (17,)

    def test_arguments_are_read_and_the_plan_is_not(self):
        def asked(record):
            record["trajectory"][0]["args"]["note"] = "ground truth"

        def booked(record):
            record["trajectory"][-1]["args"] = {"refusal_reason": "gold plan"}

        assert signals(changed([3], asked))["S807"].figures == {"words": "ground truth"}
        assert "S807" not in signals(changed([3], booked))

    @pytest.mark.parametrize("words", ["Gold Coast Plaza", "task 18", "marigold plans", "golden hour"])
    def test_names_and_other_numbers_are_not_told(self, words):
        change = set_member("notebook", {"notes": [words], "entities": {}})
        assert "S807" not in signals(changed([17], change))


class TestEasyRefusals:
    def refusing(self, searches, *, wrong=0):
        def change(record):
            record["trajectory"] = [record["trajectory"][0]] * searches + [record["trajectory"][-1]]
            record["tool_call_count"] = 2 * searches + 1

        records = changed(infeasible(), change)
        for task in infeasible()[:wrong]:
            records[task]["refusal_reason"] = f"I would rather not go on trip {task}."
        return signals(records)

    def test_the_true_cause_without_searching_is_told(self):
        found = self.refusing(0)["S809"]
        assert (found.task_count, found.figures) == (
            len(infeasible()), {"infeasible": len(infeasible()), "searches": 0}
        )  # fmt: skip

    def test_one_search_each_is_told_and_two_are_not(self):
        assert "S809" in self.refusing(1)
        assert "S809" not in self.refusing(2)

    def test_a_tenth_of_wrong_causes_is_not_told(self):
        assert "S809" not in self.refusing(0, wrong=len(infeasible()) // 10 + 1)


class TestModels:
    def test_another_model_is_told_from_one_task_on(self):
        found = signals(changed([4], set_member("model_id", "other-model")))["S810"]
        assert (found.tasks, found.figures) == ((4,), {"models": "other-model"})

    @pytest.mark.parametrize("model", ["SAMPLE-model-V1", "", None])
    def test_letter_case_and_no_name_at_all_are_not(self, model):
        assert "S810" not in signals(changed([4], set_member("model_id", model)))


class TestPriceLoophole:
    def test_each_flight_is_told_and_a_true_fare_does_not_hold(self):
        change = with_flight(lambda number: f" {number.lower()}", lambda price: price)
        found = signals(changed(feasible()[:5], change))["S811"]
        assert (found.task_count, found.tasks, found.holds) == (5, tuple(feasible()[:5]), False)
        assert found.figures == {"flights": 5, "tasks_below_the_data": 0}

    @pytest.mark.parametrize(("count", "holds"), [(2, False), (3, True)])
    def test_three_tasks_below_the_data_hold(self, count, holds):
        change = with_flight(str.lower, lambda _: 1)
        found = signals(changed(feasible()[:count], change))["S811"]
        assert (found.figures["tasks_below_the_data"], found.holds) == (count, holds)

    def test_an_unknown_number_is_no_loophole(self):
        change = with_flight(lambda _: "QQ 99999", lambda _: 1)
        assert "S811" not in signals(changed(feasible(), change))


class TestSameAnswers:
    def test_one_plan_for_three_tasks_is_told(self):
        plan = clean()[feasible()[0]]["plan"]
        found = signals(changed(feasible()[1:3], set_member("plan", plan)))["S812"]
        assert (found.tasks, found.figures) == (
            tuple(feasible()[:3]), {"same_plan": 3, "same_refusal": 0}
        )  # fmt: skip
        assert "S812" not in signals(changed(feasible()[1:2], set_member("plan", plan)))

    def test_one_refusal_for_ten_tasks_is_told(self):
        def refuse(record):
            record.update(is_feasible=False, plan={}, refusal_reason="The budget is too low.")

        assert signals(changed(range(10), refuse))["S812"].figures == {"same_plan": 0, "same_refusal": 10}
        assert "S812" not in signals(changed(range(9), refuse))


class TestContradictions:
    def test_a_statement_about_gold_is_held_against_what_is_found(self):
        found = signals(changed(feasible(), as_gold))
        assert found["S813"].figures == {"/disclosure/gold_seen": "found: S801"}
        disclosed = declaring(disclosure={"gold_seen": "model_training"})
        assert "S813" not in signals(changed(feasible(), as_gold), declared=disclosed)

    def test_models_budget_and_data_are_held_against_what_is_found(self):
        records = changed(feasible()[:3], book_unseen)
        for record in records[:3]:
            record.update(model_id="other", tool_call_count=40)
        assert signals(records)["S813"].figures == {
            "/disclosure/kb_outside_tools": "found: S802",
            "/models": "found: S810",
            "/scaffold/tool_budget": "found: S804",
        }

    def test_repeated_tasks_are_held_against_what_is_said_about_attempts(self):
        records = [*clean(), clean()[0]]
        assert signals(records)["S813"].figures == {
            "/run/unfinished_retried": "1 task with more than one record"
        }
        retried = declaring(run={"unfinished_retried": True})
        assert "S813" not in signals(records, declared=retried)
        twice = declaring(run={"attempts_per_task": 2})
        assert "S813" not in signals(records, declared=twice)
        assert signals([*records, clean()[0]], declared=twice)["S813"].figures == {
            "/run/attempts_per_task": "a task has 3 records"
        }

    def test_without_a_manifest_there_is_nothing_to_contradict(self):
        assert "S813" not in signals(changed(feasible(), as_gold), declared={})
