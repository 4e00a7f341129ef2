"""Boards as they were: who was to be ranked after an event, from the events alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from scoring.columns import COLUMN_KEY_OF
from scoring.engine.ranking import rank
from scoring.models import BoardEvent, BoardRevision, LeaderboardEntry
from scoring.states import Unranked
from scoring.tracks import evaluator

NEWEST: Final = None


def reasons_at(board_id: int, revision: int | None = NEWEST) -> Mapping[int, Unranked]:
    """By evaluation that was ever public on a board, what kept it off the ranks after an event.

    Args:
        board_id: Primary key of the board's revision row.
        revision: Number of the event; the newest by default.
    """
    events = BoardEvent.objects.filter(board=board_id, evaluation__isnull=False).order_by("revision")
    if revision is not NEWEST:
        events = events.filter(revision__lte=revision)
    # Later events of the same evaluation replace earlier ones.
    return {pk: Unranked(after) for pk, after in events.values_list("evaluation", "after")}


def ranks_at(board: BoardRevision, revision: int | None = NEWEST) -> Mapping[int, int]:
    """By evaluation, the rank it held after an event; whoever held none is left out."""
    reasons = reasons_at(board.pk, revision)
    wanted = [pk for pk, reason in reasons.items() if reason == Unranked.NONE]
    keys = [COLUMN_KEY_OF[metric] for metric in evaluator(board.evaluator_version).ranking]
    entries = LeaderboardEntry.objects.filter(
        dataset_version=board.dataset_version_id, evaluator_version=board.evaluator_version
    )
    figures = {
        pk: values
        for pk, *values in entries.values_list("evaluation", *keys)
        if reasons.get(pk) == Unranked.NONE
    }
    order: Sequence[int] = [pk for pk in sorted(wanted) if pk in figures]
    ranks = rank([figures[pk] for pk in order])
    return {pk: place for pk, place in zip(order, ranks, strict=True) if place is not None}
