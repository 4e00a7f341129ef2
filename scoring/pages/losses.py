"""Where an entry loses tasks, how it stands in the field, and what it spent, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class LossLine:
    """One dimension as a reason for tasks that were not solved.

    Attributes:
        failing: Tasks below the full score on it.
        alone: Those of them that fail nothing else: near misses.
        others: Those that fail something else too.
        share_text: `failing` in percent of all tasks that were not solved.
        bar_alone, bar_others: The same as widths, 0..100 of all tasks that were not solved.
    """

    key: str
    label: str
    failing: int
    alone: int
    others: int
    share_text: str
    bar_alone: float
    bar_others: float
    failing_query: str
    alone_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """The tasks that were not solved, by what they fail; most lost tasks first.

    Attributes:
        tasks: All tasks.
        lost: Those that were not solved.
        near: Those of them that fail one dimension only.
        gated: Those that fail no dimension, only a hard gate.
    """

    tasks: int
    lost: int
    near: int
    gated: int
    lines: Sequence[LossLine]
    near_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldLine:
    """One figure against those of all ranked entries of the board.

    Attributes:
        worse: How many ranked entries have a worse figure.
        among: How many others have one.
        best_text: The best of all of them.
        place: Where the figure lies between worst and best, 0..100; None where all are equal.
    """

    key: str
    label: str
    text: str
    worse: int
    among: int
    worst_text: str
    best_text: str
    place: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsLine:
    """Calls against the least that a perfect agent needs, over the feasible tasks that report them.

    Attributes:
        tasks: How many tasks these are.
        calls_text, least_text: Means over them.
        within: Tasks that took no more than the least.
        over_text: Mean calls beyond the least, of the tasks with more.
    """

    tasks: int
    calls_text: str
    least_text: str
    within: int
    over: int
    over_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryLosses:
    """What an entry's page says beyond its figures; members are None where they cannot be said."""

    losses: Losses | None
    field: Sequence[FieldLine]
    calls: CallsLine | None
