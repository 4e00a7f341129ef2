"""All probes over one release: scored like anybody's run, and compared figure by figure, exactly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kb_browser.probes import cars, claims, clocks, inventions, prices, refusals, shapes
from kb_browser.probes.base import base_of
from kb_browser.probes.model import Case, Probe
from kb_browser.probes.summary import summary_of
from kb_browser.probes.task import ProbeTask
from kb_browser.progress import Progress, Step, untold
from scoring.engine.model import Json, TaskResult
from scoring.engine.run import evaluate_all
from scoring.tracks import TREK
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.run_file import last_records

PROBES: Final[tuple[Probe, ...]] = (
    *claims.PROBES,
    *refusals.PROBES,
    *inventions.PROBES,
    *prices.PROBES,
    *cars.PROBES,
    *clocks.PROBES,
    *shapes.PROBES,
)

Gold = Iterable[tuple[int, Mapping[str, object]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mismatch:
    """A figure that is not what the probe states.

    Attributes:
        task: The task's id; None for a figure of the whole run.
        figure: Key of the dimension or aggregate, or ``gates``.
    """

    task: int | None
    figure: str
    expected: Json
    found: Json

    def __str__(self) -> str:
        place = "the run" if self.task is None else f"task {self.task}"
        return f"{place}: {self.figure} must be {self.expected}, is {self.found}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeResult:
    """How one probe ended.

    Attributes:
        touched: How many tasks are answered otherwise than by the gold.
        mismatches: Every figure that differs, in task order, those of the whole run last.
    """

    probe: Probe
    touched: int
    mismatches: Sequence[Mismatch]

    @property
    def matches(self) -> bool:
        """Whether every figure is as stated."""
        return not self.mismatches


def run_probes(
    dataset: TrekDataset, gold: Gold, progress: Progress = untold, probes: Sequence[Probe] = PROBES
) -> Iterator[ProbeResult]:
    """Score one probe after another.

    Args:
        dataset: A release.
        gold: Its gold records with their line from 1. Probes are meant for a release whose gold is perfect;
            what they find on another one follows from that.
        progress: Told of each probe.
        probes: Which ones.
    """
    base = base_of(dataset)
    answers = dict(gold)
    tasks = [ProbeTask(task, answers.get(task.query_index + 1, {}), base) for task in dataset.tasks]
    for done, probe in enumerate(probes):
        progress(Step(text=f"probe {probe.code}", done=done, total=len(probes)))
        yield _run(dataset, tasks, probe)


def _run(dataset: TrekDataset, tasks: Sequence[ProbeTask], probe: Probe) -> ProbeResult:
    cases = [probe.case(task) for task in tasks]
    written = [[json.dumps(row).encode() for row in case.rows] for case in cases]
    records = last_records(TREK.read_records(line for lines in written for line in lines), len(tasks))
    results = list(evaluate_all(TREK, dataset, records))
    gold = [[json.dumps(task.gold_row).encode()] for task in tasks]
    touched = sum(lines != line for lines, line in zip(written, gold, strict=True))
    mismatches = [*_differences(cases, results), *_summary_differences(dataset, cases, results)]
    return ProbeResult(probe=probe, touched=touched, mismatches=mismatches)


def _differences(cases: Sequence[Case], results: Sequence[TaskResult]) -> Iterator[Mismatch]:
    for case, result in zip(cases, results, strict=True):
        found = {str(key): score for key, score in result.scores.items()}
        stated: Mapping[str, Any] = {
            **case.scores,
            "gates": list(case.gates),
            "perfect": case.is_perfect,
            "unscorable": case.is_unscorable,
        }
        shown: Mapping[str, Any] = {
            **found,
            "gates": list(result.gates),
            "perfect": result.is_perfect,
            "unscorable": result.run["unscorable"],
        }
        for key in stated:
            if stated[key] != shown[key]:
                yield Mismatch(task=result.task_id, figure=key, expected=stated[key], found=shown[key])


def _summary_differences(
    dataset: TrekDataset, cases: Sequence[Case], results: Sequence[TaskResult]
) -> Iterator[Mismatch]:
    found = TREK.aggregate(dataset, results).summary
    impossible = [task.is_impossible for task in dataset.tasks]
    for key, expected in summary_of(cases, impossible).items():
        if found[key] != expected:
            yield Mismatch(task=None, figure=key, expected=expected, found=found[key])
