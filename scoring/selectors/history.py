"""Boards as they were: who was to be ranked after an event, from the events alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Q, Subquery
from django.db.models.functions import Coalesce

from scoring.columns import COLUMN_KEY_OF
from scoring.engine.ranking import rank
from scoring.models import BoardEvent, BoardRevision, LeaderboardEntry
from scoring.states import Cause, Unranked
from scoring.tracks import evaluator

NEWEST: Final = None

Figures = Sequence[float | None]
"""What decides an entry's rank, in order of importance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardState:
    """A board after an event.

    Attributes:
        reasons: By evaluation that was ever public on it, what kept it off the ranks.
        ranks: By evaluation that was ranked, its rank.
        nameless: Evaluations that had no names then and have them now; see `told_until`.
    """

    reasons: Mapping[int, Unranked]
    ranks: Mapping[int, int]
    nameless: frozenset[int] = frozenset()


def told_until(board_id: int, revision: int | None = NEWEST) -> tuple[Mapping[int, Unranked], frozenset[int]]:
    """What the events up to one say of the evaluations of a board.

    Names appear once and are never taken back; each time is an event of the board.

    Args:
        board_id: Primary key of the board's revision row.
        revision: Number of the event; the newest by default.

    Returns:
        By evaluation that was ever public until then, what kept it off the ranks after the event; and
        those that stood without names then and have them now.
    """
    events = BoardEvent.objects.filter(board=board_id, evaluation__isnull=False).order_by("revision")
    if revision is not NEWEST:
        events = events.filter(Q(revision__lte=revision) | Q(cause=Cause.SHOWN))
    reasons: dict[int, Unranked] = {}
    nameless: set[int] = set()
    for number, pk, after in events.values_list("revision", "evaluation", "after"):
        if revision is not NEWEST and number > revision:
            nameless.add(pk)
        else:
            reasons[pk] = Unranked(after)  # later events of the same evaluation replace earlier ones
    return reasons, frozenset(nameless)


def state_at(board: BoardRevision, revision: int | None = NEWEST) -> BoardState:
    """The whole state after an event, in two queries."""
    reasons, nameless = told_until(board.pk, revision)
    figures = _figures(board)
    order = [pk for pk, why in sorted(reasons.items()) if why == Unranked.NONE and pk in figures]
    ranks = rank([figures[pk] for pk in order])
    return BoardState(
        reasons=reasons,
        ranks={pk: place for pk, place in zip(order, ranks, strict=True) if place is not None},
        nameless=nameless,
    )


def ranks_at(board: BoardRevision, revision: int | None = NEWEST) -> Mapping[int, int]:
    """By evaluation, the rank it held after an event; whoever held none is left out."""
    return state_at(board, revision).ranks


def reached(
    board: BoardRevision, *, instant: datetime | None = None, revision: int | None = NEWEST
) -> tuple[int, datetime | None]:
    """The state that a board had reached, and when: at a moment, or with a revision.

    A moment means the state before the first event after it.

    Returns:
        Revision and moment of its event; 0 and None before the first.
    """
    events = BoardEvent.objects.filter(board=board)
    if instant is not None:
        later = events.filter(at__gt=instant).order_by("revision").values("revision")[:1]
        events = events.filter(revision__lt=Coalesce(Subquery(later), board.revision + 1))
    if revision is not NEWEST:
        events = events.filter(revision=revision)
    return events.order_by("-revision").values_list("revision", "at").first() or (0, None)


def _figures(board: BoardRevision) -> Mapping[int, Figures]:
    """By evaluation, what decides its rank; it never changes."""
    entries = LeaderboardEntry.objects.filter(
        dataset_version=board.dataset_version_id, evaluator_version=board.evaluator_version
    )
    rows = entries.values_list("evaluation", *deciding(board.evaluator_version))
    return {pk: values for pk, *values in rows}


def deciding(evaluator_version: str) -> Sequence[str]:
    """The columns that decide ranks, in order of importance."""
    return [COLUMN_KEY_OF[metric] for metric in evaluator(evaluator_version).ranking]
