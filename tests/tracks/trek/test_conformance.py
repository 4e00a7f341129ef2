"""The official evaluator's answers, reproduced: every vector, every aggregate."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from kb_browser.release_files import ReleaseFolder
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.conformance import agrees, summary_mismatches, vector_mismatches
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows

FOLDER = Path(__file__).parent / "conformance"
RUNS = sorted((FOLDER / "aggregate" / "runs").glob("*.jsonl"))
EXPECTED = {
    model["model"]: model for model in json.loads((FOLDER / "aggregate/expected/summary.json").read_bytes())
}


@pytest.fixture(scope="module")
def dataset():
    return TREK.read_dataset(ReleaseFolder(FOLDER / "release").files())


@pytest.mark.parametrize(("name", "count"), [("vectors.jsonl", 1680), ("vectors_fuzz.jsonl", 169)])
def test_every_vector_agrees(dataset, name, count):
    vectors = [json.loads(line) for line in (FOLDER / name).read_bytes().splitlines()]
    problems = [
        f"{vector['id']} {mismatch}" for vector in vectors for mismatch in vector_mismatches(dataset, vector)
    ]
    assert problems == []
    assert len(vectors) == count


@pytest.fixture(scope="module", params=RUNS, ids=lambda path: path.stem)
def run(request, dataset):
    records = last_records(read_rows(split_rows(request.param.read_bytes())), len(dataset.tasks))
    return request.param.stem, list(evaluate_all(TREK, dataset, records))


def test_every_aggregate_agrees(dataset, run):
    name, results = run
    summary = {"model": name, **TREK.aggregate(dataset, results).summary}
    assert list(map(str, summary_mismatches(EXPECTED[name], summary))) == []
    assert len(EXPECTED[name]) == 45


def test_every_row_of_the_official_score_files_agrees(run):
    name, results = run
    with (FOLDER / "aggregate" / "expected" / f"{name}.scores.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["query_index"]) for row in rows] == [result.task_id for result in results]
    for row, result in zip(rows, results, strict=True):
        for key, score in result.scores.items():
            assert agrees(float(row[key]) if row[key] else None, score), (name, row["query_index"], key)
        # The bill is added in the official order, so even the last digit is the same.
        assert (float(row["total_cost"]) if row["total_cost"] else None) == result.run["total_cost"]
        assert row["is_feasible"] == str(result.run["is_feasible"])
        assert int(row["attraction_count"]) == result.run["attraction_count"]


def test_a_wrong_expectation_is_noticed(dataset):
    """The comparison itself has teeth: each key of a vector, changed, is reported."""
    vector = json.loads((FOLDER / "vectors.jsonl").read_bytes().splitlines()[1])
    changed = {
        key: ["x"] if value is None else None
        for key, value in vector["expected"].items()
        if key != "error_type"
    }
    found = [mismatch.key for mismatch in vector_mismatches(dataset, {**vector, "expected": changed})]
    assert found == [key for key in changed if key != "pre_capacity"] + ["pre_capacity"]
