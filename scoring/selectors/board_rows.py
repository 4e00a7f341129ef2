"""The rows of a leaderboard: which ones a view shows, in which order, and where they are kept."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.expressions import OrderBy

from scoring.columns import COLUMN_OF, Column
from scoring.filters import BoardFilters
from scoring.links import entry_url, page_links
from scoring.models import LeaderboardEntry
from scoring.pages import BoardRow, PageLinks
from scoring.selectors.entries import carried_to
from scoring.selectors.figures import cell_of
from scoring.states import Unranked
from scoring.wording import UNRANKED
from submissions.selectors import Viewer, is_own, own, published
from submissions.showing import bears_its_name, identity_of
from submissions.states import Visibility

ROWS_PER_PAGE: Final = 100
UNRANKED_SHOWN: Final = 100
ORGANISATIONS_SHOWN: Final = 200
VIEWS_KEPT: Final = 64
_SUBMISSION: Final = "evaluation__submission__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One state of one board.

    Attributes:
        version_id: Primary key of the dataset version.
        digest: Of its release.
        evaluator_version: Whose scores.
        revision: 0 for a board that never had a row.
        changed_at: When the revision was reached; tells states apart after a restored backup counts anew.
    """

    version_id: int
    digest: str
    evaluator_version: str
    revision: int
    changed_at: datetime | None

    def view_key(self, filters: BoardFilters) -> str:
        """The name of everything that a visitor sees of this state under these filters."""
        parts = (self.digest, self.evaluator_version, self.revision, self.changed_at, filters.query())
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRows:
    """What a view shows of a board and its revision decides.

    Attributes:
        rows: Ranked rows of this page of the list.
        unranked: Rows without a rank that the reader may see.
        links: Where this page lies in the list.
        organisations: Names that public rows of the whole board carry, in order.
    """

    rows: Sequence[BoardRow]
    unranked: Sequence[BoardRow]
    links: PageLinks
    organisations: Sequence[str]


def board_rows(
    board: Board, filters: BoardFilters, viewer: Viewer, *, columns: Sequence[Column]
) -> BoardRows:
    """The rows of one view.

    Visitors all see the same, and see it until the revision changes: theirs is made once. Whoever is signed
    in may see rows of their own, so that nothing made for them is kept.
    """
    if is_anonymous(viewer) and board.revision:
        return _made_for_visitors(board, filters, tuple(columns))
    return _made(board, filters, viewer, columns)


def is_anonymous(viewer: Viewer) -> bool:
    """Whether the reader sees what every visitor sees."""
    return viewer is None or not viewer.is_authenticated


def natural_direction(key: str) -> str:
    """The direction that puts the best first."""
    return "desc" if key != "rank" and COLUMN_OF[key].higher_is_better else "asc"


def is_filtered(filters: BoardFilters) -> bool:
    """Whether the filters may hide rows."""
    return bool(filters.division or filters.weights or filters.organisation)


@lru_cache(maxsize=VIEWS_KEPT)
def _made_for_visitors(board: Board, filters: BoardFilters, columns: Sequence[Column]) -> BoardRows:
    # The state of the board is part of the question, so that an answer is never out of date.
    return _made(board, filters, None, columns)


def _made(board: Board, filters: BoardFilters, viewer: Viewer, columns: Sequence[Column]) -> BoardRows:
    every = LeaderboardEntry.objects.filter(
        dataset_version=board.version_id, evaluator_version=board.evaluator_version
    )
    wanted = _filtered(every.visible_to(viewer), filters)
    ranked = wanted.filter(rank__isnull=False)
    links = page_links(
        number=filters.page,
        size=ROWS_PER_PAGE,
        # Only published entries hold a rank, so that without a filter the index of the board alone answers.
        total=(ranked if is_filtered(filters) else every.filter(rank__isnull=False)).count(),
        query=lambda page: filters.query(page=page),
    )
    return BoardRows(
        rows=_rows(_page_of(ranked, filters, links), every, columns, viewer),
        unranked=_rows(_unranked(wanted, viewer), every, columns, viewer),
        links=links,
        organisations=_organisations(every),
    )


