"""The leaderboard page."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.expressions import OrderBy

from kb_browser.selectors import VersionFacts, dataset_versions
from scoring.columns import COLUMN_OF, COLUMNS, Column
from scoring.filters import DIVISIONS, MEANS, OPEN_WEIGHTS, BoardFilters
from scoring.links import entry_url, page_links
from scoring.models import BoardRevision, Evaluation, LeaderboardEntry
from scoring.pages import BoardPage, BoardRow, Choice, ColumnHead, PageLinks, VersionLine
from scoring.selectors.figures import cell_of
from scoring.tracks import DEFAULT
from scoring.wording import ALL, UNRANKED
from submissions.selectors import Viewer, organisations_of, pending_count, published
from trek_site.shared.errors import NotFoundError

ROWS_PER_PAGE: Final = 100
UNRANKED_SHOWN: Final = 100
_SUBMISSION: Final = "evaluation__submission__"
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
        NotFoundError: No such version is published, or no such evaluator has scored it.
    """
    versions = dataset_versions(track)
    version = _selected(versions, filters)
    if version is None:
        return _empty_page(filters)
    revisions = {
        row.evaluator_version: row for row in BoardRevision.objects.filter(dataset_version=version.pk)
    }
    evaluator_version = filters.evaluator or DEFAULT
    if evaluator_version != DEFAULT and evaluator_version not in revisions:
        raise NotFoundError("No such evaluator has scored this version.")
    board = LeaderboardEntry.objects.filter(dataset_version=version.pk, evaluator_version=evaluator_version)
    wanted = _filtered(board.visible_to(viewer), filters)
    ranked = wanted.filter(rank__isnull=False)
    links = page_links(
        number=filters.page,
        size=ROWS_PER_PAGE,
        total=_total(board, ranked, filters),
        query=lambda page: filters.query(page=page),
    )
    columns = _columns(filters)
    revision = revisions.get(evaluator_version)
    number = 0 if revision is None else revision.revision
    return BoardPage(
        version=_version_line(version, versions, filters),
        versions=[_version_line(line, versions, filters, selected=version) for line in versions],
        evaluator_version=evaluator_version,
        evaluators=_evaluators({DEFAULT, *revisions}, evaluator_version, filters),
        revision=number,
        etag=_etag(version, evaluator_version, number, filters),
        as_of=None if revision is None else revision.changed_at,
        columns=[_head(column, filters) for column in columns],
        rows=_rows(_page_of(ranked, filters, links), board, columns, viewer),
        unranked=_rows(_unranked(wanted, viewer), board, columns, viewer),
        links=links,
        filters=filters,
        divisions=_choices(filters, "division", DIVISIONS),
        weights=_choices(filters, "weights", OPEN_WEIGHTS),
        organisations=_choices(filters, "organisation", organisations_of(version.pk)),
        means=[
            Choice(value=mean, label=mean, query=filters.query(mean=mean), is_selected=mean == filters.mean)
            for mean in MEANS
        ],
        is_filtered=_is_filtered(filters),
        pending_count=pending_count(version.pk)
        + Evaluation.objects.unfinished().filter(dataset_version=version.pk).count(),
    )


def _selected(versions: Sequence[VersionFacts], filters: BoardFilters) -> VersionFacts | None:
    if not filters.version:
        return next(iter(versions), None)
    for version in versions:
        if version.name == filters.version:
            return version
    raise NotFoundError("There is no published version of that name.")


def _filtered(entries: QuerySet[LeaderboardEntry], filters: BoardFilters) -> QuerySet[LeaderboardEntry]:
    members = {
        "division": filters.division,
        "open_weights": filters.weights,
        "organisation": filters.organisation,
    }
    return entries.filter(**{f"{_SUBMISSION}{name}": value for name, value in members.items() if value})


