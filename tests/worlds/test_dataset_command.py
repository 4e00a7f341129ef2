"""``trek dataset check``: exit status, last line, and a report with everything."""

from __future__ import annotations

import json
import shutil

import pytest

from kb_browser.world.bundles import SMALL_WORLD
from trek_site.cli import main


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    shutil.copytree(SMALL_WORLD, folder, ignore=shutil.ignore_patterns(".trek"))
    return folder


def test_a_sound_release(release, capsys):
    assert main(["dataset", "check", str(release)]) == 0
    assert capsys.readouterr().out.splitlines() == ["gold task-perfect: feasible 26/26, infeasible 14/14"]


def test_checking_writes_nothing_beside_the_release(release, capsys):
    main(["dataset", "check", str(release)])
    assert not (release / ".trek").exists()


def test_all_faults_are_told_at_once_with_file_row_and_rule(release, capsys, tmp_path):
    queries = release / "trek_queries.csv"
    queries.write_bytes(queries.read_bytes().replace(b"'budget': '6146'", b"'budget': '600'"))
    (release / "api/data/v2/car_data/Port Arden_rental_cars.csv").unlink()
    report = tmp_path / "report.json"
    assert main(["dataset", "check", str(release), "--json", str(report)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("error: trek_gold.jsonl, row 2: gold_bill: costs ") for line in lines)
    assert any("Port Arden_rental_cars.csv: city_file_missing: " in line for line in lines)
    # Without its cars, Port Arden cannot be the stay of task 32 either.
    assert lines[-1] == "gold task-perfect: feasible 24/26, infeasible 14/14"
    written = json.loads(report.read_bytes())
    assert written["sound"] is False
    assert {"city_file_missing", "checksums", "gold_bill", "gold_not_perfect"} <= {
        fault["rule"] for fault in written["errors"]
    }
    assert written["gold"]["feasible"] == {"perfect": 24, "tasks": 26}


def test_a_release_that_cannot_be_loaded_has_no_gold_to_score(release, capsys):
    flights = release / "api/data/v2/flight_data/flights.csv"
    flights.write_bytes(flights.read_bytes().replace(b"flight_number", b"number", 1))
    assert main(["dataset", "check", str(release)]) == 1
    output = capsys.readouterr().out
    assert "flights.csv: column_missing: " in output
    assert output.splitlines()[-1] == "gold task-perfect: feasible 0/0, infeasible 0/0"


def test_a_release_of_another_make_has_notes_and_passes(release, capsys):
    (release / "manifest.json").unlink()
    (release / "api/data/v2/flight_data/VALID_airports_id.csv").unlink()
    assert main(["dataset", "check", str(release)]) == 0
    output = capsys.readouterr().out
    assert "note: " in output
    assert "error: " not in output


def test_many_faults_of_one_rule_are_counted(release, capsys):
    flights = release / "api/data/v2/flight_data/flights.csv"
    flights.write_bytes(flights.read_bytes().replace(b",45.1,-64.2,", b",45.3,-64.2,"))
    assert main(["dataset", "check", str(release)]) == 1
    output = capsys.readouterr().out
    assert output.count("error: api/data/v2/flight_data/flights.csv, row") >= 20
    assert " more, all in the JSON report" in output


@pytest.mark.parametrize(
    "words", [["dataset"], ["dataset", "mend"], ["dataset", "check"], ["dataset", "check", "/no/where"]]
)
def test_wrong_use(words, capsys):
    assert main(words) == 2


def test_a_release_is_built_and_checks(tmp_path, capsys):
    out = tmp_path / "built"
    assert main(["dataset", "build", "--profile", "small", "--out", str(out)]) == 0
    assert capsys.readouterr().out == f"41 files in {out}\n"
    assert main(["dataset", "check", str(out)]) == 0
    sound = (SMALL_WORLD / "manifest.json").read_bytes()
    assert (out / "manifest.json").read_bytes() == sound


def test_another_seed_builds_another_release(tmp_path, capsys):
    assert main(["dataset", "build", "--profile", "small", "--out", str(tmp_path), "--seed", "3"]) == 0
    assert main(["dataset", "check", str(tmp_path)]) == 0
    assert (tmp_path / "manifest.json").read_bytes() != (SMALL_WORLD / "manifest.json").read_bytes()


def test_nothing_is_built_over_other_files(release, capsys):
    before = (release / "manifest.json").read_bytes()
    assert main(["dataset", "build", "--out", str(release), "--seed", "3"]) == 2
    assert (release / "manifest.json").read_bytes() == before


def test_the_report_on_standard_output_is_json_and_nothing_else(release, capsys):
    assert main(["dataset", "check", str(release), "--json", "-"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["sound"] is True
    assert report["gold"]["infeasible"] == {"perfect": 14, "tasks": 14}


def test_help(capsys):
    assert main(["dataset", "--help"]) == 0
    assert main(["dataset", "check", "--help"]) == 0
    assert "release folder in the official layout" in capsys.readouterr().out
