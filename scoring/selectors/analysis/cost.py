"""The page of quality and cost: read from what a job worked out, never from the runs themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from scoring.analysis_filters import AXES, SCALES, CostFilters
from scoring.columns import COLUMN_OF
from scoring.cost_plot import cost_scatter
from scoring.costs import BoardFront, CostPoint, Unknown, front_from, point_from
from scoring.engine import display
from scoring.filters import DIVISIONS, OPEN_WEIGHTS
from scoring.models import BoardCosts, LeaderboardEntry
from scoring.pages.analysis import Entrant
from scoring.pages.cost import CostPage, CostRow, PairRow, PriceLine, PricesShown, UncountedRow
from scoring.pages.parts import Choice
from scoring.prices import Prices
from scoring.selectors.analysis.boards import SeenBoard, entrant_of, seen_board
from scoring.selectors.figures import figure_text
from scoring.selectors.prices import price_tables, prices_as_of, usd_measure
from scoring.tracks import DEFAULT_TRACK
from scoring.wording import ALL
from submissions.selectors import Viewer

ROWS_SHOWN: Final = 200
PAIRS_SHOWN: Final = 200
_SUBMISSION: Final = "evaluation__submission__"
USD: Final = "usd"
UNITS: Final[Mapping[str, str]] = {
    "tokens": "tokens per task",
    "calls": "tool calls per task",
    USD: "US dollars per task",
}
AXIS_LABELS: Final[Mapping[str, str]] = {"tokens": "Tokens", "calls": "Tool calls", USD: "US dollars"}
SCALE_LABELS: Final[Mapping[str, str]] = {"log": "Logarithmic", "linear": "Linear"}
REASONS: Final[Mapping[Unknown, str]] = {
    Unknown.NOT_REPORTED: "Its records do not say.",
    Unknown.NO_PARTS: "Its records do not tell tokens of prompts from those of answers.",
    Unknown.NO_PRICE: "Its model has no price in this table.",
    Unknown.NO_MODEL: "Its manifest names no model.",
    Unknown.SEVERAL_MODELS: "Several models worked on it, and its tokens are not told apart by model.",
    Unknown.ANONYMOUS: "It is shown without names: its price would give its model away.",
}
_PENDING: Final = "It is being worked out."
_DIGITS_BELOW: Final = ((0.0001, 7), (0.01, 5), (1, 4), (1000, 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Worked:
    """What a job left for one measure of a board.

    Attributes:
        is_current: It is about the state of the board that is shown.
    """

    points: Mapping[int, CostPoint]
    front: BoardFront
    is_current: bool


def cost_page(filters: CostFilters, viewer: Viewer, *, track: str = DEFAULT_TRACK) -> CostPage:
    """TP-feas against tokens, calls or money, with the front and how sure it is.

    Raises:
        NotFoundError: No such track or evaluator is known here, or no such version is published.
    """
    board = seen_board(filters, track=track)
    tables = price_tables()
    prices = prices_as_of(tables, filters.prices) if filters.axis == USD else None
    worked = _worked(board, filters, prices)
    entries = [] if board is None else list(_wanted(board, filters, viewer))
    told = [(entry, entrant_of(entry)) for entry in entries]
    points = {entry.pk: _point(entry, entrant, worked, filters) for entry, entrant in told}
    size = 0 if board is None else board.version.task_count
    rows = [
        _row(entry, entrant, points[entry.pk], worked, size)
        for entry, entrant in told
        if points[entry.pk].mean is not None and entry.tp_feasible is not None
    ]
    uncounted = [
        UncountedRow(entrant=entrant, reason=_reason(points[entry.pk], filters, prices))
        for entry, entrant in told
        if points[entry.pk].mean is None
    ]
    pairs = _pairs(told, worked) if filters.pairs else []
    hidden = max(0, (0 if board is None else _count(board, filters)) - len(entries))
    return CostPage(
        frame=None if board is None else board.frame,
        filters=filters,
        divisions=_choices(filters, "division", {"": ALL, **{one: one for one in DIVISIONS}}),
        weights=_choices(filters, "weights", {"": ALL, **{one: one for one in OPEN_WEIGHTS}}),
        axes=_choices(filters, "axis", {axis: AXIS_LABELS[axis] for axis in AXES}),
        scales=_choices(filters, "scale", {scale: SCALE_LABELS[scale] for scale in SCALES}),
        price_choices=_price_choices(tables, prices, filters),
        unit=UNITS[filters.axis],
        prices=None if prices is None else _prices_shown(prices),
        rows=rows,
        hidden=hidden,
        uncounted=uncounted,
        pairs=pairs[:PAIRS_SHOWN],
        pairs_hidden=max(0, len(pairs) - PAIRS_SHOWN),
        pairs_query=filters.query(pairs="" if filters.pairs else "yes"),
        draws=worked.front.draws if worked.is_current else 0,
        is_filtered=bool(filters.division or filters.weights),
        is_pending=bool(entries) and not worked.is_current and not (filters.axis == USD and prices is None),
        plot=cost_scatter(rows, unit=UNITS[filters.axis], is_log=filters.scale == "log"),
        etag="no-board" if board is None else board.etag(filters.query(), viewer, rows, uncounted, prices),
    )


def _worked(board: SeenBoard | None, filters: CostFilters, prices: Prices | None) -> _Worked:
    measure = filters.axis if filters.axis != USD else "" if prices is None else usd_measure(prices.as_of)
    pk = None if board is None else board.pk
    row = BoardCosts.objects.filter(board=pk, measure=measure).first() if pk and measure else None
    if board is None or row is None or not row.revision:
        return _Worked(points={}, front=front_from({}), is_current=False)
    return _Worked(
        points={int(key): point_from(stored) for key, stored in row.points.items()},
        front=front_from(row.front),
        is_current=row.revision == board.frame.revision,
    )


def _filtered(entries: QuerySet[LeaderboardEntry], filters: CostFilters) -> QuerySet[LeaderboardEntry]:
    if filters.division:
        entries = entries.filter(**{f"{_SUBMISSION}division": filters.division})
    if filters.weights:
        entries = entries.filter(**{f"{_SUBMISSION}open_weights": filters.weights})
    return entries


def _wanted(board: SeenBoard, filters: CostFilters, viewer: Viewer) -> QuerySet[LeaderboardEntry]:
    return _filtered(board.ranked(viewer), filters)[:ROWS_SHOWN]


def _count(board: SeenBoard, filters: CostFilters) -> int:
    if not (filters.division or filters.weights):
        return board.frame.ranked_count
    return _filtered(board.ranked(None), filters).count()


def _point(entry: LeaderboardEntry, entrant: Entrant, worked: _Worked, filters: CostFilters) -> CostPoint:
    point = worked.points.get(entry.evaluation_id, CostPoint())
    # Whatever was worked out before: what would give a name away is not shown while there is none.
    return CostPoint(unknown=Unknown.ANONYMOUS) if filters.axis == USD and entrant.is_anonymous else point


def _reason(point: CostPoint, filters: CostFilters, prices: Prices | None) -> str:
    if filters.axis == USD and prices is None and point.unknown != Unknown.ANONYMOUS:
        return "There is no table of prices for that day." if filters.prices else "There are no prices yet."
    return REASONS.get(point.unknown, _PENDING)


def _row(entry: LeaderboardEntry, entrant: Entrant, point: CostPoint, worked: _Worked, size: int) -> CostRow:
    assert entry.tp_feasible is not None
    assert point.mean is not None
    low, high = entry.intervals.get("tp_feasible", (None, None))
    column = COLUMN_OF["tp_feasible"]
    ends = "" if low is None else f"{figure_text(column, low)}–{figure_text(column, high)}"
    certainty = worked.front.on_front.get(entry.evaluation_id) if worked.is_current else None
    return CostRow(
        entrant=entrant,
        quality=entry.tp_feasible,
        quality_text=figure_text(column, entry.tp_feasible),
        quality_low=low,
        quality_high=high,
        quality_interval_text=ends,
        cost=point.mean,
        cost_text=cost_text(point.mean),
        known=point.known,
        is_partial=point.known < size,
        is_on_front=worked.is_current and entry.evaluation_id in worked.front.observed,
        certainty=certainty,
        certainty_text=share_text(certainty),
        price_model=point.model,
    )


def cost_text(cost: float) -> str:
    """A cost with as many digits as tell it from others of its size."""
    digits = next((digits for below, digits in _DIGITS_BELOW if cost < below), 0)
    return display.count(cost) if not digits else display.decimal(cost, digits)


def share_text(share: float | None) -> str:
    """A share of draws in whole per cent; what is not certain is never said to be."""
    if share is None:
        return display.ABSENT
    text = display.percent(share, 0)
    if share < 1 and text == "100":
        return ">99"
    return "<1" if share > 0 and text == "0" else text


def _pairs(told: Sequence[tuple[Any, Entrant]], worked: _Worked) -> list[PairRow]:
    """Who dominates whom in at least one draw, surest first."""
    if not worked.is_current:
        return []
    entrants = {entry.evaluation_id: entrant for entry, entrant in told}
    found = [
        PairRow(better=entrants[better], worse=entrants[worse], share=share, share_text=share_text(share))
        for better, others in worked.front.dominates.items()
        for worse, share in others.items()
        if better in entrants and worse in entrants
    ]
    return sorted(found, key=lambda pair: (-pair.share, pair.better.rank, pair.worse.rank))


def _prices_shown(prices: Prices) -> PricesShown:
    return PricesShown(
        as_of=prices.as_of,
        source=prices.source,
        is_made_up=prices.is_made_up,
        rows=[
            PriceLine(
                model=row.model,
                prompt_usd=row.prompt_usd,
                completion_usd=row.completion_usd,
                prompt_text=display.decimal(row.prompt_usd),
                completion_text=display.decimal(row.completion_usd),
                valid_from=row.valid_from,
                source=row.source,
            )
            for row in prices.rows
        ],
    )


def _price_choices(tables: Sequence[Prices], prices: Prices | None, filters: CostFilters) -> Sequence[Choice]:
    return [
        Choice(
            value=day,
            label=f"{day}{' (made up)' if table.is_made_up else ''}",
            query=filters.query(axis=USD, prices=day),
            is_selected=prices is not None and table.as_of == prices.as_of,
        )
        for table in tables
        for day in [table.as_of.isoformat()]
    ]


def _choices(filters: CostFilters, name: str, labels: Mapping[str, str]) -> Sequence[Choice]:
    now = getattr(filters, name)
    return [
        Choice(value=value, label=label, query=filters.query(**{name: value}), is_selected=value == now)
        for value, label in labels.items()
    ]
