"""The rows of a leaderboard: which ones a view shows, in which order, and where they are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.expressions import OrderBy

from scoring.board_filters import BoardFilters
from scoring.columns import Column
from scoring.links import page_links
from scoring.models import BoardRevision, LeaderboardEntry
from scoring.pages import BoardRow, PageLinks
from scoring.selectors.board_choices import direction_of, state_query
from scoring.selectors.board_row import Beside, ranked_rows, read, row_of
from scoring.selectors.board_runs import agents_of
from scoring.selectors.board_standings import Standings, standings_of
from scoring.selectors.board_states import Board, past_state
from scoring.states import Unranked
from submissions.selectors import Viewer, own, published
from submissions.showing import bears_its_name

ROWS_PER_PAGE: Final = 100
UNRANKED_SHOWN: Final = 100
ORGANISATIONS_SHOWN: Final = 200
VIEWS_KEPT: Final = 64
_SUBMISSION: Final = "evaluation__submission__"
# Of an earlier state: what was off the board then, and what was not public yet.
_NOT_SHOWN: Final = (Unranked.PRIVATE, Unranked.WITHDRAWN)


class BoardWentOnError(Exception):
    """The board changed while it was read: what was read belongs to no single state of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRows:
    """What a view shows of a board and its revision decides.

    Attributes:
        rows: Ranked rows of this page of the list.
        unranked: Rows without a rank that the reader may see.
        links: Where this page lies in the list.
        organisations: Names that public rows of the whole board carry, in order.
        standings: What the tests between the entries say.
        has_runs: Whether some agent has several runs here.
    """

    rows: Sequence[BoardRow]
    unranked: Sequence[BoardRow]
    links: PageLinks
    organisations: Sequence[str]
    standings: Standings
    has_runs: bool


def board_rows(
    board: Board, filters: BoardFilters, viewer: Viewer, *, columns: Sequence[Column]
) -> BoardRows:
    """The rows of one view.

    Visitors all see the same, and see it until the revision changes: theirs is made once. Whoever is signed
    in may see rows of their own, so that nothing made for them is kept.

    Raises:
        BoardWentOnError: The caller looks for the board's newest state and asks again.
    """
    if is_anonymous(viewer) and board.newest:
        return _made_for_visitors(board, filters, tuple(columns))
    return _made(board, filters, viewer, columns)


def is_anonymous(viewer: Viewer) -> bool:
    """Whether the reader sees what every visitor sees."""
    return viewer is None or not viewer.is_authenticated


def is_filtered(filters: BoardFilters) -> bool:
    """Whether the filters may hide rows."""
    return bool(filters.source or filters.organisation or _hides_ranked(filters))


def _hides_ranked(filters: BoardFilters) -> bool:
    return bool(filters.division or filters.weights or filters.organisation or filters.since or filters.until)


@lru_cache(maxsize=VIEWS_KEPT)
def _made_for_visitors(board: Board, filters: BoardFilters, columns: Sequence[Column]) -> BoardRows:
    # The state of the board is part of the question, so that an answer is never out of date.
    return _made(board, filters, None, columns)


def _made(board: Board, filters: BoardFilters, viewer: Viewer, columns: Sequence[Column]) -> BoardRows:
    every = board.entries()
    is_wanted = filters.source != "reported"
    wanted = _filtered(every.visible_to(viewer), filters) if is_wanted else every.none()
    nameless = past_state(board).nameless if board.is_past else frozenset[int]()
    if filters.organisation and nameless:
        wanted = wanted.exclude(evaluation__in=nameless)
    beside = Beside(
        board=board,
        viewer=viewer,
        columns=columns,
        standings=standings_of(board),
        runs_query=state_query(filters),
        is_in_order=filters.sort == "rank" and filters.direction != "desc",
        nameless=nameless,
    )
    if board.is_past:
        rows, unranked, links = _of_the_past(wanted, filters, beside)
    else:
        rows, unranked, links = _of_now(wanted, filters, beside)
    found = BoardRows(
        rows=rows,
        unranked=unranked,
        links=links,
        organisations=_organisations(board),
        standings=beside.standings,
        has_runs=bool(agents_of(board)),
    )
    if board.newest and not BoardRevision.objects.filter(pk=board.board_id, revision=board.newest).exists():
        raise BoardWentOnError
    return found


_Found = tuple[Sequence[BoardRow], Sequence[BoardRow], PageLinks]


