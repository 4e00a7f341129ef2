"""Boards: who holds which rank. Whoever changes a board locks its revision first."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from scoring.columns import COLUMN_KEY_OF
from scoring.engine.ranking import rank
from scoring.models import BoardRevision, Evaluation, LeaderboardEntry
from scoring.selectors import entries_to_rank
from scoring.services.leased import end
from scoring.states import Outcome, Unranked
from scoring.tracks import evaluator
from submissions.selectors import Viewer
from submissions.services import (
    anonymity_due,
    anonymity_end,
    submission_cancel,
    submission_publish,
    submission_supersede,
    submission_withdraw,
)
from submissions.states import Visibility
from trek_site.shared.errors import ConflictError

logger = logging.getLogger(__name__)

# Below the least number of parameters that a statement may have in the SQLite versions in use.
SHIFTED_AT_ONCE: Final = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An entry with its new standing set, and the rank it held before."""

    entry: LeaderboardEntry
    rank_before: int | None


def entry_publish(
    public_id: str,
    viewer: Viewer,
    *,
    visibility: Visibility = Visibility.PUBLIC,
    until: date | None = None,
) -> None:
    """Publish a submission and give its entries their ranks; doing it twice changes nothing.

    For the arguments see `submission_publish`.

    Raises:
        NotFoundError, PermissionRefusedError, ConflictError, UnprocessableError, RateLimitedError: As
            `submission_publish` says.
    """
    with transaction.atomic():
        decision = submission_publish(public_id, viewer, visibility=visibility, until=until)
        _refresh_boards_of(decision.submission_id, is_changed=decision.is_changed)


def entry_withdraw(public_id: str, viewer: Viewer) -> None:
    """Take a submission's entries off their boards; their pages stay, marked.

    Raises:
        NotFoundError, ConflictError: As `submission_withdraw` says.
    """
    with transaction.atomic():
        decision = submission_withdraw(public_id, viewer)
        _refresh_boards_of(decision.submission_id, is_changed=decision.is_changed)


def entry_cancel(public_id: str, viewer: Viewer) -> None:
    """End a submission that was not scored yet, with its evaluations; doing it twice changes nothing.

    Raises:
        NotFoundError, PermissionRefusedError, ConflictError: As `submission_cancel` says; also a conflict if
            it is scored already.
    """
    with transaction.atomic():
        submission_id = submission_cancel(public_id, viewer)
        evaluations = Evaluation.objects.filter(submission=submission_id)
        # First the update, which waits for a worker that is just storing results; then the question.
        end(evaluations, outcome=Outcome.CANCELLED)
        if evaluations.filter(outcome=Outcome.SCORED).exists():
            raise ConflictError("This submission is scored already; withdraw it instead.")


def publications_sweep() -> int:
    """Give names to the entries whose time without them is over; any number of sweeps may run at once.

    Returns:
        How many.
    """
    ended = 0
    for submission_id in anonymity_due():
        with transaction.atomic():
            if anonymity_end(submission_id):
                _refresh_boards_of(submission_id, is_changed=True)
                ended += 1
    return ended


def superseded_by(submission_id: int) -> set[tuple[int, str]]:
    """Mark what a scored submission replaces, and name the boards that are to be ranked anew for it.

    Returns:
        Dataset version and evaluator version of each.
    """
    replaced = submission_supersede(submission_id)
    return set() if replaced is None else _boards_of(replaced)


def boards_refresh(boards: Iterable[tuple[int, str]], *, is_changed: bool = True) -> None:
    """Rank boards anew, in a fixed order, so that two callers never wait for each other's board.

    Args:
        boards: Dataset version and evaluator version of each.
        is_changed: The caller changed what is shown of a row, whatever happens to the ranks.
    """
    for version_id, evaluator_version in sorted(boards):
        board_refresh(version_id, evaluator_version, is_changed=is_changed)


def board_lock(version_id: int, evaluator_version: str) -> None:
    """Stand in line for a board until the surrounding transaction ends."""
    board = {"dataset_version_id": version_id, "evaluator_version": evaluator_version}
    BoardRevision.objects.bulk_create([BoardRevision(**board, changed_at=Now())], ignore_conflicts=True)
    BoardRevision.objects.select_for_update().get(**board)


def board_refresh(version_id: int, evaluator_version: str, *, is_changed: bool = False) -> int:
    """Rank a board anew and raise its revision if anything on it changed.

    Args:
        version_id: Primary key of the dataset version.
        evaluator_version: Whose scores.
        is_changed: The caller knows that a row was added or changed, whatever happens to the ranks.

    Returns:
        How many entries changed their rank or their reason for having none.
    """
    with transaction.atomic():
        board_lock(version_id, evaluator_version)
        moved = _ranked_anew(version_id, evaluator_version)
        _store(moved)
        if moved or is_changed:
            BoardRevision.objects.filter(
                dataset_version=version_id, evaluator_version=evaluator_version
            ).update(revision=F("revision") + 1, changed_at=Now())
    return len(moved)


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


def _refresh_boards_of(submission_id: int, *, is_changed: bool) -> None:
    boards = _boards_of(submission_id)
    if boards:
        boards |= superseded_by(submission_id)
    boards_refresh(boards, is_changed=is_changed)


def _boards_of(submission_id: int) -> set[tuple[int, str]]:
    scored = Evaluation.objects.filter(submission=submission_id, entry__isnull=False)
    return set(scored.values_list("dataset_version", "evaluator_version"))


def _ranked_anew(version_id: int, evaluator_version: str) -> list[Move]:
    """The entries whose rank or reason is not what it should be, with the right one set, unsaved."""
    keys = [COLUMN_KEY_OF[metric] for metric in evaluator(evaluator_version).ranking]
    candidates = entries_to_rank(version_id, evaluator_version)
    public = [entry for entry, reason in candidates if reason == Unranked.NONE]
    ranks = rank([[getattr(entry, key) for key in keys] for entry in public])
    rank_of = dict(zip((entry.pk for entry in public), ranks, strict=True))
    moved = []
    for entry, reason in candidates:
        place = rank_of.get(entry.pk)
        # An entry without the figure that decides holds no rank, rather than the last one.
        why = Unranked.METRIC_MISSING if place is None and reason == Unranked.NONE else reason
        if (entry.rank, entry.unranked_reason) != (place, why):
            moved.append(Move(entry=entry, rank_before=entry.rank))
            entry.rank, entry.unranked_reason = place, why
    return moved
