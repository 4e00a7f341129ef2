"""Everything that is summed up over one run, under the official keys.

Sums are exact (``Fraction`` over the doubles that tasks scored), means are rounded once. Categories count
tasks; the geometric mean and its relatives are irrational and are rounded to 1e-12 where they arise.

Source: official rules, section 13; paper, Tables 2, 15 and 16.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from scoring.engine.intervals import normal_interval
from scoring.engine.model import DimensionKey, Json, Measure, Metric, MetricKey, Scores, TaskResult
from scoring.tracks.trek.bootstrap import bootstrap
from scoring.tracks.trek.dimensions import LATEST as DIMENSIONS
from scoring.tracks.trek.verdict import D4, EFFICIENCY, EXECUTABILITY, SATISFACTION, TRUTHFULNESS, category

EPSILON = 1e-9
"""ε of the paper: the floor of a category inside the geometric and the harmonic mean."""
_FULLY_EXPLICIT = 0.9999
_DIGITS = 12

CATEGORIES = ("cat_satisfaction", "cat_truthfulness", "cat_reasoning", "cat_infeasibility")
"""The four correctness categories; "reasoning" is the paper's Executability."""


def _metric(key: str, label: str, paper: str, **changes: object) -> Metric:
    return Metric(key=MetricKey(key), label=label, paper=paper, **changes)  # type: ignore[arg-type]


METRICS: tuple[Metric, ...] = (
    _metric("task_perfect_feasible", "TP-feas", "Table 2"),
    _metric("task_perfect_infeasible", "TP-inf", "Table 2"),
    _metric("cat_satisfaction", "Sat", "Table 2"),
    _metric("cat_truthfulness", "Tru", "Table 2"),
    _metric("cat_reasoning", "Exe", "Table 2"),
    _metric("cat_infeasibility", "Inf", "Table 2"),
    _metric("weighted_overall", "Overall", "Table 2; geometric mean"),
    _metric("arithmetic_overall", "Overall (arithmetic)", "Table 16"),
    _metric("harmonic_overall", "Overall (harmonic)", "Table 16"),
    _metric("minimum_category", "Weakest category", "rank robustness"),
    _metric("cat_efficiency", "Efficiency", "Table 2"),
    _metric("avg_total_tokens", "Tokens per task", "Table 2", unit="count", higher_is_better=None),
)
RANKING: tuple[MetricKey, ...] = (MetricKey("task_perfect_feasible"), MetricKey("weighted_overall"))


def aggregate(results: Sequence[TaskResult]) -> Scores:
    """Sum one run up.

    Args:
        results: One per task of the set, in task order; an empty set gives nulls.
    """
    dimensions = {
        dimension.key: _measure(result.scores[dimension.key] for result in results)
        for dimension in DIMENSIONS
    }
    categories = _categories(results, dimensions)
    perfect = _perfect(results)
    overall = _overalls([categories[key].mean for key in CATEGORIES])
    tokens = _measure(_stated(result.run["total_tokens"]) for result in results)
    seconds = _measure(_stated(result.run["elapsed_sec"]) for result in results)
    intervals = bootstrap(results)
    summary: dict[str, Json] = {
        **{key: measure.mean for key, measure in dimensions.items()},
        **{key: measure.mean for key, measure in categories.items()},
        "n_scored": {key: measure.count for key, measure in dimensions.items()},
        **_counts(results),
        **{key: measure.mean for key, measure in perfect.items()},
        **_shares(results),
        "avg_total_tokens": tokens.mean,
        "avg_elapsed_sec": seconds.mean,
        "missing_categories": [key for key in CATEGORIES if categories[key].mean is None],
        **overall,
        "overall_avg": _mean_of([measure.mean for measure in dimensions.values()]),
        "failure_rates": failure_rates(results),
        **{f"{key}_lo": interval.low if interval else None for key, interval in intervals.items()},
        **{f"{key}_hi": interval.high if interval else None for key, interval in intervals.items()},
    }
    measures: dict[str, Measure] = {
        **perfect, **categories, **{key: _single(value) for key, value in overall.items()},
        "avg_total_tokens": tokens,
    }  # fmt: skip
    for key, interval in intervals.items():
        measures[key] = Measure(total=measures[key].total, count=measures[key].count, interval=interval)
    return Scores(measures={metric.key: measures[metric.key] for metric in METRICS}, summary=summary)


