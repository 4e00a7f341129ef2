"""The leaderboard, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.board_filters import BoardFilters
from scoring.pages.parts import Choice, PageLinks


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
class Standing:
    """Where an entry stands for certain.

    Attributes:
        best, worst: The ends of its rank range.
        range_text: The same, such as ``1–3``.
        group: From 1 at the top.
        is_alone: Nobody else is in the group.
        band: What begins here, in words, where rows stand in the order of ranks; "" within a group and for a
            group of one.
        begins: Whether a group begins with this row, where rows stand in the order of ranks.
    """

    best: int
    worst: int
    range_text: str
    group: int
    is_alone: bool
    band: str
    begins: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RunChip:
    """One of several runs of one agent.

    Attributes:
        number: By order of arrival, from 1.
        runs: How many, at least 2.
        text: All of it, such as ``run 2 of 3 · 44.1–46.2``.
        url: The agent among the agents with several runs.
    """

    number: int
    runs: int
    low_text: str
    high_text: str
    text: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """What the tests between the entries of a board say as a whole.

    Attributes:
        state: ``made``, ``pending``, ``left_out`` or ``nothing``.
        sentence: The smallest detectable difference, or why there is none, in words.
        details: Further sentences; empty unless ``made``.
        tasks: Over how many the entries are compared; this and all below None unless ``made``.
        groups: How many there are.
        pairs, told_apart: How many pairs were tested, and how many are told apart.
        detectable: The smallest difference of two entries that is told apart, 0..1; None where none is.
        detectable_planned: The smallest true difference that is told apart four times out of five.
        detectable_alone: The smallest difference that is told apart if the two were chosen beforehand.
    """

    state: str
    sentence: str
    details: Sequence[str] = ()
    tasks: int | None = None
    groups: int | None = None
    pairs: int | None = None
    told_apart: int | None = None
    detectable: float | None = None
    detectable_planned: float | None = None
    detectable_alone: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """That an earlier state was asked for.

    Attributes:
        sentence: Which, in words.
        is_newest: Nothing has changed since.
        newest_query: Leads to the newest state.
    """

    sentence: str
    is_newest: bool
    newest_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRow:
    """A model as it was reported elsewhere; never ranked, never part of a test."""

    key: str
    model_name: str
    organisation: str
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRow:
    """One entry on the board.

    Attributes:
        rank: Of the state shown; None for an unranked row.
        standing: None for an unranked row, and while the tests are being made.
        run: None for an agent with one run, and for entries without names.
        since: What happened to it after the state shown; "" for nothing.
        is_shared_rank: Whether another entry holds the same rank.
        unranked_reason: A sentence, "" for a ranked row.
        missing_tasks: Tasks without a record; they count as failed.
        is_public: False only for the reader's own private entries.
        is_anonymous: Shown without names for now.
        is_superseded, is_withdrawn: As its owner decided; it keeps its page. In an earlier state, as
            it was then.
        is_held: A review has to come first.
        is_documented: Paper, code or report can be read somewhere, and the reader may know where.
    """

    rank: int | None
    is_shared_rank: bool
    standing: Standing | None
    run: RunChip | None
    since: str
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
    is_anonymous: bool
    is_superseded: bool
    is_withdrawn: bool
    is_held: bool
    is_documented: bool
    missing_tasks: int
    scored_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The leaderboard of one dataset version under one evaluator.

    Attributes:
        version: None when no dataset version is published yet; then everything else is empty.
        revision: Of the state shown; it changes with every change of the board.
        newest: Of the newest state.
        etag: Changes with everything that this reader sees of it.
        shared_key: Names the rows, columns and links below, which every visitor shares; "" where the reader
            may see rows of their own.
        as_of: When the state shown was reached, None when the board had no row.
        past: None unless an earlier state was asked for.
        apart: What the tests between the entries say.
        reported: What others reported, in the order asked for; on the first page only.
        rows: Ranked rows of this page of the list, in the order asked for.
        unranked: Rows the reader may see that hold no rank, with the reason.
        pending_count: Submissions to this version that are still being checked or scored; 0 beside an earlier
            state.
        rank_query: The same view in the order of ranks.
        board_query: The same state of the same board, without other filters.
        organisations, divisions, weights, sources, means, evaluators: The filters' choices, "all" first.
        column_choices: Every column that can be shown, and whether it is.
        has_runs: Whether some agent has several runs here.
        is_filtered: Whether rows are hidden by a filter (an empty board then says so).
    """

    version: VersionLine | None
    versions: Sequence[VersionLine]
    evaluator_version: str
    evaluators: Sequence[Choice]
    revision: int
    newest: int
    etag: str
    shared_key: str
    as_of: datetime | None
    past: Past | None
    apart: Apart
    columns: Sequence[ColumnHead]
    rows: Sequence[BoardRow]
    unranked: Sequence[BoardRow]
    reported: Sequence[ReportedRow]
    has_runs: bool
    links: PageLinks
    filters: BoardFilters
    rank_query: str
    board_query: str
    divisions: Sequence[Choice]
    weights: Sequence[Choice]
    sources: Sequence[Choice]
    organisations: Sequence[Choice]
    means: Sequence[Choice]
    column_choices: Sequence[Choice]
    is_filtered: bool
    pending_count: int
