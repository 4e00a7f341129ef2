"""``trek explain``: one task in words and as a document, the same as the evaluator and the search say."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys

import pytest

from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring.engine.model import TaskId
from scoring.engine.run import result_json
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions import suggest
from scoring.tracks.trek.track import LATEST
from tests.tracks.trek.suggestions.worlds import evaluated, stock
from trek_site.cli import main

RUN = BUNDLES / "trek_weak-agent.jsonl"
PERFECT, FAILING = 8, 12


def rows() -> dict[int, dict]:
    return {row["query_index"]: row for row in map(json.loads, RUN.read_text("utf-8").splitlines())}


def explained(tmp_path, task, *words, run=RUN):
    out = tmp_path / "out.json"
    status = main(
        ["explain", "--release", str(SMALL_WORLD), "--task", str(task), str(run), "--json", str(out), *words]
    )
    return status, json.loads(out.read_bytes())


@pytest.mark.parametrize("task", [0, 3, 5, PERFECT, FAILING, 17, 19, 26, 33, 36])
def test_the_document_is_what_evaluator_and_search_say(tmp_path, task, capsys):
    status, document = explained(tmp_path, task)
    row = rows().get(task)
    record = None if row is None else TrekRecord.from_object(row)
    result = evaluated(task, record)
    assert document["evaluator_version"] == LATEST.evaluator_version
    assert document["task"] == json.loads(json.dumps(result_json(result)))
    advice = [one.as_json() for one in suggest(stock(), TaskId(task), record, result)]
    assert document["suggestions"] == json.loads(json.dumps(advice))
    assert status == (0 if result.is_perfect else 1)
    out = capsys.readouterr().out
    assert all(one["code"] in out for one in document["suggestions"])
    assert all(one["edit"]["words"] in out for one in document["suggestions"] if one["offered"])
    assert all(one["words"] in out for one in document["suggestions"] if not one["offered"])


def test_a_perfect_task_ends_with_0_and_another_with_1(tmp_path, capsys):
    assert explained(tmp_path, PERFECT)[0] == 0
    assert "\nperfect\n" in capsys.readouterr().out
    assert explained(tmp_path, FAILING)[0] == 1


def test_the_patch_applies_to_the_submitted_line(tmp_path):
    """What the document says can be done by hand, and the check then holds."""
    _, document = explained(tmp_path, FAILING)
    row = rows()[FAILING]
    one = next(one for one in document["suggestions"] if one["code"] == "trek.d0_keyword.named_hotel")
    for change in one["edit"]["changes"]:
        assert change["op"] == "replace"
        *holders, last = change["path"].split("/")[1:]
        place = row
        for token in holders:
            place = place[token]
        assert place[last] == change["before"]
        place[last] = change["value"]
    mended = tmp_path / "trek_mended.jsonl"
    mended.write_text(json.dumps(row), "utf-8")
    codes = {other["code"] for other in explained(tmp_path, FAILING, run=mended)[1]["suggestions"]}
    assert one["code"] not in codes


def test_a_packed_bundle_is_read_too(tmp_path):
    packed = tmp_path / "trek_weak.jsonl.gz"
    packed.write_bytes(gzip.compress(RUN.read_bytes()))
    one, other = explained(tmp_path, FAILING, run=packed)[1], explained(tmp_path, FAILING)[1]
    assert one["suggestions"] == other["suggestions"]


@pytest.mark.parametrize("task", ["40", "-1", "x"])
def test_a_task_that_is_not_there_is_wrong_use(task, capsys):
    assert main(["explain", "--release", str(SMALL_WORLD), "--task", task, str(RUN)]) == 2


def test_what_cannot_be_read_is_wrong_use(tmp_path, capsys):
    missing = str(tmp_path / "none")
    assert main(["explain", "--release", str(SMALL_WORLD), "--task", "0", missing]) == 2
    assert main(["explain", "--release", missing, "--task", "0", str(RUN)]) == 2


def test_hash_seed_and_locale_do_not_show():
    outputs = {
        subprocess.run(
            [sys.executable, "-m", "trek_site.cli", "explain", "--release", str(SMALL_WORLD),
             "--task", str(FAILING), "--json", "-", str(RUN)],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale}, capture_output=True, check=False,
        ).stdout
        for seed, locale in (("0", "C.UTF-8"), ("1", "tr_TR.UTF-8"))
    }  # fmt: skip
    assert len(outputs) == 1
    assert json.loads(outputs.pop())["request"]["feasible"] is True


@pytest.mark.parametrize("content", [b"", b"no json\n", b'{"query_index": 12, "plan": [1]}', b"{" * 5000])
def test_any_bytes_are_explained(tmp_path, content, capsys):
    run = tmp_path / "trek_odd.jsonl"
    run.write_bytes(content)
    status, document = explained(tmp_path, FAILING, run=run)
    assert status == 1
    assert document["suggestions"]
