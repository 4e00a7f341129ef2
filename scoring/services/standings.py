"""Standings: which entries of a board are told apart, worked out after each of its changes."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

from django.db.models import F, Q
from django.db.models.functions import Now

from kb_browser.selectors import dataset_version_of
from scoring.models import BoardRevision, BoardStandings
from scoring.selectors.board_standings import tested
from scoring.selectors.history import ranks_at
from trek_site.shared.jobs import LIMITS, Job, ring
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

LEFT_AFTER_S: Final = 15

# Longer than the job may take: whoever died over it is not waited for longer than that.
LEASE_S: Final = LIMITS[Job.BOARD_STANDINGS][1] + 15


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
    boards = BoardRevision.objects.filter(revision__gte=1, changed_at__lt=_long_ago())
    _rows_add(boards.filter(standings__isnull=True).values_list("pk", flat=True))
    is_due = Q(rung_at__isnull=True) | Q(rung_at__lt=_long_ago())
    left = BoardStandings.objects.filter(_is_behind(), _is_free(), is_due, board__changed_at__lt=_long_ago())
    rung = 0
    for pk in tuple(left.values_list("pk", flat=True)):
        BoardStandings.objects.filter(board=pk).update(rung_at=Now())
        rung += ring(Job.BOARD_STANDINGS, board_id=pk)
    return rung


def _claim(board: BoardRevision) -> bool:
    """Take a board whose state is not worked out and which nobody is at; only one of many gets it."""
    _rows_add([board.pk])
    rows = BoardStandings.objects.filter(_is_free(), board=board, revision__lt=board.revision)
    return bool(rows.update(working_until=seconds_from_now(LEASE_S)))


def _rows_add(boards: Iterable[int]) -> None:
    BoardStandings.objects.bulk_create([BoardStandings(board_id=pk) for pk in boards], ignore_conflicts=True)


def _is_behind() -> Q:
    return Q(revision__lt=F("board__revision"))


def _is_free() -> Q:
    return Q(working_until__isnull=True) | Q(working_until__lt=Now())


def _long_ago() -> object:
    return Now() - timedelta(seconds=LEFT_AFTER_S)
