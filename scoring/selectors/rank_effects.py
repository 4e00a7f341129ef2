"""What the events of boards did to their ranks: replayed once in a process, and from there on."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Final, TypeAlias

from django.db.models import Q

from scoring.engine.ranking import Ladder
from scoring.models import BoardEvent, BoardRevision, LeaderboardEntry
from scoring.selectors.history import Figures, deciding
from scoring.states import Unranked

KEPT: Final = 16

# With more new entries than this the figures of the whole board are read instead of theirs.
NAMED_MOST: Final = 500

_Event: TypeAlias = tuple[int, int | None, str, datetime]
"""Revision, evaluation, what keeps it off the ranks from then on, and the moment."""


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


class _Replay:
    """One board's ladder as its events made it so far, and what each of them did."""

    def __init__(self, board: BoardRevision) -> None:
        self.board: Final = board
        self.keys: Final = deciding(board.evaluator_version)
        self.start()

    def start(self) -> None:
        """Forget everything."""
        self.last: _Event | None = None
        self.effects: dict[int, RankEffect] = {}
        self._ladder = Ladder()
        self._ranked: dict[int, Figures] = {}

    @property
    def revision(self) -> int:
        """Of the last event that was replayed; 0 before the first."""
        return self.last[0] if self.last else 0

    def add(self, event: _Event, figures: Figures | None) -> None:
        """Replay the next event; with what decides the rank of its entry, if there is such an entry."""
        revision, pk, after, _ = event
        self.last = event
        self.effects[revision] = self._effect(pk, after, figures)

    def _effect(self, pk: int | None, after: str, row: Figures | None) -> RankEffect:
        if pk is None or row is None:
            return RankEffect(before=None, after=None, others=0)
        is_ranked = pk in self._ranked
        place = self._ladder.place(row) if is_ranked else None
        if (after == Unranked.NONE) == is_ranked:
            return RankEffect(before=place, after=place, others=0)
        if is_ranked:
            others = self._ladder.behind(row)
            self._ladder.remove(self._ranked.pop(pk))
            return RankEffect(before=place, after=None, others=others)
        self._ladder.add(row)
        self._ranked[pk] = row
        return RankEffect(before=None, after=self._ladder.place(row), others=self._ladder.behind(row))


_replaying: Final = Lock()
_replays: Final[dict[int, _Replay]] = {}


def effects_of(boards: Collection[BoardRevision]) -> Mapping[int, Mapping[int, RankEffect]]:
    """By board and revision, what each event did to the ranks: two queries, or one if there is nothing new.

    Neither events nor the figures of an entry ever change, so that only newer events are read. Whoever asks
    beside a change that is not committed yet, or after a backup was restored, is not misled: where the last
    event that is known is not the database's, all is read anew.
    """
    with _replaying:
        replays = {}
        for board in boards:
            replays[board.pk] = _replays.pop(board.pk) if board.pk in _replays else _Replay(board)
        _go_on(replays)
        # The ones that were asked for last stay.
        _replays.update(replays)
        for pk in list(_replays)[:-KEPT]:
            del _replays[pk]
        return {pk: dict(one.effects) for pk, one in replays.items()}


def _go_on(replays: Mapping[int, _Replay]) -> None:
    found = _events(replays)
    others = {pk: one for pk, one in replays.items() if one.last and found[pk][:1] != [one.last]}
    if others:
        for one in others.values():
            one.start()
        found |= _events(others)
    new = {pk: [event for event in found[pk] if event[0] > one.revision] for pk, one in replays.items()}
    wanted = {event[1] for events in new.values() for event in events if event[1] is not None}
    figures = _figures([replays[pk] for pk, events in new.items() if events], wanted) if wanted else {}
    for pk, events in new.items():
        for event in events:
            row = figures.get(event[1]) if event[1] is not None else None
            replays[pk].add(event, None if row is None else [row[key] for key in replays[pk].keys])


def _events(replays: Mapping[int, _Replay]) -> dict[int, list[_Event]]:
    """By board its events from the last one on that was replayed."""
    found: dict[int, list[_Event]] = {pk: [] for pk in replays}
    if not replays:
        return found
    wanted = Q()
    for pk, one in replays.items():
        wanted |= Q(board=pk, revision__gte=one.revision)
    events = BoardEvent.objects.filter(wanted).order_by("board", "revision")
    rows = events.values_list("board", "revision", "evaluation", "after", "at")
    for board_id, revision, pk, after, at in rows:
        found[board_id].append((revision, pk, after, at))
    return found


def _figures(
    replays: Sequence[_Replay], evaluations: Collection[int]
) -> Mapping[int, Mapping[str, float | None]]:
    """By evaluation, every figure that decides on one of the boards."""
    keys = sorted({key for one in replays for key in one.keys})
    entries = LeaderboardEntry.objects.filter(
        dataset_version__in={one.board.dataset_version_id for one in replays},
        evaluator_version__in={one.board.evaluator_version for one in replays},
    )
    if len(evaluations) <= NAMED_MOST:
        entries = entries.filter(evaluation__in=evaluations)
    rows = entries.values_list("evaluation", *keys)
    return {pk: dict(zip(keys, values, strict=True)) for pk, *values in rows}
