"""``trek conform``: does this evaluator give the official numbers?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.conformance import summary_mismatches, vector_mismatches
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from scoring.tracks.trek.text import is_object
from trek_site.cli.console import FAILED, WRONG_USE, StopError, read_file, release, say, write


def run(argv: Sequence[str]) -> int:
    """Replay vectors, or runs with an expected summary; the last line is ``agree X/Y``."""
    options = _parser().parse_args(argv)
    try:
        dataset, _ = release(options.release)
        if options.aggregate is not None:
            agreed, total = _replay_runs(dataset, options.aggregate)
        else:
            agreed, total = _replay_vectors(dataset, options.vectors)
    except StopError as stop:
        say(str(stop))
        return stop.status
    write(f"agree {agreed}/{total}")
    return 0 if agreed == total and total else FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="trek conform", description=__doc__)
    parser.add_argument("--release", type=Path, required=True, metavar="DIR", help="folder of the release")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("vectors", type=Path, nargs="?", metavar="VECTORS.jsonl", help="one vector a line")
    what.add_argument(
        "--aggregate", type=Path, metavar="DIR2", help="folder with runs/*.jsonl and expected/summary.json"
    )
    return parser


def _replay_vectors(dataset: TrekDataset, path: Path) -> tuple[int, int]:
    """How many vectors agree on every key, of how many."""
    agreed = total = 0
    for number, line in enumerate(read_file(path).split(b"\n"), start=1):
        if not line.strip():
            continue
        total += 1
        try:
            vector = json.loads(line)
            problems = list(map(str, vector_mismatches(dataset, vector if is_object(vector) else {})))
        except (ValueError, RecursionError) as error:
            vector, problems = None, [f"no vector: {error}"]
        for problem in problems:
            write(f"{vector.get('id', '') if is_object(vector) else ''} line {number}: {problem}")
        agreed += not problems
    return agreed, total


def _replay_runs(dataset: TrekDataset, folder: Path) -> tuple[int, int]:
    """How many keys of all models agree, of how many; a model without a run disagrees on all of them."""
    agreed = total = 0
    found = {path.stem: path for path in sorted((folder / "runs").glob("*.jsonl"))}
    expected = _expected(folder / "expected" / "summary.json")
    for name in found.keys() - {model for model, _ in expected}:
        say(f"{name}: no summary is expected for this run")
    for model, keys in expected:
        path = found.get(model)
        summary = {"model": model, **_summary(dataset, path)} if path is not None else {}
        problems = list(summary_mismatches(keys, summary))
        for problem in problems:
            write(f"{model}: {problem}")
        total += len(keys)
        agreed += len(keys) - len(problems)
    return agreed, total


def _summary(dataset: TrekDataset, path: Path) -> dict[str, object]:
    say(f"scoring {path.name}")
    records = last_records(read_rows(split_rows(read_file(path))), len(dataset.tasks))
    return dict(TREK.aggregate(dataset, evaluate_all(TREK, dataset, records)).summary)


def _expected(path: Path) -> list[tuple[str, dict[str, object]]]:
    try:
        models = json.loads(read_file(path))
    except ValueError as error:
        raise StopError(f"{path}: not JSON: {error}", WRONG_USE) from error
    if not isinstance(models, list) or not all(is_object(model) and "model" in model for model in models):
        raise StopError(f"{path}: expected a list of objects, each with a model", WRONG_USE)
    return [(str(model["model"]), dict(model)) for model in models]
