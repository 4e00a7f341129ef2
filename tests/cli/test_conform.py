"""``trek conform``: what it prints, and that it notices a difference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trek_site.cli import main

FOLDER = Path(__file__).parents[1] / "tracks" / "trek" / "conformance"
RELEASE = FOLDER / "release"
LINES = (FOLDER / "vectors_fuzz.jsonl").read_bytes().splitlines()[:20]


def conform(capsys, *arguments):
    status = main(["conform", "--release", str(RELEASE), *map(str, arguments)])
    return status, capsys.readouterr().out.splitlines()


def vectors(tmp_path, *lines):
    path = tmp_path / "vectors.jsonl"
    path.write_bytes(b"\n".join(lines))
    return path


def test_agreeing_vectors_end_with_the_count(tmp_path, capsys):
    assert conform(capsys, vectors(tmp_path, *LINES)) == (0, ["agree 20/20"])


def test_a_mismatch_is_printed_with_its_vector_line_and_key(tmp_path, capsys):
    vector = json.loads(LINES[0])
    vector["expected"]["d3_budget"] = 0.25
    vector["expected"]["pre_capacity"]["perfect"] = not vector["expected"]["pre_capacity"]["perfect"]
    status, out = conform(capsys, vectors(tmp_path, LINES[1], json.dumps(vector).encode()))
    assert status == 1
    assert out[0] == f"{vector['id']} line 2: d3_budget: expected 0.25, found 1.0"
    assert out[1].startswith(f"{vector['id']} line 2: pre_capacity.perfect: expected ")
    assert out[-1] == "agree 1/2"


@pytest.mark.parametrize(
    "line", [b"nonsense", b"[]", b"{}", b'{"query_index": 99, "submission": {}, "expected": {}}']
)
def test_a_line_that_is_no_vector_counts_as_a_mismatch(tmp_path, capsys, line):
    status, out = conform(capsys, vectors(tmp_path, LINES[0], line))
    assert (status, out[-1]) == (1, "agree 1/2")


def test_no_vectors_at_all_is_no_agreement(tmp_path, capsys):
    assert conform(capsys, vectors(tmp_path)) == (1, ["agree 0/0"])


def test_the_aggregates_agree_key_by_key(capsys):
    assert conform(capsys, "--aggregate", FOLDER / "aggregate") == (0, ["agree 135/135"])


def test_a_missing_run_and_a_wrong_key_are_noticed(tmp_path, capsys):
    (tmp_path / "runs").mkdir()
    (tmp_path / "expected").mkdir()
    run = FOLDER / "aggregate" / "runs" / "trek_weak.jsonl"
    (tmp_path / "runs" / run.name).write_bytes(run.read_bytes())
    expected = [{"model": "trek_weak", "n_tasks": 52}, {"model": "trek_other", "n_tasks": 51}]
    (tmp_path / "expected" / "summary.json").write_text(json.dumps(expected))
    status, out = conform(capsys, "--aggregate", tmp_path)
    assert status == 1
    assert out[0] == "trek_weak: n_tasks: expected 52, found 51"
    assert out[-1] == "agree 1/4"


@pytest.mark.parametrize("text", ["nonsense", "{}", "[1]"])
def test_a_summary_that_is_none_is_wrong_use(tmp_path, capsys, text):
    (tmp_path / "expected").mkdir()
    (tmp_path / "expected" / "summary.json").write_text(text)
    assert conform(capsys, "--aggregate", tmp_path)[0] == 2
