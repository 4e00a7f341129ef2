"""Orders of the same entries by different figures, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.analysis_filters import RobustnessFilters
from scoring.pages.analysis import Entrant, Frame, board_query
from scoring.pages.parts import PageLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderHead:
    """One way of ordering, and how far it agrees with the geometric one.

    Attributes:
        key: Such as ``minimum``.
        correlation: Spearman's, −1..1; None for the geometric order itself, and where it does not exist.
        correlation_text: With three decimals, "–" where there is none.
        moved: Entries whose rank differs from the geometric one.
    """

    key: str
    label: str
    help: str
    correlation: float | None
    correlation_text: str
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderCell:
    """One entry in one order.

    Attributes:
        rank: Among all entries of the table that have the figure; None without it.
        shift: Places lost against the geometric order, negative for gained ones; None without a rank.
        shift_text: ``+2``, ``−1``, "" for none.
    """

    key: str
    value: float | None
    value_text: str
    rank: int | None
    rank_text: str
    shift: int | None
    shift_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderRow:
    """One entry, or one reported model, in every order; ``entrant`` is None for the latter."""

    name: str
    by: str
    entrant: Entrant | None
    cells: Sequence[OrderCell]


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTable:
    """Some entries in every order.

    Attributes:
        compared: Entries that have every figure; the correlations are over these.
        plot: What the script draws; {} where there is nothing to draw.
    """

    heads: Sequence[OrderHead]
    rows: Sequence[OrderRow]
    compared: int
    plot: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class RobustnessPage:
    """Whether the order depends on the mean.

    Attributes:
        frame: None when no dataset version is published yet.
        evaluated: The ranked entries of the board; its rows are one page of them.
        reported: The models of the paper.
    """

    frame: Frame | None
    filters: RobustnessFilters
    evaluated: OrderTable
    reported: OrderTable
    links: PageLinks
    etag: str

    @property
    def board_query(self) -> str:
        """The same board on the other pages."""
        return board_query(self.filters)
