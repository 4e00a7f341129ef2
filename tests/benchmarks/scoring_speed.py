"""Scoring two bundles of 800 records against only parsing their JSON; the figure to reach is 3.

One holds plans alone; the other has trajectory and notebook beside them, as the official runner writes.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from kb_browser.store import load_dataset
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.benchmarks.full_release import bundle_path, official_bundle_path, release_folder
from tests.benchmarks.measuring import alternating, median_ratio, report


def main() -> None:
    dataset, _ = load_dataset(release_folder())
    # As a worker does once it has loaded its dataset.
    gc.collect()
    gc.freeze()
    _measure("plans alone", dataset, bundle_path())
    _measure("official size", dataset, official_bundle_path())


def _measure(title: str, dataset: TrekDataset, bundle: Path) -> None:
    content = bundle.read_bytes()
    lines = split_rows(content)

    def parse() -> None:
        for line in lines:
            if line:
                json.loads(line)

    def keep() -> None:
        kept = [json.loads(line) for line in lines if line]
        assert len(kept) <= len(dataset.tasks)

    records_read = last_records(read_rows(lines), len(dataset.tasks))

    def judge() -> None:
        for _ in evaluate_all(TREK, dataset, records_read):
            pass

    def evaluate() -> None:
        records = last_records(read_rows(lines), len(dataset.tasks))
        for _ in evaluate_all(TREK, dataset, records):
            pass

    def score() -> None:
        records = last_records(read_rows(lines), len(dataset.tasks))
        TREK.aggregate(dataset, list(evaluate_all(TREK, dataset, records)))

    judged, evaluated, scored = (alternating(work, parse) for work in (judge, evaluate, score))
    kept, against_kept = alternating(keep, parse), alternating(evaluate, keep)
    report(
        f"Scoring {len(dataset.tasks)} records, {title}, {len(content) / 1e6:.1f} MB, release loaded",
        f"{'json.loads line by line':<32}{median(pair[1] for pair in evaluated) * 1000:6.0f} ms   1.0",
        _line("the same, rows kept in memory", kept),
        _line("evaluating what was read", judged),
        _line("reading and evaluating", evaluated, "at most 3"),
        _line("reading, evaluating, aggregating", scored),
        f"{'reading and evaluating, against rows kept':<46}{median_ratio(against_kept):.2f}",
    )


def _line(title: str, pairs: Sequence[tuple[float, float]], figure: str = "") -> str:
    goal = f"   (to reach: {figure})" if figure else ""
    return f"{title:<32}{median(pair[0] for pair in pairs) * 1000:6.0f} ms   {median_ratio(pairs):.2f}{goal}"


if __name__ == "__main__":
    main()
