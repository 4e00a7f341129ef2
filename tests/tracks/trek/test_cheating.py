"""Ways to a better place than one has earned, and what each of them gets by the official rules."""

from __future__ import annotations

import json

import pytest

from scoring.engine.canonical import canonical_json
from scoring.engine.model import TaskId
from scoring.engine.run import evaluate_all, result_json
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from scoring.tracks.trek.track import LATEST
from tests.tracks.trek.strategies import KB, RECORDS, TASKS, copied
from tests.tracks.trek.world import score, tiny_dataset

NAMES = ("weekend", "three cities", "no such hotel", "no route", "too cheap")
REASONS = {2: "The hotel does not exist.", 3: "There is no flight.", 4: "The budget is too small."}
EVERYTHING = "It does not exist, there is no flight, and the budget is too small."
FLOOR = 1e-9


@pytest.fixture(scope="module")
def dataset():
    return tiny_dataset(KB, *(TASKS[name] for name in NAMES))


def honest(index: int) -> dict:
    """A faultless answer to that task."""
    name = NAMES[index] if index < 2 else "refusal"
    changes = {"refusal_reason": REASONS[index]} if index >= 2 else {}
    return {**copied(RECORDS[name]), **changes, "query_index": index}


def run(dataset, rows) -> dict:
    """The aggregates of a run file."""
    content = b"\n".join(json.dumps(row).encode() for row in rows)
    records = last_records(read_rows(split_rows(content)), len(dataset.tasks))
    results = list(evaluate_all(LATEST, dataset, records))
    assert [result.task_id for result in results] == list(range(len(NAMES)))
    return dict(LATEST.aggregate(dataset, results).summary)


def geometric(*categories: float) -> float:
    product = 1.0
    for value in categories:
        product *= max(value, FLOOR)
    return product**0.25


def test_an_honest_run_is_perfect(dataset):
    summary = run(dataset, map(honest, range(5)))
    assert summary["task_perfect_rate"] == 1.0
    assert summary["weighted_overall"] == 1.0


def test_claiming_feasibility_with_an_empty_plan_is_worth_nothing(dataset):
    summary = run(dataset, [{**RECORDS["empty"], "query_index": index} for index in range(5)])
    assert summary["task_perfect_rate"] == 0.0
    assert summary["fully_valid_rate"] == 0.0
    assert [summary[f"cat_{name}"] for name in ("satisfaction", "truthfulness", "reasoning")] == [0, 0, 0]
    assert summary["cat_infeasibility"] == 0.0
    assert summary["weighted_overall"] == pytest.approx(FLOOR, abs=1e-12)
    # On feasible tasks the booking of nothing is D4's failure, and efficiency gives nothing for free.
    assert summary["d4_impossible"] == 0.0
    assert summary["cat_efficiency"] == 0.0


def test_refusing_everything_with_every_class_named_earns_one_class(dataset):
    refusal = {**RECORDS["refusal"], "refusal_reason": EVERYTHING}
    summary = run(dataset, [{**refusal, "query_index": index} for index in range(5)])
    assert summary["task_perfect_feasible"] == 0.0
    assert summary["cat_infeasibility"] == pytest.approx(1 / 3)
    # Only the entity task is named rightly; a refusal of a feasible task loses D4 too.
    assert summary["d4_impossible"] == pytest.approx(1 / 5)
    assert summary["cat_efficiency"] == 0.0
    assert summary["weighted_overall"] == pytest.approx(geometric(0, 0, 0, 1 / 3), abs=1e-9)


def test_refusing_without_a_word_earns_nothing(dataset):
    refusal = {**RECORDS["refusal"], "refusal_reason": ""}
    summary = run(dataset, [{**refusal, "query_index": index} for index in range(5)])
    assert summary["cat_infeasibility"] == 0.0
    assert summary["task_success_rate"] == 0.0


def test_answering_everything_loses_every_infeasible_task(dataset):
    rows = [{**honest(min(index, 1)), "query_index": index} for index in range(5)]
    summary = run(dataset, rows)
    assert summary["task_perfect_feasible"] == 1.0
    assert summary["task_perfect_infeasible"] == 0.0
    assert summary["cat_infeasibility"] == 0.0
    assert summary["weighted_overall"] == pytest.approx(geometric(1, 1, 1, 0), abs=1e-9)


def test_one_giant_answer_is_one_answer(dataset):
    giant = honest(0)
    giant["plan"] |= {f"day{day}": copied(giant["plan"]["day2"]) for day in range(4, 1000)}
    summary = run(dataset, [giant])
    assert (summary["n_missing"], summary["n_results"]) == (4, 5)
    assert summary["task_perfect_feasible"] == 0.0
    assert summary["cat_infeasibility"] == 0.0


def test_leaving_tasks_out_is_not_leaving_them_out_of_the_mean(dataset):
    summary = run(dataset, [honest(0), honest(2)])
    assert summary["task_perfect_feasible"] == 0.5
    assert summary["task_perfect_infeasible"] == pytest.approx(1 / 3)
    assert summary["n_scored"]["d0_keyword"] == 2
    assert summary["n_missing"] == 3


def test_repeating_an_answer_replaces_it(dataset):
    worse = {**RECORDS["empty"], "query_index": 0}
    rows = [honest(index) for index in range(1, 5)]
    assert run(dataset, [honest(0), worse, *rows])["task_perfect_feasible"] == 0.5
    assert run(dataset, [worse, honest(0), *rows])["task_perfect_feasible"] == 1.0
    assert run(dataset, [honest(0)] * 50 + rows)["n_results"] == 5


def test_answers_to_tasks_that_do_not_exist_are_ignored(dataset):
    rows = [{**honest(0), "query_index": index} for index in (-1, 5, 10**9, "0", [0])]
    assert run(dataset, rows)["n_missing"] == 5


