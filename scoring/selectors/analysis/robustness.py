"""The page of robustness: does the order of entries depend on how the categories are averaged?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from scoring.analysis_filters import RobustnessFilters
from scoring.analysis_plots import orders_chart
from scoring.engine import display
from scoring.engine.ranking import rank
from scoring.engine.robustness import spearman
from scoring.links import page_links
from scoring.models import LeaderboardEntry
from scoring.pages.robustness import OrderCell, OrderHead, OrderRow, OrderTable, RobustnessPage
from scoring.published import PublishedRun, published_runs
from scoring.selectors.analysis.boards import SeenBoard, entrant_of, seen_board
from scoring.tracks import DEFAULT_TRACK
from submissions.selectors import Viewer

ROWS_PER_PAGE: Final = 25
BOARDS_KEPT: Final = 32
GEOMETRIC: Final = "geometric"
ORDERS: Final = (
    (GEOMETRIC, "Geometric", "Fourth root of the product of the four categories: the overall of the board."),
    ("arithmetic", "Arithmetic", "Plain mean of the four categories: a strong one makes up for a weak one."),
    ("harmonic", "Harmonic", "Four over the sum of the reciprocals: leans towards the weakest category."),
    ("minimum", "Minimum", "The weakest category alone."),
    ("tp_feasible", "TP-feas", "Share of the feasible tasks whose plan meets every rule; decides the rank."),
)
_CATEGORIES: Final = ("satisfaction", "truthfulness", "executability", "infeasibility")
_REPORTED_CATEGORIES: Final = (
    "release_satisfaction",
    "release_truthfulness",
    "release_executability",
    "release_infeasibility",
)
_DIGITS: Final = 3

Figures = Mapping[str, float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """Ranks of several entries by every figure.

    Attributes:
        ranks: By order, one rank per entry; None without the figure.
        heads: What is said of each order.
        compared: How many entries have every figure.
    """

    ranks: Mapping[str, Sequence[int | None]]
    heads: Sequence[OrderHead]
    compared: int

    def cells(self, place: int, figures: Figures) -> Sequence[OrderCell]:
        """One entry in every order."""
        own = self.ranks[GEOMETRIC][place]
        return [_cell(key, figures[key], self.ranks[key][place], own) for key, _, _ in ORDERS]


def robustness_page(
    filters: RobustnessFilters, viewer: Viewer, *, track: str = DEFAULT_TRACK
) -> RobustnessPage:
    """Ranks by three means, the weakest category and TP-feas, of ranked entries and of reported models.

    Raises:
        NotFoundError: No such track or evaluator is known here, or no such version is published.
    """
    board = seen_board(filters, track=track)
    links = page_links(
        number=filters.page,
        size=ROWS_PER_PAGE,
        total=0 if board is None else board.frame.ranked_count,
        query=lambda page: filters.query(page=page),
    )
    evaluated = _nothing() if board is None else _evaluated(board, viewer, links.number)
    return RobustnessPage(
        frame=None if board is None else board.frame,
        filters=filters,
        evaluated=evaluated,
        reported=reported_orders(track),
        links=links,
        etag="no-board"
        if board is None
        else board.etag(filters.query(), viewer, [row.entrant for row in evaluated.rows]),
    )


def orders_of(figures: Sequence[Figures]) -> Orders:
    """Rank entries by each of their figures, and correlate every order with the geometric one.

    Args:
        figures: Per entry a value by key of ``ORDERS``; None where it does not exist.
    """
    ranks = {key: rank([[one[key]] for one in figures]) for key, _, _ in ORDERS}
    whole = [one for one in figures if None not in one.values()]
    columns = {key: [value for one in whole if (value := one[key]) is not None] for key, _, _ in ORDERS}
    heads = []
    for key, label, about in ORDERS:
        found = None if key == GEOMETRIC else spearman(columns[key], columns[GEOMETRIC])
        pairs = zip(ranks[key], ranks[GEOMETRIC], strict=True)
        heads.append(
            OrderHead(
                key=key,
                label=label,
                help=about,
                correlation=found,
                correlation_text=display.decimal(found, _DIGITS),
                moved=sum(one != other for one, other in pairs if one is not None and other is not None),
            )
        )
    return Orders(ranks=ranks, heads=heads, compared=len(whole))


def _evaluated(board: SeenBoard, viewer: Viewer, number: int) -> OrderTable:
    places, figures, orders = _orders_of_board(board.version.pk, board.evaluator_version, board.key)
    start = (number - 1) * ROWS_PER_PAGE
    rows = []
    for entry in board.ranked(viewer)[start : start + ROWS_PER_PAGE]:
        place = places.get(entry.pk)
        if place is not None:
            entrant = entrant_of(entry)
            by = " · ".join(part for part in (entrant.model_name, entrant.organisation) if part)
            cells = orders.cells(place, figures[place])
            rows.append(OrderRow(name=entrant.display_name, by=by, entrant=entrant, cells=cells))
    return _table(orders, rows)


@lru_cache(maxsize=BOARDS_KEPT)
def _orders_of_board(
    version_id: int,
    evaluator_version: str,
    key: tuple[object, ...],  # noqa: ARG001  (The state of the board is part of the question.)
) -> tuple[Mapping[int, int], Sequence[Figures], Orders]:
    """The orders of all ranked entries, and each entry's place among them; once for each state of a board."""
    ranked = LeaderboardEntry.objects.filter(
        dataset_version=version_id, evaluator_version=evaluator_version, rank__isnull=False
    ).order_by("rank", "pk")
    columns = ("overall", "overall_arithmetic", "overall_harmonic", "tp_feasible", *_CATEGORIES)
    places, figures = {}, []
    for place, (pk, *values) in enumerate(ranked.values_list("pk", *columns)):
        geometric, arithmetic, harmonic, perfect, *categories = values
        places[pk] = place
        figures.append(_figures(geometric, arithmetic, harmonic, categories, perfect))
    return places, figures, orders_of(figures)


