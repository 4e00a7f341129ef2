"""One row of a leaderboard: who it is about, as its reader may know them, and all that stands in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F, QuerySet

from scoring.board_text import SINCE, band_text, range_text
from scoring.columns import Column
from scoring.links import entry_url
from scoring.models import LeaderboardEntry
from scoring.pages import BoardRow
from scoring.pages.board import Standing
from scoring.selectors.board_runs import chip_of
from scoring.selectors.board_standings import Standings
from scoring.selectors.board_states import Board
from scoring.selectors.entries import carried_to
from scoring.selectors.figures import cell_of
from scoring.states import Unranked
from scoring.tracks import DEFAULT
from scoring.wording import UNRANKED
from submissions.selectors import Viewer, is_own
from submissions.showing import identity_of
from submissions.states import Visibility

_SUBMISSION: Final = "evaluation__submission__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """What is known of rows beside their figures.

    Attributes:
        is_in_order: Rows stand in the order of ranks, so that groups are bands.
        runs_query: Leads from the page of runs to the same board.
        nameless: Evaluations that are shown without the names that they have now.
    """

    board: Board
    viewer: Viewer
    columns: Sequence[Column]
    standings: Standings
    runs_query: str
    is_in_order: bool
    nameless: frozenset[int] = frozenset()


def read(entries: QuerySet[LeaderboardEntry], viewer: Viewer) -> Sequence[Any]:
    """Entries with all that a row says of them, in one query."""
    rows = entries.annotate(
        is_own=is_own(viewer, _SUBMISSION),
        version_name=F("dataset_version__name"),
        own_version_name=F(f"{_SUBMISSION}dataset_version__name"),
    )
    return list(rows.select_related("evaluation__submission"))


def ranked_rows(entries: Sequence[Any], beside: Beside) -> Sequence[BoardRow]:
    """Ranked rows; where they stand in the order of ranks, the first of each group says so."""
    rows, group = [], 0
    for entry in entries:
        place = beside.standings.places.get(entry.evaluation_id)
        begins = beside.is_in_order and place is not None and place[2] != group
        group = place[2] if place is not None else group
        standing = None if place is None else _standing(place, beside.standings.sizes, begins=begins)
        rows.append(
            row_of(entry, beside, rank=entry.rank, is_shared=entry.is_shared, reason="", standing=standing)
        )
    return rows


def _standing(place: tuple[int, int, int], sizes: Mapping[int, int], *, begins: bool) -> Standing:
    best, worst, group = place
    is_alone = sizes[group] == 1
    return Standing(
        best=best,
        worst=worst,
        range_text=range_text(best, worst),
        group=group,
        is_alone=is_alone,
        band=band_text(group, sizes[group]) if begins and not is_alone else "",
        begins=begins,
    )


def row_of(
    entry: Any,
    beside: Beside,
    *,
    rank: int | None,
    is_shared: bool,
    reason: str,
    standing: Standing | None = None,
) -> BoardRow:
    """One row, of an entry with everything that `read` adds.

    Staff are shown no hidden names here: a look at them is noted where one entry is opened.
    """
    evaluation = entry.evaluation
    submission = evaluation.submission
    was_nameless = entry.evaluation_id in beside.nameless
    identity = identity_of(submission, is_own=entry.is_own, was_nameless=was_nameless)
    today = _since(submission) if beside.board.is_past else Unranked.NONE
    return BoardRow(
        rank=rank,
        is_shared_rank=is_shared,
        standing=standing,
        run=None if rank is None else chip_of(beside.board, entry.evaluation_id, beside.runs_query),
        since=SINCE.get(today, "") if today != reason else "",
        unranked_reason=UNRANKED[reason],
        public_id=submission.public_id,
        display_name=identity.display_name,
        organisation=identity.organisation,
        model_name=identity.model_name,
        division=submission.division,
        open_weights=submission.open_weights,
        cells=[cell_of(entry, column) for column in beside.columns],
        url=entry_url(submission.public_id, carried_to(entry), _evaluator_of(entry)),
        is_mine=entry.is_own,
        is_public=submission.is_public or beside.board.is_past,
        is_anonymous=was_nameless or submission.visibility == Visibility.ANONYMOUS,
        is_superseded=(
            reason == Unranked.SUPERSEDED if beside.board.is_past else submission.superseded_at is not None
        ),
        is_withdrawn=not beside.board.is_past and submission.withdrawn_at is not None,
        is_held=reason == Unranked.HELD,
        is_documented=identity.is_documented,
        missing_tasks=evaluation.missing_tasks,
        scored_at=evaluation.finished_at,
    )


def _since(submission: Any) -> Unranked:
    """What keeps an entry off the board today that may have come after an earlier state."""
    if submission.withdrawn_at is not None:
        return Unranked.WITHDRAWN
    return Unranked.SUPERSEDED if submission.superseded_at is not None else Unranked.NONE


def _evaluator_of(entry: Any) -> str:
    return "" if entry.evaluator_version == DEFAULT else str(entry.evaluator_version)
