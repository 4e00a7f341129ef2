"""The page of failures: agents × dimensions, or agents × groups of tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from scoring.analysis_filters import FACETS, PERFECT, FailureFilters
from scoring.analysis_plots import failures_heatmap
from scoring.engine import display
from scoring.engine.model import DimensionKey
from scoring.engine.sheets import Sheet
from scoring.engine.statistics import wilson_interval
from scoring.filters import TaskFilters
from scoring.links import page_links
from scoring.pages.analysis import (
    FEW_TASKS,
    Entrant,
    FailureCell,
    FailureColumn,
    FailurePage,
    FailureRow,
    level_of,
)
from scoring.pages.parts import Choice, PageLinks
from scoring.selectors.analysis.boards import SeenBoard, entrant_of, evaluator_asked, seen_board
from scoring.selectors.analysis.reported import reported_failures
from scoring.selectors.entries import carried_to
from scoring.selectors.facets import TaskGroups, group_name, task_groups
from scoring.selectors.sheets import sheets_of
from scoring.tracks import DEFAULT, DEFAULT_TRACK, evaluator
from submissions.selectors import Viewer

ROWS_PER_PAGE: Final = 25
_PERFECT_LABEL: Final = "Not perfect"
_PERFECT_HELP: Final = "Share of all tasks that were not solved: one fault anywhere is enough."


@dataclass(frozen=True, slots=True, kw_only=True)
class _Column:
    """A column, and how its tasks are found in a sheet and in an entry's list.

    Attributes:
        of: ``perfect``, or the key of a dimension.
        tasks: That are looked at, as bits.
        group: Their name in addresses, "" for all tasks.
    """

    head: FailureColumn
    of: str
    tasks: int
    group: str

    def counts(self, sheet: Sheet) -> tuple[int, int]:
        """Failed tasks, and tasks that it applies to."""
        if self.of == PERFECT:
            return (self.tasks & ~sheet.perfect).bit_count(), self.tasks.bit_count()
        key = DimensionKey(self.of)
        return (sheet.fails(key) & self.tasks).bit_count(), (
            sheet.applies.get(key, 0) & self.tasks
        ).bit_count()

    def query(self, version: str, evaluator_version: str) -> str:
        """Lists the failed tasks on an entry's page."""
        is_perfect = self.of == PERFECT
        return TaskFilters(
            version=version,
            evaluator=evaluator_version,
            failed="" if is_perfect else self.of,
            perfect="no" if is_perfect else "",
            group=self.group,
        ).query()


def failures_page(filters: FailureFilters, viewer: Viewer, *, track: str = DEFAULT_TRACK) -> FailurePage:
    """How often each ranked entry fails, dimension by dimension or group by group.

    Raises:
        NotFoundError: No such track or evaluator is known here, or no such version is published.
    """
    board = seen_board(filters, track=track)
    if board is None:
        links = page_links(number=1, size=ROWS_PER_PAGE, total=0, query=str)
        return _page(filters, None, columns=[], rows=[], links=links, etag="no-board")
    links = page_links(
        number=filters.page,
        size=ROWS_PER_PAGE,
        total=board.frame.ranked_count,
        query=lambda page: filters.query(page=page),
    )
    start = (links.number - 1) * ROWS_PER_PAGE
    entries = list(board.ranked(viewer)[start : start + ROWS_PER_PAGE])
    columns = _columns(task_groups(board.version), filters)
    sheets = sheets_of([entry.evaluation_id for entry in entries])
    rows = [
        _row(entrant_of(entry), sheets.get(entry.evaluation_id), columns, carried_to(entry), board)
        for entry in entries
    ]
    etag = board.etag(filters.query(), viewer, [row.entrant for row in rows], len(sheets))
    return _page(filters, board, columns=columns, rows=rows, links=links, etag=etag)


def _page(
    filters: FailureFilters,
    board: SeenBoard | None,
    *,
    columns: Sequence[_Column],
    rows: Sequence[FailureRow],
    links: PageLinks,
    etag: str,
) -> FailurePage:
    facets = {} if board is None else task_groups(board.version).facets
    labels = {key: facets[key].label if key in facets else key for key in FACETS}
    heads = [column.head for column in columns]
    subjects = _subjects()
    return FailurePage(
        frame=None if board is None else board.frame,
        filters=filters,
        by_choices=_choices(
            filters, "by", {"": "Dimension", **{key: labels.get(key, key) for key in FACETS}}
        ),
        of_choices=_choices(filters, "of", subjects),
        grouping=labels.get(filters.by, ""),
        subject=subjects[filters.of],
        columns=heads,
        rows=rows,
        reported=[] if board is None or filters.by else reported_failures(heads, board.frame.track),
        links=links,
        plot=failures_heatmap(heads, rows),
        etag=etag,
    )


def _subjects() -> dict[str, str]:
    judged = (text for text in evaluator(DEFAULT).dimensions if text.is_judged)
    return {PERFECT: _PERFECT_LABEL, **{str(text.key): text.label for text in judged}}


def _choices(filters: FailureFilters, name: str, labels: dict[str, str]) -> Sequence[Choice]:
    now = getattr(filters, name)
    return [
        Choice(
            value=value,
            label=label,
            query=filters.with_(page=1).query(**{name: value}),
            is_selected=value == now,
        )
        for value, label in labels.items()
    ]


def _columns(groups: TaskGroups, filters: FailureFilters) -> Sequence[_Column]:
    if filters.by:
        facet = groups.facets[filters.by]
        return [
            _column(
                group.value, group.label, "", of=filters.of, tasks=group.tasks, group=group_name(facet, group)
            )
            for group in facet.groups
        ]
    every = groups.every
    return [
        _column(PERFECT, _PERFECT_LABEL, _PERFECT_HELP, of=PERFECT, tasks=every),
        *(
            _column(str(text.key), text.label, text.summary, of=str(text.key), tasks=every)
            for text in evaluator(DEFAULT).dimensions
            if text.is_judged
        ),
    ]


def _column(key: str, label: str, about: str, *, of: str, tasks: int, group: str = "") -> _Column:
    head = FailureColumn(key=key, label=label, help=about, task_count=tasks.bit_count())
    return _Column(head=head, of=of, tasks=tasks, group=group)


def _row(
    entrant: Entrant, sheet: Sheet | None, columns: Sequence[_Column], version: str, board: SeenBoard
) -> FailureRow:
    if sheet is None:
        return FailureRow(entrant=entrant, cells=[])
    page, _, _ = entrant.url.partition("?")
    asked = evaluator_asked(board.evaluator_version)
    cells = []
    for column in columns:
        failed, applicable = column.counts(sheet)
        url = f"{page}{column.query(version, asked)}#tasks" if failed else ""
        cells.append(failure_cell(column.head, failed, applicable, url))
    return FailureRow(entrant=entrant, cells=cells)


def failure_cell(head: FailureColumn, failed: int, applicable: int, url: str) -> FailureCell:
    """The share that failed, with what it is worth."""
    interval = wilson_interval(failed, applicable)
    rate = failed / applicable if applicable else None
    return FailureCell(
        key=head.key,
        label=head.label,
        failed=failed,
        applicable=applicable,
        rate=rate,
        rate_text=display.percent(rate, 0 if applicable < FEW_TASKS else 1),
        low=None if interval is None else interval.low,
        high=None if interval is None else interval.high,
        interval_text=(
            ""
            if interval is None
            else f"{display.percent(interval.low, 0)}–{display.percent(interval.high, 0)}"
        ),
        has_few=0 < applicable < FEW_TASKS,
        level=level_of(rate),
        url=url,
    )
