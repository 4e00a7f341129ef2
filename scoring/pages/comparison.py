"""Two entries side by side, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.comparison_filters import ComparisonFilters
from scoring.pages.board import Cell
from scoring.pages.parts import Choice, PageLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two.

    Attributes:
        key: What names it in the address.
        url: Its page; "" where it has none.
        is_reported: A model as it was reported elsewhere, of which there are figures only.
        rank: None where it holds none.
    """

    key: str
    name: str
    model_name: str
    organisation: str
    url: str
    rank: int | None
    is_gold: bool = False
    is_reported: bool = False

    @property
    def kind(self) -> str:
        """``entry``, ``gold`` or ``reported``."""
        return "gold" if self.is_gold else "reported" if self.is_reported else "entry"


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedLine:
    """One thing that both are judged by, task by task.

    Attributes:
        key: A member of `WHOLE`, or a dimension's.
        tasks: How many tasks it applies to for both.
        a_passes, b_passes, only_a, only_b: Numbers of tasks.
        difference_text: Of the shares, a − b, in points.
        p_text: Of the exact paired test, alone.
        is_told: Whether that test tells the two apart at the 5 % level.
        leader: ``a``, ``b`` or "" where the same number passed.
    """

    key: str
    label: str
    tasks: int
    a_passes: int
    b_passes: int
    only_a: int
    only_b: int
    a_text: str
    b_text: str
    difference_text: str
    p_value: float
    p_text: str
    is_told: bool
    leader: str
    only_a_query: str
    only_b_query: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpentLine:
    """Something that both used, over the tasks where both say how much.

    Attributes:
        tasks: How many these are.
        difference_text: Of the means, a − b.
        interval_text: 95 %, bootstrap over tasks.
    """

    key: str
    label: str
    tasks: int
    a_text: str
    b_text: str
    difference_text: str
    interval_text: str
    p_text: str
    is_told: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FigurePair:
    """A figure of an entry, and the same of a model as it was reported; no difference, no test."""

    key: str
    label: str
    a: Cell
    b: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """One task in the matrix; ``state`` is a split, or ``na`` where it does not apply to both."""

    query_index: int
    state: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedTask:
    """One task of the list, with the dimensions that each fails on it."""

    query_index: int
    query: str
    kind: str
    state: str
    a_fails: Sequence[str]
    b_fails: Sequence[str]
    a_url: str
    b_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonPage:
    """A comparison, or the form that asks for one.

    Attributes:
        a, b: None while one is not chosen yet.
        said: The result of the paired test on feasible tasks, in sentences.
        figures, rates: Columns of the board and failure rates of both, beside a reported model; all about
            tasks is then empty.
        choices: Ranked public entries to choose from, the first hundred.
        reported_choices: Models that were reported elsewhere.
        splits: Which tasks can be listed, with how many there are.
    """

    filters: ComparisonFilters
    a: Side | None
    b: Side | None
    version_name: str = ""
    evaluator_version: str = ""
    said: Sequence[str] = ()
    lines: Sequence[ComparedLine] = ()
    spent: Sequence[SpentLine] = ()
    on_label: str = ""
    matrix: Sequence[MatrixCell] = ()
    matrix_text: str = ""
    splits: Sequence[Choice] = ()
    on_choices: Sequence[Choice] = ()
    tasks: Sequence[ComparedTask] = ()
    links: PageLinks | None = None
    figures: Sequence[FigurePair] = ()
    rates: Sequence[FigurePair] = ()
    choices: Sequence[tuple[str, str]] = ()
    reported_choices: Sequence[tuple[str, str]] = ()
    etag: str = ""
