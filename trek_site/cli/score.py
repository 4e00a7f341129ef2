"""``trek score``: what the official scorer would give a bundle, with the reason for every verdict."""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.engine.display import percent
from scoring.engine.model import Json, Scores, TaskId, TaskResult
from scoring.engine.run import result_json, results_digest, scores_json
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.track import TrekTrack
from trek_site.cli.console import StopError, read_file, release, say, write, write_json
from trek_site.cli.runs import EDITIONS, records_of


def run(argv: Sequence[str]) -> int:
    """Score one bundle with the official reading of its rows."""
    options = _parser().parse_args(argv)
    track = EDITIONS[options.edition]
    try:
        content = read_file(options.file)
        dataset, digest = release(options.release)
        records = records_of(content, len(dataset.tasks))
        say(f"scoring {len(records)} of {len(dataset.tasks)} tasks as {track.evaluator_version}")
        results = list(_evaluate(track, dataset, records, options.workers))
        scores = track.aggregate(dataset, results)
        total = results_digest(results)
        if options.json != "-":
            _print_table(track, scores)
            write(f"digest {total}")
        if options.json:
            document: dict[str, Json] = {
                "track": track.slug,
                "evaluator_version": track.evaluator_version,
                "release_digest": digest,
                "bundle_sha256": hashlib.sha256(content).hexdigest(),
                "summary": scores.summary,
                "measures": scores_json(scores),
                "tasks": [result_json(result) for result in results],
                "digest": total,
            }
            write_json(document, options.json)
    except StopError as stop:
        say(str(stop))
        return stop.status
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek score", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="trek_<label>.jsonl or .jsonl.gz")
    parser.add_argument("--release", type=Path, required=True, metavar="DIR", help="folder of the release")
    parser.add_argument("--json", metavar="OUT", help="write everything to this file; - for standard output")
    parser.add_argument(
        "--workers", type=_positive, default=1, metavar="N", help="processes that share the tasks"
    )
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        default="latest",
        help="paper leaves out the vehicle-capacity check",
    )
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError("at least 1")
    return number


@dataclass(frozen=True, slots=True)
class _Work:
    track: TrekTrack
    dataset: TrekDataset
    records: Mapping[TaskId, TrekRecord]

    def evaluate(self, task_ids: Iterable[TaskId]) -> list[TaskResult]:
        return [self.track.evaluate(self.dataset, task_id, self.records.get(task_id)) for task_id in task_ids]


def _evaluate(
    track: TrekTrack, dataset: TrekDataset, records: Mapping[TaskId, TrekRecord], workers: int
) -> Iterator[TaskResult]:
    """Results in task order, whatever the number of processes: each takes a run of tasks."""
    work, task_ids = _Work(track, dataset, records), track.task_ids(dataset)
    workers = min(workers, len(task_ids))
    if workers <= 1:
        yield from work.evaluate(task_ids)
        return
    size = -(-len(task_ids) // workers)
    parts = [task_ids[start : start + size] for start in range(0, len(task_ids), size)]
    # Forked children share the dataset's pages; only the results travel back.
    context = multiprocessing.get_context("fork")
    _Inherited.work = work
    with context.Pool(workers) as pool:
        for results in pool.imap(_evaluate_part, parts):
            yield from results


class _Inherited:
    """What forked children find in place; set before the fork, never after."""

    work: _Work


def _evaluate_part(task_ids: Sequence[TaskId]) -> list[TaskResult]:
    return _Inherited.work.evaluate(task_ids)


def _print_table(track: TrekTrack, scores: Scores) -> None:
    """The board's columns and the dimensions, in percent."""
    for metric in track.metrics:
        measure = scores.measures[metric.key]
        shown = percent(measure.mean) if metric.unit == "share" else f"{measure.mean or 0:.0f}"
        interval = measure.interval
        bounds = f"  [{percent(interval.low)}, {percent(interval.high)}]" if interval is not None else ""
        write(f"{metric.label:<22} {shown:>8}{bounds}")
    rates = scores.summary["failure_rates"]
    for dimension in track.dimensions:
        mean = scores.summary[dimension.key]
        failed = rates.get(dimension.key) if isinstance(rates, dict) else None
        write(
            f"{dimension.label:<22} {percent(mean if isinstance(mean, float) else None):>8}"
            f"  below 1 on {percent(failed if isinstance(failed, float) else None)}"
        )