def test_a_flight_number_in_another_case_flies_for_the_price_in_the_plan(dataset):
    """The official loophole keeps its official score: the number is real, its price is not looked up."""
    task = copied(TASKS["weekend"])
    task["hard_constraints"]["budget"] = "300"
    dear = score(tiny_dataset(KB, task), honest(0))
    cheap = honest(0)
    for day, number in (("day1", "ha 10"), ("day3", "ah 11")):
        cheap["plan"][day]["flights"][0] |= {"flight_number": number, "price": 0}
    result = score(tiny_dataset(KB, task), cheap)
    assert (dear.run["total_cost"], dear.is_perfect) == (705, False)
    assert (result.run["total_cost"], result.is_perfect) == (265, True)


def test_a_price_below_nothing_makes_no_bill_below_nothing():
    record = honest(0)
    record["plan"]["day1"]["flights"][0] |= {"flight_number": "ha 10", "price": -100_000}
    result = score(tiny_dataset(KB, TASKS["weekend"]), record)
    assert (result.scores["d3_budget"], result.run["total_cost"]) == (0.0, 0.0)


def test_a_number_where_nobody_looks_for_one_is_caught_by_its_ways(dataset):
    """Flights keyed flightNumber cannot be untruthful; B3 does not know where they land."""
    record = honest(0)
    flight = record["plan"]["day1"]["flights"][0]
    flight["flightNumber"] = flight.pop("flight_number") + "0"
    result = score(dataset, record)
    assert result.scores["d0_source"] == 1.0
    assert result.gates == ()
    assert result.scores["b3_spatiotemporal"] == 0.5
    assert not result.is_perfect


def test_doing_nothing_that_could_be_late_is_not_being_on_time(dataset):
    record = honest(0)
    for day in record["plan"].values():
        day.pop("attractions", None)
        day.get("hotel", {}).pop("check_in", None)
    result = score(dataset, record)
    assert (result.scores["b2_opening_hours"], result.scores["b3_spatiotemporal"]) == (0.0, 0.0)


def test_a_claim_of_not_applicable_is_a_claim(dataset):
    for claim in ("not applicable", "N/A", "unknown"):
        record = {**honest(2), "is_feasible": claim}
        assert score(dataset, record, task=2).scores["d4_impossible"] == 0.0


def test_scores_written_into_the_answer_are_not_read(dataset):
    boast = {"scores": {"d0_keyword": 1}, "perfect": True, "task_success": True, "is_impossible": True}
    for index in range(5):
        assert written(score(dataset, {**honest(index), **boast}, task=index)) == written(
            score(dataset, honest(index), task=index)
        )


def test_not_stating_the_calls_costs_no_correctness_and_wins_no_efficiency(dataset):
    record = honest(0)
    del record["tool_call_count"]
    result = score(dataset, record)
    assert result.is_perfect
    assert result.scores["d5_retry"] is None


@pytest.mark.parametrize("member", ["current_city", "flights", "hotel", "attractions", "car"])
def test_overlong_text_is_only_text(dataset, member):
    record = honest(0)
    record["plan"]["day2"][member] = "Alta to " * 100_000
    record["refusal_reason"] = "no " * 300_000
    result = score(dataset, record)
    assert not result.run["unscorable"]
    assert len(written(result)) < 20_000


@pytest.mark.parametrize("price", ["price", "price_per_night"])
def test_a_price_beyond_a_double_makes_no_bill(dataset, price):
    record = honest(0)
    record["plan"]["day1"]["hotel"] = {"name": "Alta Camp", "city": "Alta", price: 10**400}
    assert score(dataset, record).run["unscorable"]


def test_a_day_of_five_thousand_digits_makes_no_order(dataset):
    record = honest(0)
    record["plan"]["day" + "9" * 5000] = {"current_city": "Alta"}
    assert score(dataset, record).run["unscorable"]


def test_nesting_that_the_reader_survives_is_survived_by_the_scoring(dataset):
    for depth in range(900, 1000):
        line = (
            b'{"is_feasible": true, "plan": {"day1": {"current_city": ' + b"[" * depth + b"]" * depth + b"}}}"
        )
        for reading in read_rows([line]):
            written(LATEST.evaluate(dataset, TaskId(0), reading.record))


def test_a_number_too_long_to_print_is_named_instead(dataset):
    record = {**honest(0), "elapsed_sec": 10**5000}
    assert score(dataset, record).run["elapsed_sec"] == "a number of more digits than can be printed"


def written(result) -> bytes:
    return canonical_json(result_json(result))


def places(value, path=()):
    """Every place inside a JSON value, the outermost first."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from places(inner, (*path, position))


def replaced(record, path, value):
    record = copied(record)
    place = record
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return record


HOSTILE = (
    None,
    True,
    0,
    7,
    float("inf"),
    float("nan"),
    10**300,
    "nan",
    "x" * 20_000,
    [],
    [None],
    {"name": 5},
)


@pytest.mark.parametrize(
    ("name", "is_feasible"), [("weekend", True), ("weekend", False), ("too cheap", False)]
)
def test_no_value_in_place_of_another_breaks_the_scoring_or_makes_more_than_one(dataset, name, is_feasible):
    index = NAMES.index(name)
    record = {**honest(0), "is_feasible": is_feasible, "refusal_reason": "over budget"}
    missing = LATEST.evaluate(dataset, TaskId(index), None)
    for path in places(record):
        for value in HOSTILE:
            result = score(dataset, replaced(record, path, value), task=index)
            assert all(own is None or 0.0 <= own <= 1.0 for own in result.scores.values()), (path, value)
            assert len(written(result)) < 50_000, (path, value)
            if result.run["unscorable"]:
                assert result.scores == missing.scores, (path, value)
