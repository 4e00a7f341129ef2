"""The demo: the whole site by one command, whose exit status says whether every score is the known one."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from kb_browser.progress import Step, untold
from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from tests.processes import wait_until
from trek_site.demo.alone import NotAloneError, alone
from trek_site.demo.children import free_port
from trek_site.demo.releases import demo_release
from trek_site.demo.runs import ReferenceRun, Sent, differences, reference_runs
from trek_site.demo.telling import Teller
from trek_site.settings import env

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {"weighted_overall": 0.5, "task_perfect_rate": None}


SMALL = demo_release("small", Path("unused"), untold)


def demo(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """The command in an environment where nothing is configured."""
    inherited = {name: value for name, value in os.environ.items() if name not in env.VARIABLES}
    return subprocess.Popen(
        [sys.executable, "manage.py", "demo", "--profile", "small", "--port", "8200", *arguments],
        cwd=ROOT,
        env={**inherited, "TREK_DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "trek_site.settings.dev"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def children_of(folder: Path) -> list[str]:
    """Processes that still have the folder in their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"TREK_DATA_DIR={folder}\0" in f"{(process / 'environ').read_text(errors='replace')}\0":
                found.append((process / "cmdline").read_text())
        except OSError:
            continue
    return found


def read_until(process: subprocess.Popen[str], words: str) -> str:
    """What it has said by the time it says these words."""
    lines: list[str] = []

    def has_come_so_far() -> bool:
        assert process.stdout is not None
        lines.append(process.stdout.readline())
        return words in lines[-1]

    wait_until(has_come_so_far, within_s=180, otherwise=lambda: "".join(lines))
    return "".join(lines)


def entries_in(output: str) -> list[str]:
    return re.findall(r"/entries/\w+/", output)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demonstration:
    """A demo that has come to its end, and the folder with all that it left."""

    folder: Path
    status: int
    output: str


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Demonstration:
    """A demo from nothing, once for the whole module."""
    folder = tmp_path_factory.mktemp("demo")
    process = demo(folder, "--once")
    output, _ = process.communicate(timeout=600)
    return Demonstration(folder=folder, status=process.returncode, output=output)


@pytest.mark.stack
@pytest.mark.own_services
def test_every_reference_run_is_scored_as_known(first):
    assert first.status == 0, first.output
    assert first.output.count(", as known") == len(reference_runs(SMALL)) - 1
    assert len(entries_in(first.output)) == len(reference_runs(SMALL)) - 1
    assert children_of(first.folder) == []


@pytest.mark.stack
@pytest.mark.own_services
def test_killed_at_any_point_it_leaves_no_process_and_starts_again(tmp_path):
    for line in ("checking it", "waiting for the scores"):
        process = demo(tmp_path, "--once")
        read_until(process, line)
        process.kill()
        process.communicate(timeout=600)
        wait_until(lambda: children_of(tmp_path) == [], within_s=120)

    again = demo(tmp_path, "--once")
    output, _ = again.communicate(timeout=600)
    assert again.returncode == 0, output
    assert output.count(", as known") == len(reference_runs(SMALL)) - 1


@pytest.mark.stack
@pytest.mark.own_services
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_further_time_changes_nothing_and_it_stays_until_it_is_told_to_stop(first, number):
    process = demo(first.folder)
    output = read_until(process, "Ctrl-C stops it.")
    assert output.count(", as known") == len(reference_runs(SMALL)) - 1
    assert entries_in(output) == entries_in(first.output)
    assert len(children_of(first.folder)) >= 3

    process.send_signal(number)
    process.communicate(timeout=600)

    assert process.returncode == 0
    assert children_of(first.folder) == []


class Answers:
    """A client whose site knows one entry."""

    def __init__(self, summary):
        self.summary = summary

    def get(self, path):
        assert path == "/api/v1/entries/abc/"
        return {"summary": self.summary}


def wrong(summary, state="published", known=KNOWN):
    run = ReferenceRun(file=Path("trek_x.jsonl"), known=known, version="one")
    status = {"state": state, "state_reason": "Because."}
    return list(differences(Answers(summary), Sent(run=run, public_id="abc"), status))


def test_scores_that_agree_are_not_mentioned():
    assert wrong({"weighted_overall": 0.5 + 1e-10, "task_perfect_rate": None}) == []


@pytest.mark.parametrize("found", [0.51, None, "0.5"])
def test_a_score_that_differs_is_named(found):
    assert wrong({"weighted_overall": found, "task_perfect_rate": None}) == [
        f"x: weighted_overall should be 0.5, is {found}"
    ]


def test_a_run_that_was_not_scored_is_named():
    assert wrong({}, state="failed") == ["x: should have been scored, is failed: Because."]


def test_a_broken_bundle_has_to_be_refused():
    assert wrong({}, state="invalid", known=None) == []
    assert wrong({}, state="published", known=None) == ["x: should have been found invalid, is published"]


def test_a_port_in_use_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert free_port(port) > port


def test_a_server_refuses_it(settings):
    settings.TREK_IS_LOCAL = False

    with pytest.raises(CommandError, match="not on a server"):
        call_command("demo")


def test_two_demos_do_not_run_on_one_folder(tmp_path):
    folder = tmp_path / "demo"

    with alone(folder), pytest.raises(NotAloneError, match="Another demo runs on"), alone(folder):
        pass
    with alone(folder):
        pass


def test_the_small_release_is_the_carried_one():
    assert SMALL.files == SMALL_WORLD
    assert SMALL.digest == ReleaseFolder(SMALL_WORLD).digest()
    assert SMALL.name == f"small-{SMALL.digest[:8]}"
    assert all(run.file.is_file() for run in reference_runs(SMALL))


@pytest.mark.benchmark
def test_the_full_release_is_built_once_whatever_an_interrupted_build_left(tmp_path):
    left = tmp_path / "unfinished" / "release" / "trek_queries.csv"
    left.parent.mkdir(parents=True)
    left.write_text("torn")
    steps: list[str] = []

    first = demo_release("full", tmp_path, lambda step: steps.append(step.text))
    told = len(steps)
    second = demo_release("full", tmp_path, lambda step: steps.append(step.text))

    assert told > 0
    assert len(steps) == told
    assert first == second
    assert ReleaseFolder(first.files).digest() == first.digest
    assert all(run.file.is_file() for run in reference_runs(first))
    assert [place.name for place in tmp_path.iterdir()] == [first.name]


def test_progress_is_told_by_kind_every_two_seconds_and_every_ten_where_there_is_none():
    moments = iter([10.0, 10.5, 11.0, 12.5, 13.0, 22.9, 23.0])
    said: list[str] = []
    tell = Teller(said.append, clock=lambda: next(moments))

    tell(Step(text="drawing cities", done=0, total=375))
    tell(Step(text="drawing cities", done=100, total=375))
    tell(Step(text="probe honest", done=0, total=63))
    tell(Step(text="probe mute", done=1, total=63))
    tell(Step(text="probe late", done=40, total=63))
    tell(Step(text="probe late", done=40, total=63))
    tell(Step(text="probe late", done=40, total=63))

    assert said == [
        "  drawing cities (0 of 375)",
        "  probe honest (0 of 63)",
        "  probe late (40 of 63)",
        "  probe late (40 of 63)",
    ]
