"""Memory of a worker with the whole release, and of forked children that scored a bundle.

The figure to reach is 400 MB for the worker; a child has what it touches.
"""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from kb_browser.store import SNAPSHOT_FOLDER, load_dataset, snapshot_read
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.benchmarks.full_release import bundle_path, release_folder
from tests.benchmarks.measuring import private_mb, python, report, resident_mb

_CHILDREN = 2


def main() -> None:
    # In a process of its own, so that building and other benchmarks leave no trace in the figures.
    load_dataset(release_folder())
    report(
        "Memory with 212,530 records",
        *python(["-m", "tests.benchmarks.memory"]).splitlines(),
    )


def worker() -> None:
    """Print the figures of one worker and its children."""
    before = resident_mb()
    release = release_folder()
    digest = next((release / SNAPSHOT_FOLDER).glob("*.snapshot")).name.partition(".")[0]
    dataset = snapshot_read(digest, release / SNAPSHOT_FOLDER)
    if dataset is None:
        raise SystemExit("the snapshot cannot be read")
    gc.collect()
    gc.freeze()
    _say(f"worker before loading       {before:6.0f} MB resident")
    _say(f"worker with the release     {resident_mb():6.0f} MB resident   (to reach: under 400)")
    _beside_another(digest, release)
    for _ in range(_CHILDREN):
        child = os.fork()
        if not child:
            fresh = private_mb()
            records = last_records(read_rows(split_rows(bundle_path().read_bytes())), 800)
            for _ in evaluate_all(TREK, dataset, records):
                pass
            scored = private_mb()
            _say(f"forked child                {fresh:6.0f} MB of its own")
            _say(f"  having scored a bundle    {scored:6.0f} MB of its own, its input among them")
            os._exit(0)
        os.waitpid(child, 0)


def _beside_another(digest: str, release: Path) -> None:
    """As in a rehearsal, candidate beside baseline: read again, a release shares nothing with itself."""
    child = os.fork()
    if not child:
        before = resident_mb()
        candidate = snapshot_read(digest, release / SNAPSHOT_FOLDER)
        if candidate is None:
            raise SystemExit("the snapshot cannot be read")
        _say(
            f"with a second one open      {resident_mb():6.0f} MB resident   (+{resident_mb() - before:.0f})"
        )
        os._exit(0)
    os.waitpid(child, 0)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    worker()
