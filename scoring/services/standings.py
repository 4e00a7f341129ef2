"""Standings: which entries of a board are told apart, worked out after each of its changes."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.db.models import F, Q

from kb_browser.selectors import dataset_version_of
from scoring.models import BoardRevision, BoardStandings
from scoring.selectors.board_standings import tested
from scoring.selectors.history import ranks_at
from scoring.services.board_work import long_ago, work_ring, work_take
from trek_site.shared.jobs import Job, ring

logger = logging.getLogger(__name__)


def board_standings_make(board_id: int) -> None:
    """Test all ranked entries of a board against each other; may run twice and beside itself.

    The work grows with the square of the entries. So a message is answered at once when the newest state has
    been worked out or somebody is at it; who is at it looks afterwards whether the board went on.
    """
    board = BoardRevision.objects.filter(pk=board_id, revision__gte=1).first()
    if board is None or not _claim(board):
        return
    ranked = sorted(ranks_at(board, board.revision))
    found = tested(dataset_version_of(board.dataset_version_id), ranked)
    made: dict[str, Any] = {"working_until": None}
    if found is not None:
        standings = {str(pk): list(place) for pk, place in found.places.items()}
        made |= {"revision": board.revision, "standings": standings, "facts": found.facts}
    # Without, the sweep is still making sheets of results from before there were any; it rings again. Whoever
    # took over meanwhile has seen a newer state, which is not overwritten.
    BoardStandings.objects.filter(board=board_id, revision__lt=board.revision).update(**made)
    if found is None:
        return
    logger.info("standings made", extra={"board_id": board_id, "count": len(found.places)})
    if BoardStandings.objects.filter(_is_behind(), board=board_id).exists():
        ring(Job.BOARD_STANDINGS, board_id=board_id)


def standings_sweep() -> int:
    """Ring for boards whose standings are behind for a while, and which nobody is at.

    Returns:
        How many were rung for.
    """
    boards = BoardRevision.objects.filter(revision__gte=1, changed_at__lt=long_ago())
    _rows_add(boards.filter(standings__isnull=True).values_list("pk", flat=True))
    behind = BoardStandings.objects.filter(_is_behind(), board__changed_at__lt=long_ago())
    return work_ring(behind, Job.BOARD_STANDINGS)


def _claim(board: BoardRevision) -> bool:
    """Take a board whose state is not worked out and which nobody is at; only one of many gets it."""
    _rows_add([board.pk])
    return work_take(BoardStandings.objects.filter(board=board, revision__lt=board.revision))


def _rows_add(boards: Iterable[int]) -> None:
    BoardStandings.objects.bulk_create([BoardStandings(board_id=pk) for pk in boards], ignore_conflicts=True)


def _is_behind() -> Q:
    return Q(revision__lt=F("board__revision"))
