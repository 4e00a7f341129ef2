"""A command line and a worker from nothing to their result; the figures to reach are 5 s and 1.5 s."""

from __future__ import annotations

import shutil
from statistics import median

from kb_browser.store import SNAPSHOT_FOLDER, load_dataset
from tests.benchmarks.large_world import bundle_path, release_folder
from tests.benchmarks.measuring import python, report, seconds

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


def main() -> None:
    release, bundle = release_folder(), bundle_path()
    _, digest = load_dataset(release)
    home = release / SNAPSHOT_FOLDER
    score = ["-m", "trek_site.cli", "score", "--release", str(release), str(bundle)]
    bare = median(seconds(lambda: python(_BARE)) for _ in range(_TIMES))
    worker = median(seconds(lambda: python(["-c", _WORKER, digest, str(home)])) for _ in range(_TIMES))
    prepared = median(seconds(lambda: python(score)) for _ in range(_TIMES))

    def unprepared() -> None:
        shutil.rmtree(home)
        python(score)

    cold = median(seconds(unprepared) for _ in range(3))
    report(
        "From a cold start, wall time",
        _line("an empty Python", bare, bare),
        _line("worker to its first verdict, by snapshot", worker, bare, "under 1.5 s"),
        _line("trek score, snapshot there", prepared, bare, "under 5 s"),
        _line("trek score, no snapshot yet", cold, bare),
    )


def _line(title: str, taken: float, bare: float, figure: str = "") -> str:
    goal = f"   (to reach: {figure})" if figure else ""
    return f"{title:<42}{taken:6.2f} s {taken / bare:5.0f}{goal}"


if __name__ == "__main__":
    main()
