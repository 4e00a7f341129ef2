"""``trek validate``: the site's report, grouped for reading, with an exit status for scripts."""

import json

import pytest

from tests.tracks.trek.intake.bundles import bundle, packed, record, whole
from trek_site.cli import main
from trek_site.cli.validate import TASK_COUNT


@pytest.fixture
def file(tmp_path):
    def write(content, name="trek_sample.jsonl"):
        path = tmp_path / name
        path.write_bytes(content)
        return str(path)

    return write


def test_a_valid_file_exits_0_and_says_what_it_holds(file, capsys):
    content = whole(tasks=TASK_COUNT)
    assert main(["validate", file(content)]) == 0
    assert main(["validate", file(packed(content), "trek_sample.jsonl.GZ")]) == 0
    shown = capsys.readouterr()
    assert shown.out.splitlines()[:2] == [
        "800 lines, 800 records, 800 of 800 tasks: 800 submitted (0 refusals), 0 with an error, 0 unfinished",
        "valid: every task is answered once, and all of it can be scored.",
    ]
    assert "taking a set of 800 tasks" in shown.err


def test_warnings_leave_a_file_valid(file, capsys):
    assert main(["validate", file(b"\xef\xbb\xbf" + whole(tasks=TASK_COUNT))]) == 0
    assert "Warnings (1)" in capsys.readouterr().out


def test_what_has_to_be_confirmed_exits_1(file, capsys):
    assert main(["validate", file(whole())]) == 1
    assert "needs confirmation: " in capsys.readouterr().out


def test_findings_stand_together_by_code_with_their_hint(file, capsys):
    records = [record(index, aux_call_count=-1, x=index) for index in range(25)]
    broken = '{"a": 1,}\n{"a": "b\n'
    assert main(["validate", file(bundle(*records) + broken.encode() + bundle(record("25")))]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        "Refused (1)",
        "  F602  Line 28: query_index is text. (column 17)",
        "        Write a whole number without quotes.",
        "",
    ]
    assert lines[4] == "Cannot be scored (2)"
    assert lines[6].startswith("        JSON has no trailing comma; delete it.")
    assert lines[8].startswith("        The line is cut off;")
    assert "        and 5 more like these" in lines
    assert "Notes (1)" in lines
    assert lines[-1] == "invalid: mend what is listed under Refused and check again."


def test_the_report_can_be_had_as_a_document(file, tmp_path, capsys):
    target = tmp_path / "report.json"
    assert main(["validate", file(whole()), "--json", str(target)]) == 1
    assert capsys.readouterr().out
    assert main(["validate", file(whole()), "--json", "-"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document == json.loads(target.read_text("utf-8"))
    assert (document["state"], document["task_set"]) == ("needs_confirmation", "trek-800")


def test_a_release_gives_the_number_of_tasks_and_their_texts(file, tmp_path, monkeypatch, capsys):
    class Task:
        query = "Plan a trip."

    class Dataset:
        tasks = (Task(), Task(), Task())

    monkeypatch.setattr("trek_site.cli.validate.release", lambda folder: (Dataset(), "digest"))
    sound = whole((0, record(0, query="Plan  a trip. ")))
    assert main(["validate", file(sound), "--release", str(tmp_path)]) == 0
    other = whole((0, record(0, query="Another request.")))
    assert main(["validate", file(other), "--release", str(tmp_path)]) == 1
    assert "F609" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["/there/is/no/such/file.jsonl"],
        ["a.jsonl", "--release", "/there/is/no/such/folder"],
        ["a.jsonl", "--colour"],
    ],
)
def test_wrong_use_exits_2(words, capsys):
    assert main(["validate", *words]) == 2
    assert capsys.readouterr().err
