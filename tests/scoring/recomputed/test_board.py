"""The board agrees with what anybody can work out from the tasks that it gives out."""

from __future__ import annotations

import pytest

from tests.scoring.recomputed import boards

pytestmark = pytest.mark.django_db


def test_the_scene_has_what_makes_figures_differ(site, runs):
    board = site.json(boards.API)
    assert len(runs) == 11
    assert sum(row["is_shared_rank"] for row in board["rows"]) == 2
    assert [row["unranked_reason"] for row in board["unranked"]] == [
        "The figure that decides the rank does not exist for this run."
    ]
    assert any(row["missing_tasks"] for row in board["rows"])
    assert sum(row["display_name"].startswith("Anonymous entry") for row in board["rows"]) == 1
    for hidden in ("Secret name", "Taken back", "Never published"):
        assert hidden not in str(board)
    gates = {gate for run in runs.values() for task in run.tasks for gate in task["gates"]}
    assert gates
    assert board["standings"]["groups"] > 1


def test_figures_and_intervals(site, runs):
    boards.figures_check(site, runs)


def test_ranks_ranges_groups_and_the_smallest_difference(site, runs):
    boards.standings_check(site, runs)


def test_the_table_that_is_seen(site, runs):
    boards.page_check(site, runs)


def test_every_file(site, runs, tmp_path):
    boards.files_check(site, runs, tmp_path)


def test_repeat_runs(site, runs):
    boards.runs_check(site, runs)
