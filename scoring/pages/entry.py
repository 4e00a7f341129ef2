"""An entry and its tasks, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.filters import TaskFilters
from scoring.pages.integrity import IntegrityPage
from scoring.pages.losses import EntryLosses
from scoring.pages.parts import Choice, PageLinks
from scoring.pages.standing import StandingLine


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHeader:
    """Who and what an entry is. ``receipt`` fields are digests, full length.

    Attributes:
        is_hidden: Names are kept from this reader.
        anonymous_until: When the names appear; None unless the entry is anonymous now.
        withdrawn_at, superseded_at: When; None unless it was.
        withdrawal_reason: Why it was withdrawn, as far as the reader may know; "" for nothing said.
        unranked_by: Why its disclosure keeps it off the ranks, in sentences.
        is_held: A review has to come before a rank.
        is_documented: Paper, code or report can be read somewhere, and the reader may know where.
        has_plans: Everybody may see its plans: it is published, and its manifest consents.
    """

    public_id: str
    display_name: str
    label: str
    model_name: str
    organisation: str
    description: str
    division: str
    open_weights: str
    visibility: str
    is_hidden: bool
    anonymous_until: datetime | None
    withdrawn_at: datetime | None
    withdrawal_reason: str
    superseded_at: datetime | None
    unranked_by: Sequence[str]
    is_held: bool
    is_documented: bool
    has_plans: bool
    is_mine: bool
    can_publish: bool
    can_withdraw: bool
    rank: int | None
    is_shared_rank: bool
    ranked_count: int
    unranked_reason: str
    version_name: str
    track: str
    evaluator_version: str
    received_at: datetime
    scored_at: datetime | None
    missing_tasks: int
    error_tasks: int
    status_url: str
    bundle_sha256: str
    release_digest: str
    results_digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreTile:
    """One headline figure with its interval and how many tasks it is over (None: not a mean over tasks)."""

    key: str
    label: str
    help: str
    paper: str
    text: str
    value: float | None
    low_text: str
    high_text: str
    bar: float | None
    count: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionLine:
    """How the entry did on one dimension.

    Attributes:
        mean_text: Mean over the tasks it applies to.
        failure_rate_text: Share of those tasks with less than the full score.
        failed_count, n: The same as counts.
        bar: The mean as a width, 0..100; None when it applies to no task.
        failing_query: Lists the failing tasks, "" when there are none.
    """

    key: str
    label: str
    summary: str
    paper: str
    mean_text: str
    failure_rate_text: str
    failed_count: int
    n: int
    bar: float | None
    failing_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictCell:
    """One dimension of one task: ``state`` is ``pass``, ``partial``, ``fail`` or ``na``."""

    key: str
    label: str
    state: str
    text: str
    value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OutcomeLine:
    """A failed check, as a sentence made from the check's template."""

    code: str
    title: str
    message: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskAsked:
    """What a task asks for, as far as breakdowns group by it.

    Attributes:
        budget: In US dollars for everything; None where none is stated.
        infeasible_type: Why it cannot be fulfilled; "" for a feasible task.
    """

    cities: Sequence[str]
    days: int
    persons: int
    personas: Sequence[str]
    budget: float | None
    infeasible_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskLine:
    """One task of an entry.

    Attributes:
        kind: ``feasible`` or ``infeasible``.
        summary: Cities, days and people in a few words.
        used: What the record says was used, by key of `engine.sheets.USAGE_KEYS`; None for what it does not
            say, and altogether while it is being counted.
        failures: Failed checks, in check order.
        url: Of the task's own page, "" where there is none to link to.
    """

    query_index: int
    query: str
    kind: str
    summary: str
    asked: TaskAsked
    used: Mapping[str, float | None] | None
    verdicts: Sequence[VerdictCell]
    is_perfect: bool
    gates: Sequence[str]
    failures: Sequence[OutcomeLine]
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage:
    """An entry: its scores, where it loses points, and its tasks under a filter.

    Attributes:
        scores: Overall, TP-feas, TP-inf and efficiency tiles.
        categories: Satisfaction, truthfulness, executability, infeasibility.
        dimensions: In the paper's order.
        tasks: This page of the filtered list, by query index.
        all_query: Lists every task.
        summary: Every aggregate under its official key, for the API.
        integrity: Reviews, and where a loophole of the rules was met.
        losses: What it lost tasks on, its place in the field, its calls.
        standings: Every board that it stands on, newest version first; empty when it is only one.
    """

    header: EntryHeader
    scores: Sequence[ScoreTile]
    categories: Sequence[ScoreTile]
    dimensions: Sequence[DimensionLine]
    tasks: Sequence[TaskLine]
    links: PageLinks
    filters: TaskFilters
    kinds: Sequence[Choice]
    failed_choices: Sequence[Choice]
    perfect_choices: Sequence[Choice]
    group_choices: Sequence[Choice]
    alone_choices: Sequence[Choice]
    is_filtered: bool
    all_query: str
    etag: str
    summary: Mapping[str, object]
    standings: Sequence[StandingLine]
    integrity: IntegrityPage
    losses: EntryLosses
