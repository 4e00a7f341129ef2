"""A command line and a worker from nothing to their result; the figures to reach are 5 s and 1.5 s."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from statistics import median

from kb_browser.store import SNAPSHOT_FOLDER, load_dataset
from tests.benchmarks.full_release import bundle_path, release_folder
from tests.benchmarks.measuring import child_times, python, report

_BARE = ["-c", "import json"]
_WORKER = """
import gc, sys
from pathlib import Path
from kb_browser.store import snapshot_read
from scoring.engine.model import TaskId
from scoring.tracks import TREK
from scoring.tracks.trek.record import TrekRecord
dataset = snapshot_read(sys.argv[1], Path(sys.argv[2]))
gc.freeze()
TREK.evaluate(dataset, TaskId(0), TrekRecord())
"""
_TIMES = 5

Times = tuple[float, float]
"""Wall and processor time in seconds."""


def main() -> None:
    release, bundle = release_folder(), bundle_path()
    _, digest = load_dataset(release)
    home = release / SNAPSHOT_FOLDER
    score = ["-m", "trek_site.cli", "score", "--release", str(release), str(bundle)]

    def unprepared() -> None:
        shutil.rmtree(home)
        python(score)

    bare = _median(lambda: python(_BARE))
    report(
        "From a cold start: wall time, processor time, and the latter as a multiple of an empty Python's",
        _line("an empty Python", bare, bare),
        _line(
            "worker to its first verdict, by snapshot",
            _median(lambda: python(["-c", _WORKER, digest, str(home)])),
            bare,
            "under 1.5 s",
        ),
        _line("trek score, snapshot there", _median(lambda: python(score)), bare, "under 5 s"),
        _line("trek score, no snapshot yet", _median(unprepared), bare),
    )


def _median(work: Callable[[], object]) -> Times:
    """The middle one of a few runs, wall and processor apart."""
    times = [child_times(work) for _ in range(_TIMES)]
    return median(wall for wall, _ in times), median(cpu for _, cpu in times)


def _line(title: str, taken: Times, bare: Times, figure: str = "") -> str:
    goal = f"   (to reach: {figure})" if figure else ""
    return f"{title:<42}{taken[0]:6.2f} s {taken[1]:6.2f} s {taken[1] / bare[1]:5.0f}{goal}"


if __name__ == "__main__":
    main()
