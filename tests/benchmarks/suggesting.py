"""Suggestions for five bundles of gold plans with one thing wrong each: how often, how sure, how fast."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Sequence
from statistics import median

from kb_browser.store import load_dataset
from scoring.engine.model import TaskId
from scoring.tracks import TREK
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions import Stock, Suggestion
from scoring.tracks.trek.suggestions.judging import dimension_of, failed, flips
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.suggestions.suggesting import advise
from tests.benchmarks.full_release import release_folder
from tests.benchmarks.measuring import cpu_seconds, report, resident_mb
from tests.mutations import gold_rows, mutated

BUNDLES = 5
OFFERED_AT_LEAST = 0.8
DIMENSIONS_TO_REACH = ("d0_keyword", "d1_implicit", "d3_budget", "b2_opening_hours", "b3_spatiotemporal")


class _Tally:
    """What was counted over all failed checks."""

    def __init__(self) -> None:
        self.failed: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.clean: Counter[str] = Counter()
        self.verified = 0
        self.search_s: list[float] = []
        self.evaluation_s: list[float] = []


def main() -> None:
    dataset, _ = load_dataset(release_folder())
    gc.collect()
    gc.freeze()
    stock, gold, tally = Stock(dataset, TREK.rules), gold_rows(release_folder()), _Tally()
    before = resident_mb()
    index_s = cpu_seconds(lambda: stock.flights("", ""))
    index_mb = resident_mb() - before
    for seed in range(BUNDLES):
        for task, record in mutated(dataset, gold, seed):
            _ask(stock, task, record, tally)
    report(
        f"Suggestions for {BUNDLES} bundles of mutated gold, {sum(tally.failed.values())} failed checks",
        *_shares(tally),
        *_times(tally),
        f"index of routes: {index_s:.2f} s once, {index_mb:.0f} MB",
    )


def _ask(stock: Stock, task: TaskId, record: TrekRecord, tally: _Tally) -> None:
    tally.evaluation_s.append(cpu_seconds(lambda: TREK.evaluate(stock.dataset, task, record)))
    scene = Scene(stock, task, record)
    for outcome in failed(scene.result):
        found = []
        tally.search_s.append(cpu_seconds(lambda: found.append(advise(scene, outcome))))  # noqa: B023 - called at once
        dimension = dimension_of(outcome.code)
        tally.failed[dimension] += 1
        if isinstance(found[0], Suggestion):
            tally.offered[dimension] += 1
            tally.clean[dimension] += found[0].is_clean
            members = found[0].edit.apply(record.members)
            after = TREK.evaluate(stock.dataset, task, TrekRecord(members=members))
            tally.verified += flips(outcome, scene.result, after)


def _shares(tally: _Tally) -> Sequence[str]:
    lines = [f"{'':<20}{'failed':>8}{'offered':>10}{'at no other cost':>18}"]
    for dimension, number in sorted(tally.failed.items()):
        offered = tally.offered[dimension]
        goal = f"   (to reach: {OFFERED_AT_LEAST:.0%})" if dimension in DIMENSIONS_TO_REACH else ""
        clean = tally.clean[dimension] / number
        lines.append(f"{dimension:<20}{number:>8}{offered / number:>10.1%}{clean:>18.1%}{goal}")
    total = sum(tally.offered.values())
    return [*lines, f"verified anew by the evaluator: {tally.verified} of {total} offered"]


def _times(tally: _Tally) -> Sequence[str]:
    times = sorted(tally.search_s)
    one = median(tally.evaluation_s)
    named = (
        ("median", median(times)),
        ("95 of 100 within", times[int(len(times) * 0.95)]),
        ("longest", times[-1]),
    )
    return [
        f"search for one check, {name}: {value * 1000:.1f} ms = {value / one:.0f} evaluations of the task"
        for name, value in named
    ]


if __name__ == "__main__":
    main()
