"""The leaderboard, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.filters import BoardFilters
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
class BoardRow:
    """One entry on the board.

    Attributes:
        rank: As stored; None for an unranked row.
        is_shared_rank: Whether another entry holds the same rank.
        unranked_reason: A sentence, "" for a ranked row.
        missing_tasks: Tasks without a record; they count as failed.
        is_public: False only for the reader's own private entries.
        is_anonymous: Shown without names for now.
        is_superseded, is_withdrawn: As its owner decided; it keeps its page.
        is_held: A review has to come first.
        is_documented: Paper, code or report can be read somewhere, and the reader may know where.
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
        revision: Changes with every change of the board.
        etag: Changes with everything that this reader sees of it.
        shared_key: Names the rows, columns and links below, which every visitor shares; "" where the reader
            may see rows of their own.
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
    shared_key: str
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
