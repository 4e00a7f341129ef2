"""The leaderboard page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from kb_browser.selectors import VersionFacts, dataset_versions
from scoring.board_filters import SHOWABLE, SOURCES, BoardFilters
from scoring.board_text import (
    NOTHING,
    PENDING,
    detectable_details,
    detectable_text,
    left_out,
    moment,
    past_text,
)
from scoring.columns import COLUMN_OF, Column
from scoring.filters import DIVISIONS, OPEN_WEIGHTS
from scoring.links import page_links
from scoring.models import Evaluation
from scoring.pages import BoardPage, BoardRow
from scoring.pages.board import Apart, Past
from scoring.selectors import board_standings
from scoring.selectors.board_choices import (
    choices_of,
    column_choices,
    column_head,
    direction_of,
    evaluator_choices,
    mean_choices,
    state_query,
    version_line,
)
from scoring.selectors.board_rows import (
    ROWS_PER_PAGE,
    BoardWentOnError,
    board_rows,
    is_anonymous,
    is_filtered,
)
from scoring.selectors.board_standings import ON_DEMAND_MOST, Standings
from scoring.selectors.board_states import Board, board_of, boards_of
from scoring.selectors.reported import reported_organisations, reported_rows
from scoring.tracks import DEFAULT, DEFAULT_TRACK, TRACKS
from submissions.selectors import Viewer, pending_count
from trek_site.shared.errors import NotFoundError, UnavailableError

_MEAN_COLUMNS: Final[Mapping[str, str]] = {
    "geometric": "overall",
    "arithmetic": "overall_arithmetic",
    "harmonic": "overall_harmonic",
}

READ_AT_MOST: Final = 5
"""So often a board that changes while it is read is read anew."""


def board_page(filters: BoardFilters, viewer: Viewer, *, track: str = DEFAULT_TRACK) -> BoardPage:
    """One view of a board: rows in the order asked for, ranks as stored, or as an earlier state had them.

    All of it belongs to one state: what stands under a revision may be kept for good.

    Args:
        filters: What is asked for.
        viewer: Sees published entries, and their own private ones among the unranked.
        track: The benchmark.

    Raises:
        NotFoundError: No such track, evaluator or revision is known here, or no such version is published.
        UnavailableError: The board changes faster than it can be read.
    """
    for _ in range(READ_AT_MOST):
        try:
            return _board_page(filters, viewer, track)
        except BoardWentOnError:
            continue
    raise UnavailableError("This board is changing at the moment.", retry_after=1)


def _board_page(filters: BoardFilters, viewer: Viewer, track: str) -> BoardPage:
    chosen = chosen_board(filters, track)
    if chosen is None:
        return _empty_page(filters)
    version, versions, evaluators, board = chosen
    columns = _columns(filters)
    found = board_rows(board, filters, viewer, columns=columns)
    pending = 0 if board.is_past else _pending(version.pk)
    view_key = board.view_key(filters)
    organisations = sorted({*found.organisations, *reported_organisations(filters, track=track)})
    return BoardPage(
        version=version_line(version, versions, filters),
        versions=[version_line(line, versions, filters, selected=version) for line in versions],
        evaluator_version=board.evaluator_version,
        evaluators=evaluator_choices(evaluators, board.evaluator_version, filters),
        revision=board.revision,
        newest=board.newest,
        etag=_etag(
            view_key,
            viewer,
            pending,
            [row for row in (*found.rows, *found.unranked) if row.is_mine],
            is_current=version == versions[0],
        ),
        shared_key=view_key if is_anonymous(viewer) else "",
        as_of=board.reached_at,
        past=_past(board, filters),
        apart=_apart(found.standings),
        columns=[column_head(column, filters) for column in columns],
        rows=found.rows,
        unranked=found.unranked,
        reported=reported_rows(filters, columns, direction=direction_of(filters), track=track),
        has_runs=found.has_runs,
        links=found.links,
        filters=filters,
        rank_query=filters.query(sort="rank", direction="", page=1),
        board_query=state_query(filters),
        divisions=choices_of(filters, "division", DIVISIONS),
        weights=choices_of(filters, "weights", OPEN_WEIGHTS),
        sources=choices_of(filters, "source", SOURCES),
        organisations=choices_of(filters, "organisation", organisations),
        means=mean_choices(filters),
        column_choices=column_choices(filters),
        is_filtered=is_filtered(filters),
        pending_count=pending,
    )


def _pending(version_id: int) -> int:
    """Submissions to a version that are still being checked or scored."""
    unscored = Evaluation.objects.unfinished().filter(dataset_version=version_id)
    return pending_count(version_id) + unscored.count()


def chosen_board(
    filters: BoardFilters, track: str
) -> tuple[VersionFacts, Sequence[VersionFacts], set[str], Board] | None:
    """The version that is asked for, all versions, the evaluators that scored it, and the state of its board.

    None before any version is published.

    Raises:
        NotFoundError: As for `board_page`.
    """
    if track not in {known.slug for known in TRACKS}:
        raise NotFoundError("There is no such track.")
    versions = dataset_versions(track)
    version = _current_then(versions, filters) or version_asked(versions, filters.version)
    if version is None:
        return None
    rows = {row.evaluator_version: row for row in boards_of(version)}
    evaluator_version = filters.evaluator or DEFAULT
    if evaluator_version != DEFAULT and evaluator_version not in rows:
        raise NotFoundError("No such evaluator has scored this version.")
    board = board_of(version, evaluator_version, rows.get(evaluator_version), filters)
    return version, versions, {DEFAULT, *rows}, board


def version_asked(versions: Sequence[VersionFacts], name: str) -> VersionFacts | None:
    """The version of that name, the current one for ""; None before any is published.

    Raises:
        NotFoundError: There is none of that name.
    """
    if not name:
        return next(iter(versions), None)
    for version in versions:
        if version.name == name:
            return version
    raise NotFoundError("There is no published version of that name.")


def _current_then(versions: Sequence[VersionFacts], filters: BoardFilters) -> VersionFacts | None:
    """The version that was current at the moment asked for; None for now, if one is named, or none was."""
    instant = filters.instant
    if instant is None or filters.version:
        return None
    shown = [one for one in versions if one.published_at is not None and one.published_at <= instant]
    return next((one for one in shown if one.superseded_at is None or one.superseded_at > instant), None)


def _past(board: Board, filters: BoardFilters) -> Past | None:
    if not (filters.revision or filters.as_of):
        return None
    instant = None if filters.revision else filters.instant
    return Past(
        sentence=past_text(
            board.revision,
            board.reached_at,
            is_newest=not board.is_past,
            asked="" if instant is None else moment(instant),
        ),
        is_newest=not board.is_past,
        newest_query=filters.query(as_of="", revision=0, page=1),
    )


def _apart(found: Standings) -> Apart:
    if found.state != board_standings.MADE or "board" not in found.facts:
        said = {board_standings.LEFT_OUT: left_out(ON_DEMAND_MOST), board_standings.NOTHING: NOTHING}
        return Apart(state=found.state, sentence=said.get(found.state, PENDING))
    facts = found.facts
    return Apart(
        state=found.state,
        sentence=detectable_text(facts),
        details=detectable_details(facts),
        tasks=facts["tasks"],
        groups=len(found.sizes),
        pairs=facts["pairs"],
        told_apart=facts["told_apart"],
        detectable=_share(facts["board"]["observed"], facts["tasks"]),
        detectable_planned=_share(facts["board"]["planned"], facts["tasks"]),
        detectable_alone=_share(facts["alone"]["observed"], facts["tasks"]),
    )


def _share(count: int | None, tasks: int) -> float | None:
    return None if count is None or not tasks else count / tasks


def _columns(filters: BoardFilters) -> Sequence[Column]:
    """The columns that were chosen, all of them if none was; of the three means the one asked for."""
    return [
        COLUMN_OF[_MEAN_COLUMNS[filters.mean] if key == "overall" else key]
        for key in filters.chosen or SHOWABLE
    ]


def _etag(view_key: str, viewer: Viewer, pending: int, own: Sequence[BoardRow], *, is_current: bool) -> str:
    """Names what one reader gets: beside the board's state their own rows, and what changes without it."""
    reader = None if viewer is None else viewer.pk
    return hashlib.sha256(repr((view_key, reader, pending, own, is_current)).encode()).hexdigest()[:32]


def _empty_page(filters: BoardFilters) -> BoardPage:
    return BoardPage(
        version=None,
        versions=[],
        evaluator_version=DEFAULT,
        evaluators=[],
        revision=0,
        newest=0,
        etag=hashlib.sha256(b"no version").hexdigest()[:32],
        shared_key="",
        as_of=None,
        past=None,
        apart=Apart(state=board_standings.NOTHING, sentence=NOTHING),
        columns=[],
        rows=[],
        unranked=[],
        reported=[],
        has_runs=False,
        links=page_links(number=1, size=ROWS_PER_PAGE, total=0, query=str),
        filters=filters,
        rank_query="?",
        board_query="?",
        divisions=[],
        weights=[],
        sources=[],
        organisations=[],
        means=[],
        column_choices=[],
        is_filtered=False,
        pending_count=0,
    )
