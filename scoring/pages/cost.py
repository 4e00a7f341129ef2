"""Quality and cost of the entries of a board, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from scoring.analysis_filters import CostFilters
from scoring.pages.analysis import Entrant, Frame, board_query
from scoring.pages.parts import Choice


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceLine:
    """One model's price, in US dollars a million tokens."""

    model: str
    prompt_usd: float
    completion_usd: float
    prompt_text: str
    completion_text: str
    valid_from: date
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PricesShown:
    """The table of prices that is applied.

    Attributes:
        as_of: Its day.
        is_made_up: Nobody charges these prices.
    """

    as_of: date
    source: str
    is_made_up: bool
    rows: Sequence[PriceLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class CostRow:
    """One entry whose cost is known.

    Attributes:
        quality: TP-feas, 0..1, with the ends of its 95 % interval where there is one.
        cost: Per task, in the unit of the axis.
        known: Tasks whose cost is known.
        is_partial: Not all are; the mean is over these, and the entry is no part of the front.
        is_on_front: It is on the front as it stands: no other entry solves as many tasks for less.
        certainty: The share of draws in which it is on the front; None where it was not drawn.
        price_model: The row of prices that was applied, "" for other axes.
    """

    entrant: Entrant
    quality: float
    quality_text: str
    quality_low: float | None
    quality_high: float | None
    quality_interval_text: str
    cost: float
    cost_text: str
    known: int
    is_partial: bool
    is_on_front: bool
    certainty: float | None
    certainty_text: str
    price_model: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UncountedRow:
    """One entry that is not on the plane, and why."""

    entrant: Entrant
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRow:
    """How surely one entry dominates another: solves at least as many tasks for no more, and betters one."""

    better: Entrant
    worse: Entrant
    share: float
    share_text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPage:
    """The plane of quality and cost.

    Attributes:
        frame: None when no dataset version is published yet.
        unit: Of the axis, in words.
        prices: None unless the axis is money and there is a table.
        price_choices: The days of the tables.
        rows: Entries with a cost, best first; `hidden` counts those beyond the first.
        uncounted: Entries without one.
        pairs: Only when asked for; `pairs_hidden` counts those beyond the first.
        draws: Of the bootstrap; 0 while its certainty is being worked out.
        is_filtered: Entries are hidden by a filter; the front is that of the whole board all the same.
        is_pending: What is shown is of an earlier state of the board, or nothing is there yet.
    """

    frame: Frame | None
    filters: CostFilters
    divisions: Sequence[Choice]
    weights: Sequence[Choice]
    axes: Sequence[Choice]
    scales: Sequence[Choice]
    price_choices: Sequence[Choice]
    unit: str
    prices: PricesShown | None
    rows: Sequence[CostRow]
    hidden: int
    uncounted: Sequence[UncountedRow]
    pairs: Sequence[PairRow]
    pairs_hidden: int
    pairs_query: str
    draws: int
    is_filtered: bool
    is_pending: bool
    plot: Mapping[str, Any]
    etag: str

    @property
    def board_query(self) -> str:
        """The same board on the other pages."""
        return board_query(self.filters)
