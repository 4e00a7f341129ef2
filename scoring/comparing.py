"""Two boards compared: the one there is, and the one that was rehearsed. Values in, a report out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.engine.ranking import rank
from scoring.rehearsal_report import (
    Change,
    Entrant,
    FlipLine,
    Loss,
    OwnerLine,
    RehearsalReport,
    Side,
    Standing,
    TaskFlips,
)
from scoring.verdicts import PERFECT, Flip

LISTED_PER_FLIP: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A submission with both of its results.

    Attributes:
        is_public: Only public ones hold ranks.
        reason: Why the bundle does not fit the candidate; "" for one that does.
        failure_id: Of a failure of ours; "" without one.
        before, after: Figures by column; `after` is empty unless it was scored.
        counts_before, counts_after: How many tasks each figure is over.
    """

    entrant: Entrant
    is_public: bool
    reason: str
    failure_id: str
    before: Mapping[str, float | None]
    after: Mapping[str, float | None]
    counts_before: Mapping[str, int]
    counts_after: Mapping[str, int]
    flips: Sequence[Flip]

    @property
    def is_scored(self) -> bool:
        """Whether there is a result to compare."""
        return not self.reason and not self.failure_id


def report_make(
    runs: Sequence[Run],
    *,
    baseline: Side,
    candidate: Side,
    keys_before: Sequence[str],
    keys_after: Sequence[str],
) -> RehearsalReport:
    """Compare two boards.

    Args:
        runs: Every submission that was rehearsed, in any order.
        baseline: The board there is.
        candidate: The board that would be.
        keys_before: Columns that decide the rank there, in order.
        keys_after: Columns that would decide it.
    """
    ordered = sorted(runs, key=lambda run: run.entrant.public_id)
    scored = [run for run in ordered if run.is_scored]
    # Also those that would have no result hold a rank today.
    was = _ranks(ordered, keys_before, lambda run: run.before)
    now = _ranks(scored, keys_after, lambda run: run.after)
    standings = [_standing(run, was, now) for run in scored]
    refused = [Loss(entrant=run.entrant, reason=run.reason) for run in ordered if run.reason]
    failed = [Loss(entrant=run.entrant, reason=run.failure_id) for run in ordered if run.failure_id]
    changed = [line.entrant for line in standings if line.is_changed]
    return RehearsalReport(
        baseline=baseline,
        candidate=candidate,
        are_tasks_matched=baseline.task_count == candidate.task_count,
        flip_count=sum(flip.dimension != PERFECT for run in scored for flip in run.flips),
        tasks=_tasks(scored),
        standings=tuple(sorted(standings, key=_by_rank)),
        refused=tuple(refused),
        failed=tuple(failed),
        owners=_owners([*changed, *(loss.entrant for loss in (*refused, *failed))]),
    )


def _ranks(
    runs: Sequence[Run], keys: Sequence[str], figures: Callable[[Run], Mapping[str, float | None]]
) -> Mapping[str, int | None]:
    public = [run for run in runs if run.is_public]
    ranks = rank([[figures(run).get(key) for key in keys] for run in public])
    return {run.entrant.public_id: place for run, place in zip(public, ranks, strict=True)}


def _standing(run: Run, was: Mapping[str, int | None], now: Mapping[str, int | None]) -> Standing:
    return Standing(
        entrant=run.entrant,
        was=was.get(run.entrant.public_id),
        now=now.get(run.entrant.public_id),
        figures=_changes(run.before, run.after),
        counts=_changes(run.counts_before, run.counts_after),
        flip_count=sum(flip.dimension != PERFECT for flip in run.flips),
    )


def _changes(before: Mapping[str, float | None], after: Mapping[str, float | None]) -> tuple[Change, ...]:
    return tuple(
        Change(key=key, was=before.get(key), now=after.get(key))
        for key in {**before, **after}
        if before.get(key) != after.get(key)
    )


def _by_rank(line: Standing) -> tuple[float, float, str]:
    last = float("inf")
    return (
        last if line.now is None else line.now,
        last if line.was is None else line.was,
        line.entrant.public_id,
    )


def _tasks(runs: Iterable[Run]) -> tuple[TaskFlips, ...]:
    found: dict[int, dict[Flip, list[str]]] = defaultdict(lambda: defaultdict(list))
    for run in runs:
        for flip in run.flips:
            found[flip.query_index][flip].append(run.entrant.public_id)
    return tuple(_task(query_index, found[query_index]) for query_index in sorted(found))


def _task(query_index: int, found: Mapping[Flip, Sequence[str]]) -> TaskFlips:
    lines = tuple(
        FlipLine(
            dimension=flip.dimension,
            was=flip.was,
            now=flip.now,
            count=len(submissions),
            submissions=tuple(submissions[:LISTED_PER_FLIP]),
        )
        for flip, submissions in found.items()
    )
    concerned = {public_id for submissions in found.values() for public_id in submissions}
    return TaskFlips(query_index=query_index, count=len(concerned), flips=lines)


def _owners(entrants: Iterable[Entrant]) -> tuple[OwnerLine, ...]:
    found: dict[str, set[str]] = defaultdict(set)
    for entrant in entrants:
        found[entrant.owner].add(entrant.public_id)
    return tuple(OwnerLine(owner=owner, submissions=tuple(sorted(found[owner]))) for owner in sorted(found))
