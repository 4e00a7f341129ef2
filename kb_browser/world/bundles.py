"""The bundles of our worlds, and what they are known to score.

The project carries those of the small world; those of the full one are made with it, and only what they score
is carried. Run as ``python -m kb_browser.world.bundles`` to write all of it anew after a world or the rules
changed.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from kb_browser.progress import Progress, untold
from kb_browser.world import agents
from kb_browser.world.agents import Question, Record
from kb_browser.world.build import DEFAULT_SEED, Built, build, digest_of, files_of, write_files
from kb_browser.world.full_profile import FULL
from kb_browser.world.small_profile import SMALL
from kb_browser.world.trips import Request
from scoring.engine.intake import Asked
from scoring.engine.model import TaskId
from scoring.engine.run import evaluate_all
from scoring.tracks import DEFAULT_TRACK, TRACKS
from scoring.tracks.trek.dataset import TrekDataset, read_dataset
from scoring.tracks.trek.intake import Mode, TaskSet, read_bundle
from scoring.tracks.trek.record import TrekRecord

SMALL_WORLD = Path(__file__).parent / "small"
BUNDLES = Path(__file__).parent / "bundles"
KNOWN_SCORES = "known_scores.json"
INVALID = "trek_invalid.jsonl"
FULL_KNOWN = Path(__file__).parent / "known" / "full.json"
"""What the bundles of the full world are known to score; they are made with the world."""

_KNOWN_KEYS = (
    "task_perfect_feasible",
    "task_perfect_infeasible",
    "task_perfect_rate",
    "cat_satisfaction",
    "cat_truthfulness",
    "cat_reasoning",
    "cat_infeasibility",
    "cat_efficiency",
    "weighted_overall",
    "arithmetic_overall",
    "avg_total_tokens",
    "n_missing",
    "n_error",
)
_TORN_BYTES = 120
_MADE_ON = date(2026, 8, 31)


def questions_of(built: Built) -> list[Question]:
    """The tasks as the synthetic agents meet them."""
    return [
        Question(
            query_index=index,
            query=request.query,
            kind="" if request.task_class.is_feasible else request.task_class.value,
            entity=request.trip.entity,
            gold=gold,
            least_calls=_least_calls(request),
        )
        for index, (request, gold) in enumerate(zip(built.requests, built.gold, strict=True))
    ]


def runs_of(built: Built) -> Mapping[str, Sequence[Record]]:
    """File name to records of every valid bundle."""
    questions = questions_of(built)
    runs = {
        "trek_gold-copy.jsonl": agents.gold_copy(questions),
        "trek_refuse-everything.jsonl": agents.refuse_everything(questions),
    }
    for agent, suffix in ((agents.STRONG, ".jsonl"), (agents.MIDDLING, ".jsonl.gz"), (agents.WEAK, ".jsonl")):
        runs[f"trek_{agent.label}{suffix}"] = agents.run_of(built.seed, built.world, agent, questions)
    return {name: list(records) for name, records in sorted(runs.items())}


def bundle_bytes(name: str, records: Iterable[Record]) -> bytes:
    """A bundle as the benchmark's runner writes it, one line per record; packed if its name says so."""
    text = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records).encode()
    return gzip.compress(text, mtime=0) if name.endswith(".gz") else text


def invalid_bundle(questions: Sequence[Question]) -> bytes:
    """A bundle with one fault of each common kind; the known findings are stated beside it."""
    lines = [json.dumps(record, ensure_ascii=False) for record in agents.gold_copy(questions)]
    solvable = [question.query_index for question in questions if not question.kind]
    torn, textual, astray, unclaimed = solvable[:4]
    lines[torn] = lines[torn][:-_TORN_BYTES]
    lines[textual] = lines[textual].replace('"is_feasible": true', '"is_feasible": "true"')
    lines[astray] = lines[astray].replace(f'"query_index": {astray}', f'"query_index": {len(questions)}')
    lines[unclaimed] = lines[unclaimed].replace('"is_feasible": true, ', "")
    return "".join(f"{line}\n" for line in lines).encode()


def known_scores(dataset: TrekDataset, runs: Mapping[str, Sequence[Record]]) -> Mapping[str, object]:
    """What each run scores by the current edition of the rules, under official keys."""
    track = TRACKS[0]
    known: dict[str, object] = {}
    for name, records in runs.items():
        by_task = {TaskId(int(str(row["query_index"]))): TrekRecord.from_object(row) for row in records}
        summary = track.aggregate(dataset, evaluate_all(track, dataset, by_task)).summary
        known[name] = {key: summary[key] for key in _KNOWN_KEYS}
    return known


def known_findings(dataset: TrekDataset, name: str, content: bytes) -> Mapping[str, object]:
    """What the intake says about a bundle: its outcome, and how often each finding."""
    report = read_bundle(
        io.BytesIO(content),
        Asked(
            file_name=name,
            tasks=TaskSet.of(
                DEFAULT_TRACK, len(dataset.tasks), requests=[task.query for task in dataset.tasks]
            ),
            today=_MADE_ON,
            mode=Mode.RECORDS,
        ),
    )
    return {"outcome": report.outcome.value, "counts": dict(sorted(report.found.items()))}


def bundles_of(built: Built) -> Mapping[str, bytes]:
    """Every bundle by file name: the runs of the synthetic agents, and the one that is not valid."""
    bundles = {name: bundle_bytes(name, records) for name, records in runs_of(built).items()}
    return {**bundles, INVALID: invalid_bundle(questions_of(built))}


def known_about(built: Built) -> bytes:
    """What is known about a release's bundles, as it is written down: digest, evaluator, scores, findings."""
    files = files_of(built)
    dataset, bundles = read_dataset(files), bundles_of(built)
    known = {
        "release_digest": digest_of(files),
        "evaluator_version": TRACKS[0].evaluator_version,
        "scores": known_scores(dataset, runs_of(built)),
        "findings": {name: known_findings(dataset, name, content) for name, content in bundles.items()},
    }
    return f"{json.dumps(known, indent=1)}\n".encode()


def carried_files() -> Iterator[tuple[Path, Mapping[str, bytes]]]:
    """Folder and files of the small world and what belongs to it, made anew."""
    built = build(SMALL, DEFAULT_SEED, untold)
    yield SMALL_WORLD, files_of(built)
    yield BUNDLES, {**bundles_of(built), KNOWN_SCORES: known_about(built)}


def full_files(progress: Progress) -> tuple[Path, Mapping[str, bytes]]:
    """What the project carries about the full world, made anew: what its bundles score."""
    return FULL_KNOWN.parent, {FULL_KNOWN.name: known_about(build(FULL, DEFAULT_SEED, progress))}


def _least_calls(request: Request) -> int:
    """Searches per city and leg, and the submission."""
    trip = request.trip
    per_city = 2 + (trip.seats is not None)
    return len(trip.legs) + per_city * len(trip.stays) + 1


def main() -> int:
    """Write the carried world and its bundles, and what is known about those of the full one."""
    for folder, files in (*carried_files(), full_files(untold)):
        write_files(folder, files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