def _measure(values: Iterable[float | None]) -> Measure:
    present = [value for value in values if value is not None]
    return Measure(total=sum((Fraction(value) for value in present), Fraction()), count=len(present))


def _share(flags: Iterable[bool | None]) -> Measure:
    present = [flag for flag in flags if flag is not None]
    return Measure(total=Fraction(sum(present)), count=len(present))


def _single(value: float | None) -> Measure:
    return Measure(total=Fraction(value or 0.0), count=0 if value is None else 1)


def _stated(value: Json) -> float | None:
    """A measure of the run, as far as it was stated: zeros and unreadable values are left out."""
    return float(value) if isinstance(value, (int, float)) and value else None


def _mean_of(values: Sequence[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return math.fsum(present) / len(present) if present else None


def _is_infeasible(result: TaskResult) -> bool:
    return result.run["task_impossible"] is True


def _categories(
    results: Sequence[TaskResult], dimensions: Mapping[DimensionKey, Measure]
) -> dict[str, Measure]:
    infeasible = [result for result in results if _is_infeasible(result)] or results
    return {
        "cat_satisfaction": _share(category(result.scores, SATISFACTION) for result in results),
        "cat_truthfulness": _share(category(result.scores, TRUTHFULNESS) for result in results),
        "cat_reasoning": _share(category(result.scores, EXECUTABILITY) for result in results),
        "cat_infeasibility": _measure(result.scores[D4] for result in infeasible),
        "cat_efficiency": dimensions[EFFICIENCY],
    }


def _perfect(results: Sequence[TaskResult]) -> dict[str, Measure]:
    feasible = _share(result.is_perfect for result in results if not _is_infeasible(result))
    if feasible.mean is not None:
        interval = normal_interval(feasible.mean, feasible.count)
        feasible = Measure(total=feasible.total, count=feasible.count, interval=interval)
    return {
        "task_perfect_feasible": feasible,
        "task_perfect_infeasible": _share(result.is_perfect for result in results if _is_infeasible(result)),
        "task_perfect_rate": _share(result.is_perfect for result in results),
    }


def _counts(results: Sequence[TaskResult]) -> dict[str, Json]:
    infeasible = sum(1 for result in results if _is_infeasible(result))
    return {
        "n_results": len(results),
        "n_feasible": len(results) - infeasible,
        "n_infeasible": infeasible,
        "n_tasks": len(results),
        "n_missing": sum(1 for result in results if result.run["missing"]),
        "n_error": sum(1 for result in results if result.run["unscorable"]),
    }


def _shares(results: Sequence[TaskResult]) -> dict[str, Json]:
    explicit = [result.scores[DIMENSIONS[0].key] for result in results]
    return {
        "task_success_rate": _share(result.run["task_success"] is True for result in results).mean,
        "explicit_full_rate": _share(
            score >= _FULLY_EXPLICIT for score in explicit if score is not None
        ).mean,
        "fully_valid_rate": _share(
            valid for valid in (result.run["fully_valid"] for result in results) if isinstance(valid, bool)
        ).mean,
    }


def overall_geometric(categories: Sequence[float]) -> float:
    """Fourth root of the product of the four categories, each floored at ε; to 1e-12."""
    return round(math.prod(max(value, EPSILON) for value in categories) ** (1.0 / len(categories)), _DIGITS)


def overall_harmonic(categories: Sequence[float]) -> float:
    """Harmonic mean of the four categories, each floored at ε; to 1e-12."""
    return round(len(categories) / math.fsum(1.0 / max(value, EPSILON) for value in categories), _DIGITS)


def _overalls(means: Sequence[float | None]) -> dict[str, float | None]:
    """The four summaries of the categories; all null when one category is missing."""
    present = [mean for mean in means if mean is not None]
    if len(present) < len(means):
        return dict.fromkeys(
            ("weighted_overall", "arithmetic_overall", "harmonic_overall", "minimum_category")
        )
    return {
        "weighted_overall": overall_geometric(present),
        "arithmetic_overall": math.fsum(present) / len(present),
        "harmonic_overall": overall_harmonic(present),
        "minimum_category": min(present),
    }


def failure_rates(results: Sequence[TaskResult]) -> dict[str, Json]:
    """Per dimension the share of applicable values below 1 (paper, Table 15); null where none applies."""
    rates: dict[str, Json] = {}
    for dimension in DIMENSIONS:
        scores = [score for result in results if (score := result.scores[dimension.key]) is not None]
        rates[dimension.key] = _share(score < 1.0 for score in scores).mean
    return rates
