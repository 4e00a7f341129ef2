"""``trek explain``: one task of a bundle, why each check failed, and the smallest change that would pass.

Exits 0 where the task is perfect and 1 where it is not.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

from scoring.engine.model import Json, TaskId
from scoring.engine.run import result_json
from scoring.tracks.trek.suggestions import Stock, suggest
from scoring.tracks.trek.task import Task
from trek_site.cli.console import FAILED, WRONG_USE, StopError, read_file, release, say, write_json
from trek_site.cli.explained import print_task
from trek_site.cli.runs import EDITIONS, records_of


def run(argv: Sequence[str]) -> int:
    """Explain one task."""
    options = _parser().parse_args(argv)
    track = EDITIONS[options.edition]
    try:
        content = read_file(options.file)
        dataset, digest = release(options.release)
        if not 0 <= options.task < len(dataset.tasks):
            raise StopError(f"there is no task {options.task}; tasks go from 0 to {len(dataset.tasks) - 1}",
                            WRONG_USE)  # fmt: skip
        task_id = TaskId(options.task)
        record = records_of(content, len(dataset.tasks)).get(task_id)
        result = track.evaluate(dataset, task_id, record)
        advice = suggest(Stock(dataset, track.rules), task_id, record, result)
        if options.json != "-":
            print_task(track, dataset.tasks[task_id], result, advice)
        if options.json:
            document: dict[str, Json] = {
                "track": track.slug,
                "evaluator_version": track.evaluator_version,
                "release_digest": digest,
                "bundle_sha256": hashlib.sha256(content).hexdigest(),
                "request": _request(dataset.tasks[task_id]),
                "task": result_json(result),
                "suggestions": [one.as_json() for one in advice],
            }
            write_json(document, options.json)
    except StopError as stop:
        say(str(stop))
        return stop.status
    return 0 if result.is_perfect else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek explain", description=__doc__)
    parser.add_argument("file", type=Path, metavar="FILE", help="trek_<label>.jsonl or .jsonl.gz")
    parser.add_argument("--release", type=Path, required=True, metavar="DIR", help="folder of the release")
    parser.add_argument("--task", type=int, required=True, metavar="N", help="the task's query_index, from 0")
    parser.add_argument("--json", metavar="OUT", help="write everything to this file; - for standard output")
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        default="latest",
        help="paper leaves out the vehicle-capacity check",
    )
    return parser


def _request(task: Task) -> dict[str, Json]:
    """What was asked, as far as the rules read it."""
    return {
        "query": task.query, "feasible": not task.is_impossible, "persons": task.persons, "days": task.days,
        "budget": task.budget, "rooms": task.rooms, "personas": [str(name) for name in task.personas],
        "departure": str(task.departure or ""), "cities": [str(city) for city in task.expected_cities],
        "trip_type": task.trip_type,
    }  # fmt: skip