def _filtered(entries: QuerySet[LeaderboardEntry], filters: BoardFilters) -> QuerySet[LeaderboardEntry]:
    members = {
        "division": filters.division,
        "open_weights": filters.weights,
        "organisation": filters.organisation,
    }
    wanted = entries.filter(**{f"{_SUBMISSION}{name}": value for name, value in members.items() if value})
    # Whoever filters by organisation would learn whose an anonymous entry is.
    return wanted.filter(bears_its_name(_SUBMISSION)) if filters.organisation else wanted


def _page_of(
    ranked: QuerySet[LeaderboardEntry], filters: BoardFilters, links: PageLinks
) -> QuerySet[LeaderboardEntry]:
    is_down = (filters.direction or natural_direction(filters.sort)) == "desc"
    # No ranked row lacks its rank; without "nulls last" the index of the board gives the order.
    nulls_last = None if filters.sort == "rank" else True
    first = OrderBy(F(filters.sort), descending=is_down, nulls_last=nulls_last)
    start = (links.number - 1) * ROWS_PER_PAGE
    return ranked.order_by(first, "rank", "pk")[start : start + ROWS_PER_PAGE]


def _unranked(wanted: QuerySet[LeaderboardEntry], viewer: Viewer) -> QuerySet[LeaderboardEntry]:
    """Public rows without a rank, and the viewer's own; staff are not shown everybody's drafts here."""
    shown = published(_SUBMISSION)
    if viewer is not None and viewer.is_authenticated:
        shown |= own(viewer, _SUBMISSION)
    return wanted.filter(shown, rank__isnull=True).order_by("-pk")[:UNRANKED_SHOWN]


def _organisations(every: QuerySet[LeaderboardEntry]) -> Sequence[str]:
    name = f"{_SUBMISSION}organisation"
    named = every.filter(published(_SUBMISSION), bears_its_name(_SUBMISSION)).exclude(**{name: ""})
    return list(named.order_by(name).values_list(name, flat=True).distinct()[:ORGANISATIONS_SHOWN])


def _rows(
    entries: QuerySet[LeaderboardEntry],
    every: QuerySet[LeaderboardEntry],
    columns: Sequence[Column],
    viewer: Viewer,
) -> Sequence[BoardRow]:
    equals = every.order_by().filter(rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
    rows = entries.annotate(
        is_shared=Exists(equals),
        is_own=is_own(viewer, _SUBMISSION),
        version_name=F("dataset_version__name"),
        own_version_name=F(f"{_SUBMISSION}dataset_version__name"),
    ).select_related("evaluation__submission")
    return [_row(entry, columns) for entry in rows]


def _row(entry: Any, columns: Sequence[Column]) -> BoardRow:
    """One row, of an entry with everything that `_rows` adds.

    Staff are shown no hidden names here: a look at them is noted where one entry is opened.
    """
    evaluation = entry.evaluation
    submission = evaluation.submission
    identity = identity_of(submission, is_own=entry.is_own)
    return BoardRow(
        rank=entry.rank,
        is_shared_rank=entry.is_shared,
        unranked_reason=UNRANKED[entry.unranked_reason],
        public_id=submission.public_id,
        display_name=identity.display_name,
        organisation=identity.organisation,
        model_name=identity.model_name,
        division=submission.division,
        open_weights=submission.open_weights,
        cells=[cell_of(entry, column) for column in columns],
        url=entry_url(submission.public_id, carried_to(entry)),
        is_mine=entry.is_own,
        is_public=submission.is_public,
        is_anonymous=submission.visibility == Visibility.ANONYMOUS,
        is_superseded=submission.superseded_at is not None,
        is_withdrawn=submission.withdrawn_at is not None,
        is_held=entry.unranked_reason == Unranked.HELD,
        is_documented=identity.is_documented,
        missing_tasks=evaluation.missing_tasks,
        scored_at=evaluation.finished_at,
    )