def reported_orders(track: str = DEFAULT_TRACK) -> OrderTable:
    """The orders of the models of the paper, from the release's own figures."""
    runs = published_runs(track)
    figures = [_reported(run) for run in runs]
    orders = orders_of(figures)
    rows = [
        OrderRow(name=run.model, by=run.organisation, entrant=None, cells=orders.cells(place, figures[place]))
        for place, run in enumerate(runs)
    ]
    return _table(orders, sorted(rows, key=lambda row: row.cells[0].rank or 0))


def _reported(run: PublishedRun) -> Figures:
    categories = [run.figure(column) for column in _REPORTED_CATEGORIES]
    # The release has no harmonic mean; the paper's table is made from the same categories.
    harmonic = len(categories) / sum(1 / value for value in categories)
    return _figures(
        run.figure("release_overall"),
        run.figure("release_overall_arithmetic"),
        harmonic,
        categories,
        run.figure("release_tp_feasible"),
    )


def _figures(
    geometric: float | None,
    arithmetic: float | None,
    harmonic: float | None,
    categories: Sequence[float | None],
    perfect: float | None,
) -> Figures:
    known = [value for value in categories if value is not None]
    return {
        GEOMETRIC: geometric,
        "arithmetic": arithmetic,
        "harmonic": harmonic,
        "minimum": min(known) if len(known) == len(categories) else None,
        "tp_feasible": perfect,
    }


def _cell(key: str, value: float | None, place: int | None, own: int | None) -> OrderCell:
    shift = None if place is None or own is None else place - own
    return OrderCell(
        key=key,
        value=value,
        value_text=display.percent(value),
        rank=place,
        rank_text=display.count(place),
        shift=shift,
        shift_text="" if not shift else f"+{shift}" if shift > 0 else f"−{-shift}",
    )


def _table(orders: Orders, rows: Sequence[OrderRow]) -> OrderTable:
    return OrderTable(
        heads=orders.heads, rows=rows, compared=orders.compared, plot=orders_chart(orders.heads, rows)
    )


def _nothing() -> OrderTable:
    return OrderTable(heads=[], rows=[], compared=0, plot={})
