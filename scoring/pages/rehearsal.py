"""A rehearsal as curators see it: how far it is, and what it says, in words and rounded figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class FlippedVerdict:
    """One verdict of a task: `was_text` to `now_text`, for so many submissions, the first of them named."""

    label: str
    was_text: str
    now_text: str
    count: int
    submissions_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlippedTask:
    """A task with everything that flips on it. `query` is what the candidate asks."""

    query_index: int
    query: str
    count: int
    verdicts: Sequence[FlippedVerdict]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedEntrant:
    """A submission that would stand elsewhere, or with other figures.

    Attributes:
        was_text, now_text: The rank, "–" without one.
        figures_text: Figures that change, as ``Overall 42.3 → 41.9``.
        counts_text: Numbers of tasks that change, likewise.
    """

    public_id: str
    name: str
    owner: str
    was_text: str
    now_text: str
    is_moved: bool
    flip_count: int
    figures_text: str
    counts_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LostEntrant:
    """A submission that would have no result, and why."""

    public_id: str
    name: str
    owner: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedOwner:
    """An account whose submissions would change."""

    owner: str
    count: int
    submissions_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalFindings:
    """The report.

    Attributes:
        summary: One sentence per thing worth knowing first.
        remark: Why tasks cannot be compared; "" when they can.
        entrants: Those that change, by their new rank; `unchanged_count` do not.
    """

    summary: Sequence[str]
    remark: str
    tasks: Sequence[FlippedTask]
    entrants: Sequence[ChangedEntrant]
    unchanged_count: int
    refused: Sequence[LostEntrant]
    failed: Sequence[LostEntrant]
    owners: Sequence[AffectedOwner]


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsalPage:
    """A rehearsal.

    Attributes:
        baseline_text, candidate_text: Version and evaluator.
        state_title: Where it is, or how it ended.
        done, total: Evaluations that have ended, of all.
        failure_id: Found in the log when the failure is ours.
        findings: None while there is no report.
        fulfilment: What became of it, one sentence each; empty before the candidate is published.
        is_fulfilled: Whether everything came true; None before the candidate is published.
        next_step: What brings the results that are not there yet; "" when none is missing.
    """

    pk: int
    baseline_text: str
    candidate_text: str
    state_title: str
    is_final: bool
    is_cancelled: bool
    done: int
    total: int
    percent: int
    requested_by: str
    created_at: datetime
    finished_at: datetime | None
    failure_id: str
    findings: RehearsalFindings | None
    fulfilment: Sequence[str]
    is_fulfilled: bool | None
    next_step: str
