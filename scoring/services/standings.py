"""Standings: which entries of a board are told apart, worked out after each of its changes."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from django.db.models import F, Q
from django.db.models.functions import Now

from kb_browser.selectors import dataset_version_of
from scoring.models import BoardRevision, BoardStandings
from scoring.selectors.board_standings import tested
from scoring.selectors.history import ranks_at
from trek_site.shared.jobs import Job, ring

logger = logging.getLogger(__name__)

LEFT_AFTER_S: Final = 15


def board_standings_make(board_id: int) -> None:
    """Test all ranked entries of a board against each other; may run twice and beside itself.

    What a newer state of the board has meanwhile got is not overwritten.
    """
    board = BoardRevision.objects.filter(pk=board_id).first()
    if board is None:
        return
    ranked = sorted(ranks_at(board, board.revision))
    found = tested(dataset_version_of(board.dataset_version_id), ranked)
    if found is None:
        # The sweep is still making sheets of results from before there were any; it rings again.
        return
    BoardStandings.objects.bulk_create([BoardStandings(board=board)], ignore_conflicts=True)
    BoardStandings.objects.filter(board=board, revision__lt=board.revision).update(
        revision=board.revision,
        standings={pk: list(place) for pk, place in found.places.items()},
        facts=found.facts,
    )
    logger.info("standings made", extra={"board_id": board_id, "count": len(found.places)})


def standings_sweep() -> int:
    """Ring for boards whose standings are behind for a while.

    Returns:
        How many were rung for.
    """
    is_behind = Q(standings__isnull=True) | Q(standings__revision__lt=F("revision"))
    is_due = Q(standings__rung_at__isnull=True) | Q(standings__rung_at__lt=_long_ago())
    left = BoardRevision.objects.filter(is_behind, is_due, revision__gte=1, changed_at__lt=_long_ago())
    rung = 0
    for pk in tuple(left.values_list("pk", flat=True)):
        BoardStandings.objects.bulk_create([BoardStandings(board_id=pk)], ignore_conflicts=True)
        BoardStandings.objects.filter(board=pk).update(rung_at=Now())
        rung += ring(Job.BOARD_STANDINGS, board_id=pk)
    return rung


def _long_ago() -> object:
    return Now() - timedelta(seconds=LEFT_AFTER_S)
