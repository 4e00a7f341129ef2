"""Aggregates, computed a second time with plain loops straight from the official rules, section 13."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.model import TaskId, TaskResult
from scoring.tracks.trek.bootstrap import bootstrap, paired_interval
from scoring.tracks.trek.track import LATEST

DIMENSIONS = (
    "d0_keyword", "d0_source", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget",
    "d4_impossible", "d5_retry", "b2_opening_hours", "b3_spatiotemporal",
)  # fmt: skip
SATISFACTION = ("d0_keyword", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget")
CATEGORIES = ("cat_satisfaction", "cat_truthfulness", "cat_reasoning", "cat_infeasibility")
WITH_INTERVAL = (
    "weighted_overall",
    "cat_satisfaction",
    "cat_truthfulness",
    "cat_reasoning",
    "cat_efficiency",
)
VALUES = (0.0, 0.0, 0.25, 1 / 3, 0.9, 0.9999, 0.99995, 1.0, 1.0, 1.0, 1.0)


def close(value):
    return None if value is None else pytest.approx(value, rel=0, abs=1e-11)


def mean(values):
    present = [value for value in values if value is not None]
    if not present:
        return None
    total = 0.0
    for value in present:
        total += value
    return total / len(present)


def share_of_passes(results, members):
    """Passes iff every non-null member is at least 1, over tasks with at least one."""
    passed, applicable = 0, 0
    for result in results:
        values = [result.scores[key] for key in members if result.scores[key] is not None]
        if values:
            applicable += 1
            if min(values) >= 1:
                passed += 1
    return passed / applicable if applicable else None


def categories_of(results):
    infeasible = [result for result in results if result.run["task_impossible"]]
    return {
        "cat_satisfaction": share_of_passes(results, SATISFACTION),
        "cat_truthfulness": mean([result.scores["d0_source"] for result in results]),
        "cat_reasoning": share_of_passes(results, ("b2_opening_hours", "b3_spatiotemporal")),
        "cat_infeasibility": mean([result.scores["d4_impossible"] for result in infeasible or results]),
        "cat_efficiency": mean([result.scores["d5_retry"] for result in results]),
    }


def overalls_of(categories):
    values = [categories[key] for key in CATEGORIES]
    names = ("weighted_overall", "arithmetic_overall", "harmonic_overall", "minimum_category")
    if None in values:
        return dict.fromkeys(names)
    product, inverse = 1.0, 0.0
    for value in values:
        product *= max(value, 1e-9)
        inverse += 1 / max(value, 1e-9)
    return dict(zip(names, (product**0.25, sum(values) / 4, 4 / inverse, min(values)), strict=True))


def share(flags):
    flags = list(flags)
    return sum(flags) / len(flags) if flags else None


def summary_of(results):
    """Everything of section 13 but the intervals."""
    columns = {key: [result.scores[key] for result in results] for key in DIMENSIONS}
    means = {key: mean(values) for key, values in columns.items()}
    categories = categories_of(results)
    feasible = [result for result in results if not result.run["task_impossible"]]
    infeasible = [result for result in results if result.run["task_impossible"]]
    return {
        **means,
        **categories,
        **overalls_of(categories),
        "n_scored": {key: sum(1 for value in columns[key] if value is not None) for key in DIMENSIONS},
        "n_results": len(results),
        "n_tasks": len(results),
        "n_feasible": len(feasible),
        "n_infeasible": len(infeasible),
        "n_missing": sum(1 for result in results if result.run["missing"]),
        "n_error": sum(1 for result in results if result.run["unscorable"]),
        "task_perfect_feasible": share(result.is_perfect for result in feasible),
        "task_perfect_infeasible": share(result.is_perfect for result in infeasible),
        "task_perfect_rate": share(result.is_perfect for result in results),
        "task_success_rate": share(result.run["task_success"] for result in results),
        "explicit_full_rate": share(value >= 0.9999 for value in columns["d0_keyword"] if value is not None),
        "fully_valid_rate": share(
            result.run["fully_valid"] for result in results if result.run["fully_valid"] is not None
        ),
        "avg_total_tokens": mean([result.run["total_tokens"] or None for result in results]),
        "avg_elapsed_sec": mean([result.run["elapsed_sec"] or None for result in results]),
        "missing_categories": [key for key in CATEGORIES if categories[key] is None],
        "overall_avg": mean(means.values()),
        "failure_rates": {
            key: share(value < 1 for value in columns[key] if value is not None) for key in DIMENSIONS
        },
    }


def percentiles(values):
    ordered = sorted(value for value in values if value is not None)
    if not ordered:
        return None
    last = len(ordered) - 1
    return ordered[int(0.025 * last)], ordered[int(0.975 * last)]


def intervals_of(results, draws):
    """Percentile bootstrap: randrange(n) n times per draw, every sample aggregated anew."""
    generator = random.Random(42)
    drawn = {key: [] for key in WITH_INTERVAL}
    for _ in range(draws):
        sample = []
        for _ in range(len(results)):
            sample.append(results[generator.randrange(len(results))])  # noqa: PERF401 - a plain loop on purpose
        categories = categories_of(sample)
        everything = {**categories, **overalls_of(categories)}
        for key in WITH_INTERVAL:
            drawn[key].append(everything[key])
    return {key: percentiles(values) for key, values in drawn.items()}


def result_of(task, scores, **run):
    facts = {
        "task_impossible": False, "task_success": False, "fully_valid": None, "missing": False,
        "unscorable": False, "total_tokens": None, "elapsed_sec": None,
    }  # fmt: skip
    is_perfect = run.pop("is_perfect", False)
    return TaskResult(
        task_id=TaskId(task), scores={key: scores.get(key) for key in DIMENSIONS}, is_perfect=is_perfect,
        gates=(), run={**facts, **run}, outcomes=(),
    )  # fmt: skip


def made_up(size, seed, *, feasible=0.7):
    """Results as the scorer could give them: feasible ones with most dimensions, infeasible ones with D4."""
    chance = random.Random(seed)
    results = []
    for task in range(size):
        run = {
            "task_success": chance.random() < 0.5,
            "missing": chance.random() < 0.1,
            "unscorable": chance.random() < 0.1,
            "total_tokens": chance.choice([None, 0, 1200, 54_321]),
            "elapsed_sec": chance.choice([None, 0.0, 3.25, 100.5]),
            "is_perfect": chance.random() < 0.4,
        }
        if chance.random() < feasible:
            scores = {key: chance.choice(VALUES) for key in DIMENSIONS}
            scores |= {key: chance.choice((0.0, 1.0)) for key in ("d0_keyword", "d0_source", "d4_impossible")}
            for key in ("d1_implicit", "d3_budget", "d5_retry", chance.choice(DIMENSIONS[3:5])):
                scores[key] = None if chance.random() < 0.3 else scores[key]
            run |= {"fully_valid": chance.choice([None, True, False])}
        else:
            scores = {"d4_impossible": chance.choice((0.0, 1.0))}
            run |= {"task_impossible": True}
        results.append(result_of(task, scores, **run))
    return results


def assert_same_summary(results):
    found = LATEST.aggregate(None, results)
    for key, value in summary_of(results).items():
        if isinstance(value, dict):
            assert {name: close(part) for name, part in value.items()} == found.summary[key], key
        elif isinstance(value, float):
            assert found.summary[key] == close(value), key
        else:
            assert found.summary[key] == value, key
    assert list(found.measures) == [metric.key for metric in LATEST.metrics]
    for key, measure in found.measures.items():
        assert measure.mean == found.summary[key], key
        assert (measure.mean is None) == (measure.count == 0)


@settings(deadline=None, max_examples=25, derandomize=True, database=None)
@given(st.integers(0, 40), st.integers(0, 10**6), st.sampled_from([0.0, 0.1, 0.7, 1.0]))
def test_every_aggregate_is_what_plain_loops_make_of_it(size, seed, feasible):
    assert_same_summary(made_up(size, seed, feasible=feasible))


@pytest.mark.parametrize(
    ("size", "seed", "feasible"), [(1, 1, 1.0), (7, 2, 0.7), (12, 3, 0.5), (16, 4, 0.2), (33, 5, 0.9)]
)
def test_the_bootstrap_is_what_plain_loops_make_of_it(size, seed, feasible):
    results = made_up(size, seed, feasible=feasible)
    for key, ends in intervals_of(results, 300).items():
        interval = bootstrap(results, draws=300)[key]
        assert (interval and (interval.low, interval.high)) == (ends and (close(ends[0]), close(ends[1]))), (
            key
        )


def test_the_published_intervals_take_a_thousand_draws():
    results = made_up(9, 6)
    summary = LATEST.aggregate(None, results).summary
    for key, ends in intervals_of(results, 1000).items():
        assert (summary[f"{key}_lo"], summary[f"{key}_hi"]) == (close(ends[0]), close(ends[1])), key


def test_infeasibility_has_no_interval_and_the_perfect_rate_the_normal_one():
    results = [result_of(0, {"d4_impossible": 1.0}, is_perfect=True), result_of(1, {"d4_impossible": 0.0})]
    measures = LATEST.aggregate(None, results).measures
    assert measures["cat_infeasibility"].interval is None
    interval = measures["task_perfect_feasible"].interval
    # 0.5 ± 1.96·sqrt(0.25 / 2) = 0.5 ± 0.6930, clipped at both ends.
    assert (interval.low, interval.high, interval.method) == (0.0, 1.0, "normal")


def test_the_normal_interval_of_a_hundred_tasks():
    results = [result_of(task, {"d4_impossible": 1.0}, is_perfect=task < 10) for task in range(100)]
    interval = LATEST.aggregate(None, results).measures["task_perfect_feasible"].interval
    # 0.1 ± 1.96·sqrt(0.1·0.9 / 100) = 0.1 ± 1.96·0.03 = 0.1 ± 0.0588.
    assert (interval.low, interval.high) == (close(0.0412), close(0.1588))


def test_without_infeasible_tasks_infeasibility_is_over_all():
    results = [result_of(0, {"d4_impossible": 1.0}), result_of(1, {"d4_impossible": 0.0})]
    assert LATEST.aggregate(None, results).summary["cat_infeasibility"] == 0.5


def test_a_missing_category_leaves_no_overall():
    results = [result_of(0, {"d4_impossible": 1.0}, task_impossible=True)]
    summary = LATEST.aggregate(None, results).summary
    assert summary["missing_categories"] == ["cat_satisfaction", "cat_truthfulness", "cat_reasoning"]
    names = ("weighted_overall", "arithmetic_overall", "harmonic_overall", "minimum_category")
    assert {summary[name] for name in names} == {None}
    assert summary["overall_avg"] == 1.0
    assert (summary["weighted_overall_lo"], summary["weighted_overall_hi"]) == (None, None)


def test_an_empty_run_has_counts_and_no_means():
    summary = LATEST.aggregate(None, []).summary
    assert summary["n_results"] == 0
    assert summary["task_perfect_rate"] is None
    assert summary["overall_avg"] is None
    assert set(summary["failure_rates"].values()) == {None}


def test_measures_that_are_no_numbers_are_left_out_of_the_averages():
    results = [
        result_of(task, {"d4_impossible": 1.0}, total_tokens=value)
        for task, value in enumerate((None, 0, "", "many", [5], 100, 300))
    ]
    assert LATEST.aggregate(None, results).summary["avg_total_tokens"] == 200


def test_the_geometric_mean_floors_a_category_at_a_billionth():
    scores = {"d0_keyword": 0.0, "d0_source": 1.0, "b2_opening_hours": 1.0, "d4_impossible": 1.0}
    summary = LATEST.aggregate(None, [result_of(0, scores)]).summary
    assert summary["weighted_overall"] == close(1e-9**0.25)
    assert summary["harmonic_overall"] == close(4 / (1e9 + 3))
    assert summary["minimum_category"] == 0.0


class TestPairedIntervals:
    """Differences on shared tasks, the same seed, 2000 draws."""

    def test_is_what_plain_loops_make_of_it(self):
        first = [1.0, 0.0, 0.5, 1.0, 1.0, 0.25, 0.0]
        second = [0.0, 0.0, 1.0, 0.0, 0.75, 0.25, 1.0]
        generator = random.Random(42)
        means = []
        for _ in range(2000):
            total = 0.0
            for _ in first:
                position = generator.randrange(len(first))
                total += first[position] - second[position]
            means.append(total / len(first))
        interval = paired_interval(first, second)
        assert (interval.low, interval.high) == tuple(map(close, percentiles(means)))

    def test_without_shared_tasks_there_is_none(self):
        assert paired_interval([], []) is None

    def test_runs_of_different_length_share_no_tasks(self):
        with pytest.raises(ValueError, match="argument 2 is longer"):
            paired_interval([1.0], [1.0, 0.0])
