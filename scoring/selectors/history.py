"""Boards as they were: who was to be ranked after an event, from the events alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Final

from django.db.models import Subquery
from django.db.models.functions import Coalesce

from scoring.columns import COLUMN_KEY_OF
from scoring.engine.ranking import Ladder, rank
from scoring.models import BoardEvent, BoardRevision, LeaderboardEntry
from scoring.states import Unranked
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
    """

    reasons: Mapping[int, Unranked]
    ranks: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankEffect:
    """What one event did to the ranks of its board.

    Attributes:
        before: The rank of its entry before it; None without one.
        after: The rank of its entry after it.
        others: How many other entries moved, each by one place: down if one came, up if one left.
    """

    before: int | None
    after: int | None
    others: int


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


def state_at(board: BoardRevision, revision: int | None = NEWEST) -> BoardState:
    """The whole state after an event, in two queries."""
    reasons = reasons_at(board.pk, revision)
    figures = _figures(board)
    order = [pk for pk, why in sorted(reasons.items()) if why == Unranked.NONE and pk in figures]
    ranks = rank([figures[pk] for pk in order])
    return BoardState(
        reasons=reasons,
        ranks={pk: place for pk, place in zip(order, ranks, strict=True) if place is not None},
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


def effects_of(boards: Collection[BoardRevision]) -> Mapping[tuple[int, int], RankEffect]:
    """By board and revision, what each event did to the ranks, replayed from the start in two queries."""
    keys = {board.pk: _deciding(board.evaluator_version) for board in boards}
    figures = _figures_of(boards)
    events = BoardEvent.objects.filter(board__in=list(keys)).order_by("board", "revision")
    effects = {}
    rows = events.values_list("board", "revision", "evaluation", "after")
    for board_id, told in groupby(rows, key=lambda row: row[0]):
        mine = {pk: [values[key] for key in keys[board_id]] for pk, values in figures.items()}
        for revision, effect in _replayed((row[1:] for row in told), mine):
            effects[board_id, revision] = effect
    return effects


def _replayed(
    events: Iterable[tuple[int, int | None, str]], figures: Mapping[int, Figures]
) -> Iterable[tuple[int, RankEffect]]:
    ladder, ranked = Ladder(), set[int]()
    for revision, pk, after in events:
        row = None if pk is None else figures.get(pk)
        if pk is None or row is None or (after == Unranked.NONE) == (pk in ranked):
            place = ladder.place(row) if row is not None and pk in ranked else None
            yield revision, RankEffect(before=place, after=place, others=0)
        elif after == Unranked.NONE:
            ladder.add(row)
            ranked.add(pk)
            yield revision, RankEffect(before=None, after=ladder.place(row), others=ladder.behind(row))
        else:
            effect = RankEffect(before=ladder.place(row), after=None, others=ladder.behind(row))
            ladder.remove(row)
            ranked.remove(pk)
            yield revision, effect


def _figures(board: BoardRevision) -> Mapping[int, Figures]:
    """By evaluation, what decides its rank."""
    keys = _deciding(board.evaluator_version)
    return {pk: [values[key] for key in keys] for pk, values in _figures_of([board]).items()}


def _figures_of(boards: Collection[BoardRevision]) -> Mapping[int, Mapping[str, float | None]]:
    """By evaluation, every figure that decides on one of the boards; these never change."""
    keys = sorted({key for board in boards for key in _deciding(board.evaluator_version)})
    entries = LeaderboardEntry.objects.filter(
        dataset_version__in={board.dataset_version_id for board in boards},
        evaluator_version__in={board.evaluator_version for board in boards},
    )
    rows = entries.values_list("evaluation", *keys)
    return {pk: dict(zip(keys, values, strict=True)) for pk, *values in rows}


def _deciding(evaluator_version: str) -> Sequence[str]:
    return [COLUMN_KEY_OF[metric] for metric in evaluator(evaluator_version).ranking]
