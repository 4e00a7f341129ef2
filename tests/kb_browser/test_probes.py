"""Probes: each matches on every sound release, and none on an evaluator or a release that is not."""

import dataclasses
import json

import pytest

from kb_browser.probes import run
from kb_browser.probes.run import PROBES, run_probes
from kb_browser.release_checks.release import parse_release
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.build import PROFILES, files_of
from kb_browser.world.build import build as build_world
from kb_browser.world.bundles import SMALL_WORLD
from scoring.tracks.trek.dataset import read_dataset
from trek_site.cli import main

UNTOUCHED = {
    "gold",
    # The small world has neither accents in the names of sights, nor a party too large for a compact car.
    "decomposed_attractions",
    "cars_too_small",
}


def world_of(folder):
    return read_dataset(folder.files()), parse_release(folder.files(), folder.manifest(), {}).gold


@pytest.fixture(scope="module")
def small():
    return world_of(ReleaseFolder(SMALL_WORLD))


@pytest.fixture(scope="module")
def another():
    """The small profile from another seed: other cities' records, other tasks."""
    files = files_of(build_world(PROFILES["small"], 7, lambda _: None))
    return read_dataset(files), parse_release(files, None, {}).gold


@pytest.fixture(scope="module")
def results(small):
    return {result.probe.code: result for result in run_probes(*small)}


def test_there_are_many_and_each_has_a_name_of_its_own():
    assert len({probe.code for probe in PROBES}) == len(PROBES) >= 25
    assert all(probe.title for probe in PROBES)


@pytest.mark.parametrize("code", [probe.code for probe in PROBES])
def test_it_matches_on_the_small_world(results, code):
    assert [str(mismatch) for mismatch in results[code].mismatches] == []


@pytest.mark.parametrize("code", [probe.code for probe in PROBES if probe.code not in UNTOUCHED])
def test_it_says_something_about_the_small_world(results, code):
    assert results[code].touched > 0


def test_they_match_on_a_world_from_another_seed(another):
    assert [
        (result.probe.code, str(mismatch))
        for result in run_probes(*another)
        for mismatch in result.mismatches
    ] == []


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("d0_keyword", "invented_hotels"),
        ("d0_source", "flight_times_with_seconds"),
        ("d1_implicit", "invented_attractions"),
        ("d3_budget", "one_above_budget"),
        ("d4_impossible", "refuse_everything_route"),
        ("b2_opening_hours", "visits_of_one_minute"),
        ("b3_spatiotemporal", "no_time_to_move"),
    ],
)
def test_a_rule_that_went_wrong_is_named_with_task_and_figure(small, monkeypatch, key, code):
    (probe,) = (probe for probe in PROBES if probe.code == code)
    evaluate_all = run.evaluate_all
    (before,) = run_probes(*small, probes=[probe])

    def lenient(track, dataset, records):
        for result in evaluate_all(track, dataset, records):
            score = result.scores[key]
            yield dataclasses.replace(result, scores={**result.scores, key: None if score is None else 1.0})

    monkeypatch.setattr(run, "evaluate_all", lenient)
    (after,) = run_probes(*small, probes=[probe])
    assert before.matches
    assert not after.matches
    assert any(mismatch.task is not None and mismatch.figure == key for mismatch in after.mismatches)
    assert any(mismatch.task is None and mismatch.figure == key for mismatch in after.mismatches)
    assert f"{key} must be" in str(after.mismatches[0])


def test_a_gate_that_went_wrong_is_noticed(small, monkeypatch):
    (probe,) = (probe for probe in PROBES if probe.code == "invented_flights")
    evaluate_all = run.evaluate_all
    monkeypatch.setattr(
        run,
        "evaluate_all",
        lambda *given: (dataclasses.replace(result, gates=()) for result in evaluate_all(*given)),
    )
    (result,) = run_probes(*small, probes=[probe])
    assert {mismatch.figure for mismatch in result.mismatches} == {"gates"}


def test_gold_that_is_not_perfect_does_not_pass_for_it(small):
    dataset, gold = small
    line, answer = next((line, record) for line, record in gold if record["is_feasible"])
    spoilt = json.loads(json.dumps(answer))
    spoilt["plan"]["day1"]["hotel"]["name"] = "Nowhere Inn"
    answers = [(place, spoilt if place == line else record) for place, record in gold]
    (probe,) = (probe for probe in PROBES if probe.code == "gold")
    (result,) = run_probes(dataset, answers, probes=[probe])
    assert {mismatch.task for mismatch in result.mismatches} == {line - 1, None}


class TestCommand:
    """The face at the command line."""

    def test_it_says_how_many_are_as_stated(self, capsys):
        assert main(["dataset", "probe", str(SMALL_WORLD)]) == 0
        printed = capsys.readouterr()
        assert f"probes as stated: {len(PROBES)}/{len(PROBES)}" in printed.out
        assert "probe gold" in printed.err

    def test_the_report_has_every_probe(self, capsys):
        assert main(["dataset", "probe", str(SMALL_WORLD), "--json", "-"]) == 0
        report = json.loads(capsys.readouterr().out)
        assert [probe["code"] for probe in report["probes"]] == [probe.code for probe in PROBES]

    def test_a_figure_that_differs_fails_it_and_is_said(self, capsys, monkeypatch):
        evaluate_all = run.evaluate_all
        monkeypatch.setattr(
            run,
            "evaluate_all",
            lambda *given: (dataclasses.replace(result, is_perfect=True) for result in evaluate_all(*given)),
        )
        assert main(["dataset", "probe", str(SMALL_WORLD)]) == 1
        printed = capsys.readouterr()
        assert "FAIL nothing_submitted" in printed.out
        assert "task 0: perfect must be False, is True" in printed.err

    def test_a_folder_that_is_not_there(self, capsys, tmp_path):
        assert main(["dataset", "probe", str(tmp_path / "none")]) == 2
        assert "no such release folder" in capsys.readouterr().err