def _of_now(wanted: QuerySet[LeaderboardEntry], filters: BoardFilters, beside: Beside) -> _Found:
    """Rows by the ranks that are stored."""
    ranked = wanted.filter(rank__isnull=False)
    every = beside.board.entries().filter(rank__isnull=False)
    # Only published entries hold a rank, so that without a filter the index of the board alone answers.
    is_whole = not _hides_ranked(filters) and filters.source != "reported"
    links = _links(filters, (every if is_whole else ranked).count())
    is_down = direction_of(filters) == "desc"
    # No ranked row lacks its rank; without "nulls last" the index of the board gives the order.
    nulls_last = None if filters.sort == "rank" else True
    first = OrderBy(F(filters.sort), descending=is_down, nulls_last=nulls_last)
    shown = ranked.order_by(first, "rank", "pk")[_start(links) : _start(links) + ROWS_PER_PAGE]
    equals = every.order_by().filter(rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
    rows = read(shown.annotate(is_shared=Exists(equals)), beside.viewer)
    others = read(_unranked(wanted, beside.viewer), beside.viewer)
    return (
        ranked_rows(rows, beside),
        [row_of(one, beside, rank=None, is_shared=False, reason=one.unranked_reason) for one in others],
        links,
    )


def _of_the_past(wanted: QuerySet[LeaderboardEntry], filters: BoardFilters, beside: Beside) -> _Found:
    """Rows by the ranks that the events lead to, with the names that were shown then."""
    state = past_state(beside.board)
    key = "pk" if filters.sort == "rank" else filters.sort
    # In the order in which equals stand today, whoever was scored first.
    told = wanted.order_by("pk").values_list("evaluation", key)
    values = {pk: value for pk, value in told if pk in state.reasons}
    ranked = _in_order(values, state.ranks, filters)
    links = _links(filters, len(ranked))
    shown = ranked[_start(links) : _start(links) + ROWS_PER_PAGE]
    off = [pk for pk in values if pk not in state.ranks and state.reasons[pk] not in _NOT_SHOWN]
    others = sorted(off, reverse=True)[:UNRANKED_SHOWN]
    entries = beside.board.entries().filter(evaluation__in=[*shown, *others])
    found = {one.evaluation_id: one for one in read(entries, beside.viewer)}
    holders = Counter(state.ranks.values())
    for pk in shown:
        found[pk].rank, found[pk].is_shared = state.ranks[pk], holders[state.ranks[pk]] > 1
    return (
        ranked_rows([found[pk] for pk in shown], beside),
        [
            row_of(found[pk], beside, rank=None, is_shared=False, reason=_reason_then(state.reasons[pk]))
            for pk in others
        ],
        links,
    )


def _reason_then(reason: Unranked) -> Unranked:
    return Unranked.METRIC_MISSING if reason == Unranked.NONE else reason


def _in_order(values: Mapping[int, Any], ranks: Mapping[int, int], filters: BoardFilters) -> Sequence[int]:
    """Ranked evaluations in the order asked for; figures that do not exist come last, equals by rank.

    Equal ranks stay as they stand in ``values``.
    """
    by_rank = sorted((pk for pk in values if pk in ranks), key=lambda pk: ranks[pk])
    is_down = direction_of(filters) == "desc"
    if filters.sort == "rank":
        return sorted(by_rank, key=lambda pk: ranks[pk], reverse=is_down)
    there = [pk for pk in by_rank if values[pk] is not None]
    absent = [pk for pk in by_rank if values[pk] is None]
    return [*sorted(there, key=lambda pk: values[pk], reverse=is_down), *absent]


def _start(links: PageLinks) -> int:
    return (links.number - 1) * ROWS_PER_PAGE


def _links(filters: BoardFilters, total: int) -> PageLinks:
    return page_links(
        number=filters.page, size=ROWS_PER_PAGE, total=total, query=lambda page: filters.query(page=page)
    )


def _filtered(entries: QuerySet[LeaderboardEntry], filters: BoardFilters) -> QuerySet[LeaderboardEntry]:
    members = {
        "division": filters.division,
        "open_weights": filters.weights,
        "organisation": filters.organisation,
        "published_at__gte": filters.first_moment,
        "published_at__lte": filters.last_moment,
    }
    wanted = entries.filter(**{f"{_SUBMISSION}{name}": value for name, value in members.items() if value})
    # Whoever filters by organisation would learn whose an anonymous entry is.
    return wanted.filter(bears_its_name(_SUBMISSION)) if filters.organisation else wanted


def _unranked(wanted: QuerySet[LeaderboardEntry], viewer: Viewer) -> QuerySet[LeaderboardEntry]:
    """Public rows without a rank, and the viewer's own; staff are not shown everybody's drafts here."""
    shown = published(_SUBMISSION)
    if viewer is not None and viewer.is_authenticated:
        shown |= own(viewer, _SUBMISSION)
    # By its id: the relation's own name would bring the order of evaluations with it.
    return wanted.filter(shown, rank__isnull=True).order_by("-evaluation_id")[:UNRANKED_SHOWN]


@lru_cache(maxsize=VIEWS_KEPT)
def _organisations(board: Board) -> Sequence[str]:
    """The same for every reader: those of public entries that bear their names."""
    name = f"{_SUBMISSION}organisation"
    named = board.entries().filter(published(_SUBMISSION), bears_its_name(_SUBMISSION)).exclude(**{name: ""})
    return tuple(named.order_by(name).values_list(name, flat=True).distinct()[:ORGANISATIONS_SHOWN])
