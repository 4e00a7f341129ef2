"""The carried bundles: made again, scored as stated, and the stated scores checked by hand."""

from __future__ import annotations

import gzip
import json
from datetime import date

import pytest

from kb_browser.store import load_dataset
from kb_browser.world.bundles import BUNDLES, INVALID, KNOWN_SCORES, SMALL_WORLD, carried_files
from scoring.engine.intake import Asked
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.intake import Mode, TaskSet, read_bundle

KNOWN = json.loads((BUNDLES / KNOWN_SCORES).read_bytes())
FEASIBLE, INFEASIBLE = 26, 14


def unpacked(name: str, content: bytes) -> bytes:
    return gzip.decompress(content) if name.endswith(".gz") else content


def read(dataset, name, requests=None):
    with (BUNDLES / name).open("rb") as stream:
        return read_bundle(
            stream,
            Asked(
                file_name=name,
                tasks=TaskSet.of("trek", len(dataset.tasks), requests=requests),
                today=date(2026, 8, 31),
                mode=Mode.RECORDS,
            ),
        )


def rows(name: str) -> list[dict]:
    return [json.loads(line) for line in unpacked(name, (BUNDLES / name).read_bytes()).splitlines()]


@pytest.fixture(scope="module")
def dataset(tmp_path_factory):
    return load_dataset(SMALL_WORLD, cache_dir=tmp_path_factory.mktemp("cache"))[0]


def test_the_bundles_are_those_that_the_synthetic_agents_make():
    made = dict(carried_files())[BUNDLES]
    kept = {place.name: place.read_bytes() for place in BUNDLES.iterdir()}
    assert made.keys() == kept.keys()
    # Packed bytes may differ between editions of zlib; what they hold may not.
    assert {name: unpacked(name, made[name]) for name in made} == {
        name: unpacked(name, kept[name]) for name in kept
    }


@pytest.mark.parametrize("name", sorted(KNOWN["scores"]))
def test_a_bundle_scores_what_is_stated(dataset, name):
    report = read(dataset, name)
    summary = TREK.aggregate(dataset, evaluate_all(TREK, dataset, report.records)).summary
    stated = KNOWN["scores"][name]
    assert {key: summary[key] for key in stated} == pytest.approx(stated, abs=1e-9)


@pytest.mark.parametrize("name", sorted(KNOWN["findings"]))
def test_the_intake_says_of_a_bundle_what_is_stated(dataset, name):
    report = read(dataset, name, requests=[task.query for task in dataset.tasks])
    assert {"outcome": report.outcome.value, "counts": dict(report.found)} == KNOWN["findings"][name]


def test_the_invalid_bundle_has_one_fault_of_each_common_kind():
    # A torn line, a claim without is_feasible, a claim in quotes, an index behind the last task; so two
    # tasks have no record.
    counts = {"F601": 1, "R401": 1, "R501": 1, "R503": 1, "W606": 1}
    assert KNOWN["findings"][INVALID] == {"outcome": "invalid", "counts": counts}


def test_refusing_everything_by_hand():
    # "The budget is too low" is right on the 5 budget tasks of 14 and wrong on every feasible one, so the
    # four categories are 0, 0, 0 and 5/14; their plain mean is 5/56, and of 40 tasks 5 are perfect.
    scores = KNOWN["scores"]["trek_refuse-everything.jsonl"]
    assert scores["task_perfect_feasible"] == 0
    assert scores["task_perfect_infeasible"] == pytest.approx(5 / 14)
    assert scores["task_perfect_rate"] == pytest.approx(5 / 40)
    assert scores["arithmetic_overall"] == pytest.approx(5 / 56)
    # The geometric mean takes a billionth for each of the three zeros.
    assert scores["weighted_overall"] == pytest.approx((1e-27 * 5 / 14) ** 0.25, abs=1e-12)


def test_the_strong_agent_by_hand():
    # A plan equal to the gold is perfect; of the slips that change one, none leaves it so in this run.
    gold = [json.loads(line)["plan"] for line in (SMALL_WORLD / "trek_gold.jsonl").read_bytes().splitlines()]
    answers = rows("trek_strong-agent.jsonl")
    same = sum(1 for row in answers if row["plan"] and row["plan"] == gold[row["query_index"]])
    scores = KNOWN["scores"]["trek_strong-agent.jsonl"]
    assert same == 15
    assert scores["task_perfect_feasible"] == pytest.approx(15 / FEASIBLE)
    # Tasks 3 and 38 are refused for a wrong cause and task 28 is planned; the other 11 of 14 are right.
    assert scores["task_perfect_infeasible"] == pytest.approx(11 / INFEASIBLE)
    assert scores["task_perfect_rate"] == pytest.approx(26 / 40)
    tokens = [row["token_usage"]["total_tokens"] for row in answers]
    assert scores["avg_total_tokens"] == pytest.approx(sum(tokens) / 40)
    # Feasible tasks passing: Satisfaction 17, Truthfulness 23, Executability 23 of 26.
    assert scores["arithmetic_overall"] == pytest.approx((17 / 26 + 23 / 26 + 23 / 26 + 11 / 14) / 4)
    assert scores["weighted_overall"] == pytest.approx((17 / 26 * (23 / 26) ** 2 * 11 / 14) ** 0.25, abs=1e-9)
