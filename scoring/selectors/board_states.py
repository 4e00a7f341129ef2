"""The state of a board that a view shows: the newest one, or an earlier one by number or moment."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.db.models import F, QuerySet

from kb_browser.selectors import VersionFacts
from scoring.board_filters import BoardFilters
from scoring.models import BoardRevision, LeaderboardEntry
from scoring.models.boards import LeaderboardEntryQuerySet
from scoring.selectors.history import BoardState, reached, state_at
from trek_site.shared.errors import NotFoundError

STATES_KEPT: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One state of one board.

    Attributes:
        board_id: Primary key of its revision row; 0 for a board that never had a row.
        version: The dataset version; for comparing, the next two stand for it.
        version_id: Its primary key.
        digest: Of its release.
        evaluator_version: Whose scores.
        revision: Of the state that is shown; 0 before the first event.
        newest: Of the newest state.
        reached_at: When the shown state was reached; None at 0.
        changed_at: When the newest was; tells states apart after a restored backup counts anew.
        standings_revision: The state that the stored standings are about.
    """

    board_id: int
    version: VersionFacts = field(compare=False)
    version_id: int
    digest: str
    evaluator_version: str
    revision: int
    newest: int
    reached_at: datetime | None
    changed_at: datetime | None
    standings_revision: int

    @property
    def is_past(self) -> bool:
        """Whether a newer state exists."""
        return self.revision < self.newest

    def entries(self) -> LeaderboardEntryQuerySet:
        """Every entry that belongs to the board, ranked or not, public or not."""
        return LeaderboardEntry.objects.filter(
            dataset_version=self.version_id, evaluator_version=self.evaluator_version
        )

    def view_key(self, filters: BoardFilters) -> str:
        """The name of everything that a visitor sees of this state under these filters.

        The newest state is part of it: names that appeared since are shown on earlier states too.
        """
        parts = (
            self.digest,
            self.evaluator_version,
            self.revision,
            self.newest,
            self.changed_at,
            self.standings_revision == self.newest,
            filters.query(),
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def boards_of(version: VersionFacts) -> QuerySet[BoardRevision]:
    """The boards of a version, with the state that their stored standings are about."""
    rows = BoardRevision.objects.filter(dataset_version=version.pk)
    return rows.annotate(standings_revision=F("standings__revision"))


def board_of(version: VersionFacts, evaluator_version: str, row: Any, filters: BoardFilters) -> Board:
    """The state of a board that is asked for.

    Args:
        version: The dataset version.
        evaluator_version: Whose scores.
        row: Of `boards_of`; None for a board that never had a row.
        filters: What is asked for.

    Raises:
        NotFoundError: The board has not come to that revision.
    """
    newest = 0 if row is None else row.revision
    if filters.revision > newest:
        raise NotFoundError("This board has no such revision yet.")
    changed_at = None if row is None else row.changed_at
    revision, reached_at = _asked(row, filters) if row is not None else (0, None)
    return Board(
        board_id=0 if row is None else row.pk,
        version=version,
        version_id=version.pk,
        digest=version.digest,
        evaluator_version=evaluator_version,
        revision=revision,
        newest=newest,
        reached_at=reached_at,
        changed_at=changed_at,
        standings_revision=(None if row is None else row.standings_revision) or 0,
    )


@lru_cache(maxsize=STATES_KEPT)
def past_state(board: Board) -> BoardState:
    """Reasons and ranks of an earlier state, from the events."""
    row = BoardRevision(
        pk=board.board_id,
        dataset_version_id=board.version_id,
        evaluator_version=board.evaluator_version,
    )
    return state_at(row, board.revision)


def _asked(row: BoardRevision, filters: BoardFilters) -> tuple[int, datetime | None]:
    """The revision that is asked for, and when it was reached."""
    if filters.revision:
        return reached(row, revision=filters.revision)
    instant = filters.instant
    return (row.revision, row.changed_at) if instant is None else reached(row, instant=instant)
