"""Ranking a board: who holds which rank, and what happened.

Whoever changes a board locks its revision first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from scoring.columns import COLUMN_KEY_OF
from scoring.engine.ranking import rank
from scoring.models import BoardEvent, BoardRevision, LeaderboardEntry
from scoring.selectors import Candidate, entries_to_rank
from scoring.states import Cause, Unranked, cause_of
from scoring.tracks import evaluator
from trek_site.shared.jobs import Job, enqueue_on_commit

# Below the least number of parameters that a statement may have in the SQLite versions in use.
SHIFTED_AT_ONCE: Final = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An entry with its new standing set, and what it was before.

    Attributes:
        before, after: What keeps it off the ranks, a missing figure apart: what an event tells.
    """

    candidate: Candidate
    rank_before: int | None
    before: Unranked
    after: Unranked

    @property
    def entry(self) -> LeaderboardEntry:
        """The row."""
        return self.candidate.entry


def boards_refresh(
    boards: Iterable[tuple[int, str]],
    *,
    is_changed: bool = True,
    is_named: bool = False,
    submission_id: int | None = None,
) -> None:
    """Rank boards anew, in a fixed order, so that two callers never wait for each other's board.

    Args:
        boards: Dataset version and evaluator version of each.
        is_changed: As for `board_refresh`.
        is_named: As for `board_refresh`.
        submission_id: As for `board_refresh`.
    """
    for version_id, evaluator_version in sorted(boards):
        board_refresh(
            version_id,
            evaluator_version,
            is_changed=is_changed,
            is_named=is_named,
            submission_id=submission_id,
        )


def boards_lock(boards: Iterable[tuple[int, str]]) -> None:
    """Stand in line for boards, in the order in which they are ranked.

    Whoever writes findings of a submission, or settles them, holds all its boards: then neither a review nor
    a comparison nor another evaluation overlooks what one of the others is just writing.
    """
    for version_id, evaluator_version in sorted(boards):
        board_lock(version_id, evaluator_version)


def boards_of(submission_id: int) -> set[tuple[int, str]]:
    """Dataset version and evaluator version of each board that a submission has an entry on."""
    entries = LeaderboardEntry.objects.filter(evaluation__submission=submission_id)
    return set(entries.values_list("dataset_version", "evaluator_version"))


def board_lock(version_id: int, evaluator_version: str) -> BoardRevision:
    """Stand in line for a board until the surrounding transaction ends."""
    board = {"dataset_version_id": version_id, "evaluator_version": evaluator_version}
    BoardRevision.objects.bulk_create([BoardRevision(**board, changed_at=Now())], ignore_conflicts=True)
    return BoardRevision.objects.select_for_update().get(**board)


def board_refresh(
    version_id: int,
    evaluator_version: str,
    *,
    is_changed: bool = False,
    is_named: bool = False,
    submission_id: int | None = None,
) -> int:
    """Rank a board anew, and write down what happened to it: one event, and one revision, for each change.

    Args:
        version_id: Primary key of the dataset version.
        evaluator_version: Whose scores.
        is_changed: The caller knows that what the public sees changed, whatever happens to the ranks.
        is_named: The names of an entry that had none appear now. That is always an event of its own: earlier
            states go on without them (`selectors.history.told_until`).
        submission_id: What it changed.

    Returns:
        How many entries changed their rank or their reason for having none.
    """
    with transaction.atomic():
        board = board_lock(version_id, evaluator_version)
        candidates = entries_to_rank(version_id, evaluator_version)
        moved = _ranked_anew(candidates, evaluator_version)
        _store(moved)
        events = [_event(move) for move in sorted(moved, key=_order) if _is_told(move)]
        if is_named or (is_changed and not events):
            events.append(_shown(candidates, submission_id))
        _write_down(board, events)
    return len(moved)


def _order(move: Move) -> tuple[bool, int]:
    # Who leaves goes first: a newer version takes a place that is free already.
    return move.after == Unranked.NONE, move.entry.pk


def _is_told(move: Move) -> bool:
    """Whether a move is for the public: not of what nobody could see before, nor can now."""
    return move.before != move.after and (move.before != Unranked.PRIVATE or move.candidate.is_published)


def _event(move: Move) -> BoardEvent:
    return BoardEvent(
        cause=cause_of(move.before, move.after, is_carried=move.candidate.is_carried),
        evaluation_id=move.entry.evaluation_id,
        before=move.before,
        after=move.after,
    )


def _shown(candidates: Sequence[Candidate], submission_id: int | None) -> BoardEvent:
    of = [one for one in candidates if one.submission_id == submission_id and one.reason != Unranked.PRIVATE]
    if not of:
        return BoardEvent(cause=Cause.SHOWN)
    return BoardEvent(
        cause=Cause.SHOWN, evaluation_id=of[0].entry.evaluation_id, before=of[0].reason, after=of[0].reason
    )


def _write_down(board: BoardRevision, events: Sequence[BoardEvent]) -> None:
    if not events:
        return
    for number, event in enumerate(events, start=board.revision + 1):
        event.board, event.revision, event.at = board, number, Now()
    BoardEvent.objects.bulk_create(events)
    enqueue_on_commit(Job.BOARD_STANDINGS, board_id=board.pk)
    enqueue_on_commit(Job.BOARD_COSTS, board_id=board.pk)
    BoardRevision.objects.filter(pk=board.pk).update(
        revision=F("revision") + len(events),
        # The very moment of the event: an earlier state says when it was reached, and says the same for ever.
        changed_at=BoardEvent.objects.filter(board=board.pk).order_by("-revision").values("at")[:1],
    )


def _store(moved: Sequence[Move]) -> None:
    """Write new standings.

    A new entry shifts thousands of others by one place: that is one statement, not thousands.
    """
    shifted: dict[int, list[int]] = defaultdict(list)
    others = []
    for move in moved:
        if move.rank_before is not None and move.entry.rank is not None:
            shifted[move.entry.rank - move.rank_before].append(move.entry.pk)
        else:
            others.append(move.entry)
    for places, pks in shifted.items():
        for start in range(0, len(pks), SHIFTED_AT_ONCE):
            rows = LeaderboardEntry.objects.filter(pk__in=pks[start : start + SHIFTED_AT_ONCE])
            rows.update(rank=F("rank") + places)
    LeaderboardEntry.objects.bulk_update(others, ["rank", "unranked_reason"], batch_size=200)


def _ranked_anew(candidates: Sequence[Candidate], evaluator_version: str) -> list[Move]:
    """The entries whose rank or reason is not what it should be, with the right one set, unsaved."""
    keys = [COLUMN_KEY_OF[metric] for metric in evaluator(evaluator_version).ranking]
    public = [one.entry for one in candidates if one.reason == Unranked.NONE]
    ranks = rank([[getattr(entry, key) for key in keys] for entry in public])
    rank_of = dict(zip((entry.pk for entry in public), ranks, strict=True))
    moved = []
    for one in candidates:
        entry, place = one.entry, rank_of.get(one.entry.pk)
        # An entry without the figure that decides holds no rank, rather than the last one.
        why = Unranked.METRIC_MISSING if place is None and one.reason == Unranked.NONE else one.reason
        if (entry.rank, entry.unranked_reason) != (place, why):
            before = Unranked(entry.unranked_reason)
            moved.append(
                Move(
                    candidate=one,
                    rank_before=entry.rank,
                    before=Unranked.NONE if before == Unranked.METRIC_MISSING else before,
                    after=one.reason,
                )
            )
            entry.rank, entry.unranked_reason = place, why
    return moved
