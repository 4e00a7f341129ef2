"""The analysis pages, as values: what they have in common, and the failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Final

from scoring.analysis_filters import AnalysisFilters, FailureFilters
from scoring.pages.parts import Choice, PageLinks

FEW_TASKS: Final = 50
LEVELS: Final = 10


def level_of(rate: float | None) -> int | None:
    """The step of the colour scale for a rate of 0..1, below ``LEVELS``; None without a rate."""
    return None if rate is None else min(LEVELS - 1, int(rate * LEVELS))


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The board that an analysis is about.

    Attributes:
        revision: Of the board; the analysis changes with it.
        as_of: When the board last changed; None when it never had a row.
        ranked_count: Entries that hold a rank.
        versions, evaluators: The choices of boards.
    """

    track: str
    version_name: str
    task_count: int
    evaluator_version: str
    revision: int
    as_of: datetime | None
    ranked_count: int
    versions: Sequence[Choice]
    evaluators: Sequence[Choice]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """Who a row is about, as this reader may know it.

    Attributes:
        rank: As stored.
        url: Of the entry's page under the evaluator of this board.
    """

    rank: int
    is_shared_rank: bool
    public_id: str
    display_name: str
    organisation: str
    model_name: str
    division: str
    open_weights: str
    is_mine: bool
    is_anonymous: bool
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureColumn:
    """What a column of cells counts.

    Attributes:
        key: A dimension, ``perfect``, or the value of a group.
        task_count: Tasks that it may apply to at most.
    """

    key: str
    label: str
    help: str
    task_count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureCell:
    """How often one entry failed.

    Attributes:
        failed, applicable: Numbers of tasks.
        rate: Their quotient; None where nothing applies.
        rate_text: In percent.
        low, high: Ends of Wilson's 95 % interval, 0..1; None where nothing applies.
        interval_text: The same in percent, "" where there is none.
        has_few: Fewer tasks than ``FEW_TASKS``: the interval says more than the rate.
        level: Of the colour, below ``LEVELS``; None where nothing applies.
        url: Lists exactly the failed tasks; "" when there are none.
    """

    key: str
    label: str
    failed: int
    applicable: int
    rate: float | None
    rate_text: str
    low: float | None
    high: float | None
    interval_text: str
    has_few: bool
    level: int | None
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureRow:
    """One entry; without cells where its results are still being counted."""

    entrant: Entrant
    cells: Sequence[FailureCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedRate:
    """A published rate, without counts; None and "–" where there is none."""

    key: str
    rate: float | None
    rate_text: str
    level: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedFailures:
    """A published row, cells in the order of the columns."""

    name: str
    vendor: str
    cells: Sequence[ReportedRate]


@dataclass(frozen=True, slots=True, kw_only=True)
class FailurePage:
    """Agents × dimensions, or agents × groups of tasks.

    Attributes:
        frame: None when no dataset version is published yet; everything else is then empty.
        grouping: What tasks are grouped by, "" for dimensions.
        subject: What is failed, in words.
        rows: Ranked entries of this page of the list, by rank.
        reported: Rows of the paper, where it has such figures.
        plot: What the script draws; {} where there is nothing to draw.
    """

    frame: Frame | None
    filters: FailureFilters
    by_choices: Sequence[Choice]
    of_choices: Sequence[Choice]
    grouping: str
    subject: str
    columns: Sequence[FailureColumn]
    rows: Sequence[FailureRow]
    reported: Sequence[ReportedFailures]
    links: PageLinks
    plot: Mapping[str, Any]
    etag: str

    few: ClassVar[int] = FEW_TASKS
    levels: ClassVar[Sequence[int]] = range(LEVELS)

    @property
    def board_query(self) -> str:
        """The same board on the other pages."""
        return board_query(self.filters)

    @property
    def has_few(self) -> bool:
        """Whether a cell is over so few tasks that its interval is written out."""
        return any(cell.has_few for row in self.rows for cell in row.cells)


def board_query(filters: AnalysisFilters) -> str:
    """Leads to the same board on another page."""
    return AnalysisFilters(version=filters.version, evaluator=filters.evaluator).query()
