"""``trek validate``: the site's report, grouped for reading, with an exit status for scripts."""

import json
import shutil
from pathlib import Path

import pytest

from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring.engine.intake import Mode, report_text
from tests.tracks.trek.intake.bundles import archive, bundle, check, manifest, packed, record, whole
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


def copied(directory, *names):
    """Carried bundles and the small world's folder, which is not written to."""
    release = directory / "release"
    shutil.copytree(SMALL_WORLD, release)
    for name in names:
        shutil.copy(BUNDLES / name, directory)
    return [str(directory / name) for name in names], str(release)


def test_a_release_gives_the_tasks_their_texts_and_the_data(tmp_path, capsys):
    (weak, other), release = copied(tmp_path, "trek_weak-agent.jsonl", "trek_strong-agent.jsonl")
    assert main(["validate", other, "--release", release]) == 0
    assert main(["validate", weak, "--release", release, "--check"]) == 0
    shown = capsys.readouterr().out
    assert "  L02  3 x  Times of flights that are not those of the data." in shown
    assert "18 of these fail lint; 1 task has no record yet" in shown
    assert "sound so far: everything in the file can be scored." in shown
    changed = Path(other).read_text("utf-8").replace('"query": "', '"query": "Not ')
    Path(other).write_text(changed, "utf-8")
    assert main(["validate", other, "--release", release]) == 1
    assert "F609" in capsys.readouterr().out


def test_a_file_that_is_not_finished_is_sound_so_far(file, capsys):
    assert main(["validate", file(bundle(record(3), record(9))), "--check"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "0 of these fail lint; 798 tasks have no record yet",
        "sound so far: everything in the file can be scored.",
    ]


def test_a_manifest_may_lie_beside_the_file_or_in_an_archive_with_it(file, capsys):
    declared = manifest(benchmark={"task_set": "trek-800"})
    content = whole(tasks=TASK_COUNT)
    beside = file(json.dumps(declared).encode(), "metadata.json")
    assert main(["validate", file(content), "--manifest", beside]) == 0
    packed_up = file(archive({"trek_sample.jsonl": content, "metadata.json": declared}), "all.zip")
    assert main(["validate", packed_up]) == 0
    assert "no manifest is named" not in capsys.readouterr().err
    assert main(["validate", file(archive({"a.jsonl": content}), "some.zip")]) == 1
    assert "F108" in capsys.readouterr().out
    broken = file(json.dumps({**declared, "entry": {}}).encode(), "metadata.json")
    assert main(["validate", file(content), "--manifest", broken]) == 1
    assert "F202  /entry/label: required." in capsys.readouterr().out


def test_the_document_is_the_one_of_every_other_door_byte_by_byte(file, capsysbinary):
    declared = manifest(benchmark={"task_set": "trek-800"})
    content = whole((1, record(1, submitted=...)))
    beside = file(json.dumps(declared).encode(), "metadata.json")
    assert main(["validate", file(content), "--manifest", beside, "--json", "-"]) == 1
    report = check(content, tasks=TASK_COUNT, mode=Mode.ENTRY, manifest=declared)
    assert capsysbinary.readouterr().out == report_text(report.as_json()).encode()


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["/there/is/no/such/file.jsonl"],
        ["a.jsonl", "--release", "/there/is/no/such/folder"],
        ["a.jsonl", "--colour"],
        ["a.jsonl", "--manifest", "/there/is/no/such/file.json"],
    ],
)
def test_wrong_use_exits_2(words, capsys):
    assert main(["validate", *words]) == 2
    assert capsys.readouterr().err
