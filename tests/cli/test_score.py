"""``trek score``: the document it writes, and that nothing but the inputs decides it."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb_browser.release_files import ReleaseFolder
from scoring.tracks import TREK, TREK_PAPER
from trek_site.cli import main

FOLDER = Path(__file__).parents[1] / "tracks" / "trek" / "conformance"
RELEASE = FOLDER / "release"
RUN = FOLDER / "aggregate" / "runs" / "trek_middle.jsonl"


def scored(tmp_path, *arguments, run=RUN):
    out = tmp_path / "out.json"
    assert main(["score", "--release", str(RELEASE), str(run), "--json", str(out), *arguments]) == 0
    return json.loads(out.read_bytes())


def test_the_document_says_what_was_scored_by_what(tmp_path, capsys):
    document = scored(tmp_path)
    assert list(document) == [
        "track", "evaluator_version", "release_digest", "bundle_sha256", "summary", "measures", "tasks",
        "digest",
    ]  # fmt: skip
    assert document["track"] == "trek"
    assert document["evaluator_version"] == TREK.evaluator_version
    assert document["release_digest"] == ReleaseFolder(RELEASE).digest()
    assert document["bundle_sha256"] == hashlib.sha256(RUN.read_bytes()).hexdigest()
    assert document["summary"]["task_perfect_feasible"] == 0.5
    assert document["summary"]["task_perfect_rate"] == pytest.approx(27 / 51)
    assert [task["query_index"] for task in document["tasks"]] == list(range(51))
    first = document["tasks"][0]
    assert list(first) == ["query_index", "scores", "gates", "perfect", "run", "outcomes"]
    assert list(first["scores"]) == [dimension.key for dimension in TREK.dimensions]
    assert {tuple(outcome) for outcome in first["outcomes"]} == {("code", "verdict", "path", "facts")}
    assert capsys.readouterr().out.splitlines()[-1] == f"digest {document['digest']}"


def test_the_papers_edition_is_an_evaluator_of_its_own(tmp_path):
    latest, paper = scored(tmp_path), scored(tmp_path, "--edition", "paper")
    assert paper["evaluator_version"] == TREK_PAPER.evaluator_version
    assert paper["digest"] != latest["digest"]
    assert paper["summary"]["d0_keyword"] >= latest["summary"]["d0_keyword"]


@pytest.mark.parametrize("workers", ["2", "3", "51", "200"])
def test_the_number_of_workers_does_not_show(tmp_path, workers):
    assert scored(tmp_path, "--workers", workers) == scored(tmp_path)


def test_a_gzipped_bundle_scores_the_same(tmp_path):
    packed = tmp_path / "trek_middle.jsonl.gz"
    content = RUN.read_bytes()
    packed.write_bytes(gzip.compress(content[:9000]) + gzip.compress(content[9000:]))
    document, plain = scored(tmp_path, run=packed), scored(tmp_path)
    assert document["digest"] == plain["digest"]
    assert document["bundle_sha256"] != plain["bundle_sha256"]


def test_hash_seed_and_locale_do_not_show():
    digests = {
        subprocess.run(
            [sys.executable, "-m", "trek_site.cli", "score", "--release", str(RELEASE), str(RUN)],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True, check=True, text=True,
        ).stdout
        for seed, locale in (("0", "C"), ("1", "C.UTF-8"), ("4242", "tr_TR.UTF-8"))
    }  # fmt: skip
    assert len(digests) == 1


def test_json_on_standard_output_is_the_document_alone(capsys):
    assert main(["score", "--release", str(RELEASE), str(RUN), "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["track"] == "trek"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"no json\n", b"[1]\n", b"\xff\xfe\n", b"{" * 5000])
def test_any_bytes_are_scored_like_the_official_scorer_would(tmp_path, content):
    run = tmp_path / "trek_odd.jsonl"
    run.write_bytes(content)
    summary = scored(tmp_path, run=run)["summary"]
    assert summary["task_perfect_rate"] == 0.0
    assert summary["n_missing"] + summary["n_error"] == 51


def test_a_damaged_gzip_file_is_refused(tmp_path, capsys):
    run = tmp_path / "trek_odd.jsonl.gz"
    run.write_bytes(gzip.compress(RUN.read_bytes())[:-20])
    assert main(["score", "--release", str(RELEASE), str(run)]) == 1
    assert "cannot be unpacked" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "required"),
        (["--release", "nowhere", str(RUN)], "no such release folder"),
        (["--release", str(RELEASE), "nothing.jsonl"], "nothing.jsonl"),
        (["--release", str(RELEASE), str(RUN), "--workers", "0"], "workers"),
        (["--release", str(RELEASE), str(RUN), "--edition", "first"], "invalid choice"),
        (["--release", str(RELEASE), str(RUN), "--json", "/nowhere/out.json"], "/nowhere/out.json"),
    ],
)
def test_wrong_use_ends_with_2_and_says_what_is_wrong(capsys, arguments, said):
    assert main(["score", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_a_release_that_contradicts_itself_is_refused_with_every_place(tmp_path, capsys):
    (tmp_path / "trek_queries.csv").write_text("query,level\nx,mixed\n")
    assert main(["score", "--release", str(tmp_path), str(RUN)]) == 1
    said = capsys.readouterr().err
    assert "trek_queries.csv: column_missing" in said
    assert "flights.csv: file_missing" in said
