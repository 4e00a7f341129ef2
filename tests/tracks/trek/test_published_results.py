"""The aggregates of the 15 published models follow from their own figures by this project's functions."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from scoring.engine.display import percent
from scoring.engine.intervals import normal_interval
from scoring.engine.robustness import spearman
from scoring.tracks.trek.aggregate import overall_geometric, overall_harmonic

with (Path(__file__).parent / "published_results.csv").open(encoding="utf-8") as file:
    ROWS = list(csv.DictReader(file))

CATEGORIES = ("rel_cat_satisfaction", "rel_cat_truthfulness", "rel_cat_reasoning", "rel_cat_infeasibility")
TP_FEAS = "rel_task_perfect_feasible"
FEASIBLE_TASKS = 533


def numbers(row, keys):
    return [float(row[key]) for key in keys]


GEOMETRIC = [overall_geometric(numbers(row, CATEGORIES)) for row in ROWS]
ARITHMETIC = [float(row["rel_arithmetic_overall"]) for row in ROWS]
HARMONIC = [overall_harmonic(numbers(row, CATEGORIES)) for row in ROWS]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model_key"])
def test_the_means_of_the_categories_are_those_of_the_release_and_the_paper(row):
    categories = numbers(row, CATEGORIES)
    assert overall_geometric(categories) == pytest.approx(float(row["rel_weighted_overall"]), abs=1e-9)
    assert sum(categories) / 4 == pytest.approx(float(row["rel_arithmetic_overall"]), abs=1e-9)
    assert percent(overall_harmonic(categories)) == row["paper_overall_harm_pct"]
    assert percent(overall_geometric(categories)) == row["paper_overall_geo_pct"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["model_key"])
def test_the_normal_interval_is_the_one_the_paper_prints(row):
    interval = normal_interval(float(row[TP_FEAS]), FEASIBLE_TASKS)
    assert float(percent(interval.low)) == pytest.approx(float(row["paper_tp_feas_ci95_lo_pct"]), abs=0.1001)
    assert float(percent(interval.high)) == pytest.approx(float(row["paper_tp_feas_ci95_hi_pct"]), abs=0.1001)


@pytest.mark.parametrize(
    "key", ["d0_keyword", "d0_source", "d2_unord_single", "d2_unord_multi", "d4_impossible"]
)
def test_failure_rates_of_binary_dimensions_are_one_minus_their_mean(key):
    column = {
        "d0_keyword": "d0_key", "d0_source": "d0_src", "d2_unord_single": "d2_single",
        "d2_unord_multi": "d2_multi", "d4_impossible": "d4_all800",
    }[key]  # fmt: skip
    for row in ROWS:
        printed = float(row[f"paper_fail_{column}_pct"])
        assert (1 - float(row[f"rel_{key}"])) * 100 == pytest.approx(printed, abs=0.0501), row["model_key"]


@pytest.mark.parametrize(
    ("other", "correlation"),
    [
        (ARITHMETIC, 0.961),
        (HARMONIC, 0.996),
        ([min(numbers(row, CATEGORIES)) for row in ROWS], 0.974),
        ([float(row[TP_FEAS]) for row in ROWS], 0.965),
    ],
    ids=["arithmetic", "harmonic", "minimum", "tp-feas"],
)
def test_the_order_is_as_robust_as_the_paper_says(other, correlation):
    assert spearman(GEOMETRIC, other) == pytest.approx(correlation, abs=0.0005)