def _columns(filters: BoardFilters) -> Sequence[Column]:
    """Every column, of the three means the one asked for."""
    others = set(_MEAN_COLUMNS.values()) - {_MEAN_COLUMNS[filters.mean]}
    return [column for column in COLUMNS if column.key not in others]


def _natural(key: str) -> str:
    """The direction that puts the best first."""
    return "desc" if key != "rank" and COLUMN_OF[key].higher_is_better else "asc"


def _total(
    board: QuerySet[LeaderboardEntry], ranked: QuerySet[LeaderboardEntry], filters: BoardFilters
) -> int:
    """How many ranked rows there are.

    Only published entries hold a rank, so that without a filter the index of the board alone answers.
    """
    rows = ranked if _is_filtered(filters) else board.filter(rank__isnull=False)
    return rows.count()


def _is_filtered(filters: BoardFilters) -> bool:
    return bool(filters.division or filters.weights or filters.organisation)


def _page_of(
    ranked: QuerySet[LeaderboardEntry], filters: BoardFilters, links: PageLinks
) -> QuerySet[LeaderboardEntry]:
    is_down = (filters.direction or _natural(filters.sort)) == "desc"
    # No ranked row lacks its rank; without "nulls last" the index of the board gives the order.
    nulls_last = None if filters.sort == "rank" else True
    first = OrderBy(F(filters.sort), descending=is_down, nulls_last=nulls_last)
    start = (links.number - 1) * ROWS_PER_PAGE
    return ranked.order_by(first, "rank", "pk")[start : start + ROWS_PER_PAGE]


def _unranked(wanted: QuerySet[LeaderboardEntry], viewer: Viewer) -> QuerySet[LeaderboardEntry]:
    """Public rows without a rank, and the viewer's own; staff are not shown everybody's drafts here."""
    own = Q(**{f"{_SUBMISSION}owner": None if viewer is None else viewer.pk})
    rows = wanted.filter(published(_SUBMISSION) | own, rank__isnull=True)
    return rows.order_by("-pk")[:UNRANKED_SHOWN]


def _rows(
    entries: QuerySet[LeaderboardEntry],
    board: QuerySet[LeaderboardEntry],
    columns: Sequence[Column],
    viewer: Viewer,
) -> Sequence[BoardRow]:
    equals = board.order_by().filter(rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
    rows = entries.annotate(is_shared=Exists(equals)).select_related("evaluation__submission")
    return [_row(entry, columns, viewer, is_shared=entry.is_shared) for entry in rows]


def _row(entry: LeaderboardEntry, columns: Sequence[Column], viewer: Viewer, *, is_shared: bool) -> BoardRow:
    evaluation = entry.evaluation
    submission = evaluation.submission
    return BoardRow(
        rank=entry.rank,
        is_shared_rank=is_shared,
        unranked_reason=UNRANKED[entry.unranked_reason],
        public_id=submission.public_id,
        display_name=submission.display_name,
        organisation=submission.organisation,
        model_name=submission.model_name,
        division=submission.division,
        open_weights=submission.open_weights,
        cells=[cell_of(entry, column) for column in columns],
        url=entry_url(submission.public_id),
        is_mine=viewer is not None and submission.owner_id == viewer.pk,
        is_public=submission.is_public,
        missing_tasks=evaluation.missing_tasks,
        scored_at=evaluation.finished_at,
    )


def _head(column: Column, filters: BoardFilters) -> ColumnHead:
    is_sorted = filters.sort == column.key
    natural = _natural(column.key)
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


def _etag(version: VersionFacts, evaluator_version: str, revision: int, filters: BoardFilters) -> str:
    view = f"{version.digest} {evaluator_version} {revision} {filters.query()}"
    return hashlib.sha256(view.encode()).hexdigest()[:32]


def _empty_page(filters: BoardFilters) -> BoardPage:
    return BoardPage(
        version=None,
        versions=[],
        evaluator_version=DEFAULT,
        evaluators=[],
        revision=0,
        etag=hashlib.sha256(b"no version").hexdigest()[:32],
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
