"""The leaderboard page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from kb_browser.selectors import VersionFacts, dataset_versions
from scoring.columns import COLUMNS, Column
from scoring.filters import DIVISIONS, MEANS, OPEN_WEIGHTS, BoardFilters
from scoring.links import page_links
from scoring.models import BoardRevision, Evaluation
from scoring.pages import BoardPage, Choice, ColumnHead, VersionLine
from scoring.selectors.board_rows import (
    ROWS_PER_PAGE,
    Board,
    board_rows,
    is_anonymous,
    is_filtered,
    natural_direction,
)
from scoring.tracks import DEFAULT, TRACKS
from scoring.wording import ALL
from submissions.selectors import Viewer, pending_count
from trek_site.shared.errors import NotFoundError

_MEAN_COLUMNS: Final[Mapping[str, str]] = {
    "geometric": "overall",
    "arithmetic": "overall_arithmetic",
    "harmonic": "overall_harmonic",
}


def board_page(filters: BoardFilters, viewer: Viewer, *, track: str = "trek") -> BoardPage:
    """One view of a board: rows in the order asked for, ranks as stored.

    Args:
        filters: What is asked for.
        viewer: Sees published entries, and their own private ones among the unranked.
        track: The benchmark.

    Raises:
        NotFoundError: No such track or evaluator is known here, or no such version is published.
    """
    if track not in {known.slug for known in TRACKS}:
        raise NotFoundError("There is no such track.")
    versions = dataset_versions(track)
    version = version_asked(versions, filters.version)
    if version is None:
        return _empty_page(filters)
    revisions = {
        row.evaluator_version: row for row in BoardRevision.objects.filter(dataset_version=version.pk)
    }
    evaluator_version = filters.evaluator or DEFAULT
    if evaluator_version != DEFAULT and evaluator_version not in revisions:
        raise NotFoundError("No such evaluator has scored this version.")
    board = _board(version, evaluator_version, revisions.get(evaluator_version))
    columns = _columns(filters)
    found = board_rows(board, filters, viewer, columns=columns)
    pending = (
        pending_count(version.pk) + Evaluation.objects.unfinished().filter(dataset_version=version.pk).count()
    )
    view_key = board.view_key(filters)
    return BoardPage(
        version=_version_line(version, versions, filters),
        versions=[_version_line(line, versions, filters, selected=version) for line in versions],
        evaluator_version=evaluator_version,
        evaluators=_evaluators({DEFAULT, *revisions}, evaluator_version, filters),
        revision=board.revision,
        etag=_etag(view_key, viewer, pending, is_current=version == versions[0]),
        shared_key=view_key if is_anonymous(viewer) else "",
        as_of=board.changed_at,
        columns=[_head(column, filters) for column in columns],
        rows=found.rows,
        unranked=found.unranked,
        links=found.links,
        filters=filters,
        divisions=_choices(filters, "division", DIVISIONS),
        weights=_choices(filters, "weights", OPEN_WEIGHTS),
        organisations=_choices(filters, "organisation", found.organisations),
        means=_means(filters),
        is_filtered=is_filtered(filters),
        pending_count=pending,
    )


def _board(version: VersionFacts, evaluator_version: str, reached: BoardRevision | None) -> Board:
    return Board(
        version_id=version.pk,
        digest=version.digest,
        evaluator_version=evaluator_version,
        revision=0 if reached is None else reached.revision,
        changed_at=None if reached is None else reached.changed_at,
    )


def version_asked(versions: Sequence[VersionFacts], name: str) -> VersionFacts | None:
    """The version of that name among the published ones, the newest for ""; None when there is none at all.

    Raises:
        NotFoundError: None has that name.
    """
    if not name:
        return next(iter(versions), None)
    for version in versions:
        if version.name == name:
            return version
    raise NotFoundError("There is no published version of that name.")


def _columns(filters: BoardFilters) -> Sequence[Column]:
    """Every column, of the three means the one asked for."""
    others = set(_MEAN_COLUMNS.values()) - {_MEAN_COLUMNS[filters.mean]}
    return [column for column in COLUMNS if column.key not in others]


def _head(column: Column, filters: BoardFilters) -> ColumnHead:
    is_sorted = filters.sort == column.key
    natural = natural_direction(column.key)
    direction = filters.direction or natural
    turned = "asc" if direction == "desc" else "desc"
    # A direction is written only where it differs from the natural one, so that one view has one address.
    asked = "" if not is_sorted or turned == natural else turned
    return ColumnHead(
        key=column.key,
        label=column.label,
        help=column.help,
        paper=column.paper,
        sort_query=filters.query(sort=column.key, direction=asked, page=1),
        is_sorted=is_sorted,
        direction=direction if is_sorted else "",
        higher_is_better=column.higher_is_better,
    )


def _choices(filters: BoardFilters, name: str, values: Sequence[str]) -> Sequence[Choice]:
    now = getattr(filters, name)
    return [
        Choice(
            value=value,
            label=value or ALL,
            query=filters.with_(page=1).query(**{name: value}),
            is_selected=value == now,
        )
        for value in ("", *values)
    ]


def _means(filters: BoardFilters) -> Sequence[Choice]:
    return [
        Choice(value=mean, label=mean, query=filters.query(mean=mean), is_selected=mean == filters.mean)
        for mean in MEANS
    ]


def _evaluators(versions: set[str], selected: str, filters: BoardFilters) -> Sequence[Choice]:
    return [
        Choice(
            value=version,
            label=version,
            query=filters.query(evaluator="" if version == DEFAULT else version, page=1),
            is_selected=version == selected,
        )
        for version in sorted(versions)
    ]


def _version_line(
    version: VersionFacts,
    versions: Sequence[VersionFacts],
    filters: BoardFilters,
    *,
    selected: VersionFacts | None = None,
) -> VersionLine:
    is_current = version == versions[0]
    return VersionLine(
        name=version.name,
        track=version.track,
        digest=version.digest,
        task_count=version.task_count,
        feasible_count=version.counts.get("feasible", 0),
        infeasible_count=version.counts.get("infeasible", 0),
        licence=version.licence,
        published_at=version.published_at,
        is_current=is_current,
        is_selected=version == (selected or version),
        query=filters.query(version="" if is_current else version.name, evaluator="", page=1),
    )


def _etag(view_key: str, viewer: Viewer, pending: int, *, is_current: bool) -> str:
    """Names what one reader gets: beside the board's state their own rows, and what changes without it."""
    reader = None if viewer is None else viewer.pk
    return hashlib.sha256(repr((view_key, reader, pending, is_current)).encode()).hexdigest()[:32]


def _empty_page(filters: BoardFilters) -> BoardPage:
    return BoardPage(
        version=None,
        versions=[],
        evaluator_version=DEFAULT,
        evaluators=[],
        revision=0,
        etag=hashlib.sha256(b"no version").hexdigest()[:32],
        shared_key="",
        as_of=None,
        columns=[],
        rows=[],
        unranked=[],
        links=page_links(number=1, size=ROWS_PER_PAGE, total=0, query=str),
        filters=filters,
        divisions=[],
        weights=[],
        organisations=[],
        means=[],
        is_filtered=False,
        pending_count=0,
    )
