"""What the pages and the API show, as values: already chosen, ordered, rounded and worded.

``scoring.selectors`` makes these, templates and serializers only lay them out. Texts ending in ``_text`` are
ready for the reader ("–" stands for a value that does not exist). Members ending in ``_query`` are query
strings such as ``?sort=overall`` for links to the page itself, "" where there is nothing to link to.
Members ending in ``url`` are paths, made from the URL names ``scoring:entry`` and ``scoring:submission``
(argument ``public_id``). Times are aware datetimes in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.filters import BoardFilters, TaskFilters


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionLine:
    """A dataset version as a choice on a page."""

    name: str
    track: str
    digest: str
    task_count: int
    feasible_count: int
    infeasible_count: int
    licence: str
    published_at: datetime | None
    is_current: bool
    is_selected: bool
    query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of a filter: its link, and whether it is in force now."""

    value: str
    label: str
    query: str
    is_selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinks:
    """Where a reader is in a long list. ``first``..``last`` are positions from 1; 0 when it is empty."""

    number: int
    page_count: int
    total: int
    first: int
    last: int
    previous_query: str
    next_query: str


# --- Leaderboard -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnHead:
    """A column of the board.

    Attributes:
        key: A member of ``filters.BOARD_SORTS``; cells carry the same key.
        label: The paper's label.
        help: One sentence on what it says, for a tooltip and the legend.
        paper: Where the paper defines it.
        sort_query: Sorts by this column; on the sorted column, turns the direction round.
        direction: ``asc`` or ``desc`` when ``is_sorted``, else "".
        higher_is_better: None where the figure is shown without judgement.
    """

    key: str
    label: str
    help: str
    paper: str
    sort_query: str
    is_sorted: bool
    direction: str
    higher_is_better: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One figure of one row.

    Attributes:
        key: The column's.
        text: The figure, "–" when it does not exist.
        value: The unrounded figure for the API; None when it does not exist.
        low_text: Lower end of the 95 % interval, "" when none is defined.
        high_text: Upper end, "" when none is defined.
        bar: Width of the bar behind the figure, 0..100; None for no bar.
    """

    key: str
    text: str
    value: float | None
    low_text: str = ""
    high_text: str = ""
    bar: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One entry on the board.

    Attributes:
        rank: As stored; None for an unranked row.
        is_shared_rank: Whether another entry holds the same rank.
        unranked_reason: A sentence, "" for a ranked row.
        missing_tasks: Tasks without a record; they count as failed.
        is_public: False only for the reader's own private entries.
    """

    rank: int | None
    is_shared_rank: bool
    unranked_reason: str
    public_id: str
    display_name: str
    organisation: str
    model_name: str
    division: str
    open_weights: str
    cells: Sequence[Cell]
    url: str
    is_mine: bool
    is_public: bool
    missing_tasks: int
    scored_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The leaderboard of one dataset version under one evaluator.

    Attributes:
        version: None when no dataset version is published yet; then everything else is empty.
        revision: Changes with every change of the board; the API's ETag.
        as_of: When the board last changed, None when it never had a row.
        rows: Ranked rows of this page of the list, in the order asked for.
        unranked: Rows the reader may see that hold no rank, with the reason.
        pending_count: Submissions to this version that are still being checked or scored.
        organisations, divisions, weights, means, evaluators: The filters' choices, "all" first.
        is_filtered: Whether rows are hidden by a filter (an empty board then says so).
    """

    version: VersionLine | None
    versions: Sequence[VersionLine]
    evaluator_version: str
    evaluators: Sequence[Choice]
    revision: int
    etag: str
    as_of: datetime | None
    columns: Sequence[ColumnHead]
    rows: Sequence[BoardRow]
    unranked: Sequence[BoardRow]
    links: PageLinks
    filters: BoardFilters
    divisions: Sequence[Choice]
    weights: Sequence[Choice]
    organisations: Sequence[Choice]
    means: Sequence[Choice]
    is_filtered: bool
    pending_count: int


# --- Submissions -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One station on the way of a submission; ``state`` is ``done``, ``now``, ``todo`` or ``failed``."""

    key: str
    title: str
    state: str
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingLine:
    """Something found in the upload, with its place.

    ``severity`` is F (refused), R (record not scorable), W (warning) or I (information).
    """

    code: str
    severity: str
    severity_title: str
    stage: str
    line: int | None
    column: int
    byte: int | None
    task: int | None
    pointer: str
    message: str
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeverityTotal:
    """How many findings of one severity there are, those not listed included."""

    severity: str
    title: str
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionStatus:
    """Where a submission is, why, and what happens next.

    Attributes:
        state_key: ``received``, ``checking``, ``invalid``, ``needs_confirmation``, ``queued``, ``scoring``,
            ``scored``, ``published``, ``withdrawn`` or ``failed`` (our fault).
        state_title: The state in two or three words.
        state_reason: One sentence for the submitter: why it is so, what comes next.
        is_final: Nothing more happens by itself; the page stops polling.
        progress_done, progress_total: Tasks scored so far; both 0 outside ``scoring``.
        position: Submissions ahead of this one while it waits, None otherwise.
        expected_text: When to expect the next state, "" when unknown.
        deadline_at: When we give up and call it our fault; None in final states.
        findings: Up to 20 per code, by severity, line and column.
        findings_totals: One per severity that occurs, worst first.
        not_shown: By code, how many findings are counted but not listed.
        can_confirm, can_publish, can_withdraw: What the viewer may do now.
        entry_url: The scores' page, "" while there is none.
        failure_id: To quote to us, "" unless the failure is ours.
        poll_seconds: Ask again after so long; 0 when final.
        etag: Changes when anything shown here changes.
        report: The format report, JSON values only (``report.json`` of the API).
    """

    public_id: str
    label: str
    display_name: str
    model_name: str
    organisation: str
    description: str
    division: str
    open_weights: str
    visibility: str
    version_name: str
    track: str
    file_name: str
    file_bytes: int
    file_sha256: str
    content_sha256: str
    received_at: datetime
    state_key: str
    state_title: str
    state_reason: str
    state_at: datetime
    is_final: bool
    is_failure: bool
    progress_done: int
    progress_total: int
    progress_percent: int
    position: int | None
    expected_text: str
    deadline_at: datetime | None
    steps: Sequence[Step]
    findings: Sequence[FindingLine]
    findings_totals: Sequence[SeverityTotal]
    not_shown: Mapping[str, int]
    counts: Mapping[str, int]
    can_confirm: bool
    can_publish: bool
    can_withdraw: bool
    is_mine: bool
    entry_url: str
    failure_id: str
    poll_seconds: int
    etag: str
    report: Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionLine:
    """One row of "my submissions"."""

    public_id: str
    label: str
    display_name: str
    version_name: str
    received_at: datetime
    state_key: str
    state_title: str
    is_final: bool
    is_failure: bool
    overall_text: str
    rank: int | None
    url: str
    entry_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MySubmissionsPage:
    """Everything the viewer has sent, newest first, and what the quota still allows."""

    lines: Sequence[SubmissionLine]
    links: PageLinks
    uploads_today: int
    uploads_today_limit: int
    waiting: int
    waiting_limit: int


# --- Entry -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryHeader:
    """Who and what an entry is. ``receipt`` fields are digests, full length."""

    public_id: str
    display_name: str
    label: str
    model_name: str
    organisation: str
    description: str
    division: str
    open_weights: str
    visibility: str
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
class TaskLine:
    """One task of an entry.

    Attributes:
        kind: ``feasible`` or ``infeasible``.
        summary: Cities, days and people in a few words.
        failures: Failed checks, in check order.
        url: Of the task's own page, "" where there is none to link to.
    """

    query_index: int
    query: str
    kind: str
    summary: str
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
        summary: Every aggregate under its official key, for the API.
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
    is_filtered: bool
    etag: str
    summary: Mapping[str, object]
