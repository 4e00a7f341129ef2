"""What a leaderboard's filters and headings offer: each value with the view that it leads to."""

from __future__ import annotations

from collections.abc import Sequence

from kb_browser.selectors import VersionFacts
from scoring.board_filters import SHOWABLE, BoardFilters
from scoring.columns import COLUMN_OF, Column
from scoring.filters import MEANS
from scoring.pages import Choice, ColumnHead, VersionLine
from scoring.tracks import DEFAULT
from scoring.wording import ALL


def natural_direction(key: str) -> str:
    """The direction that puts the best first."""
    return "desc" if key != "rank" and COLUMN_OF[key].higher_is_better else "asc"


def direction_of(filters: BoardFilters) -> str:
    """The direction in force: the one asked for, else that which puts the best first."""
    return filters.direction or natural_direction(filters.sort)


def column_head(column: Column, filters: BoardFilters) -> ColumnHead:
    """The head of a column, with the link that sorts by it."""
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


def choices_of(filters: BoardFilters, name: str, values: Sequence[str]) -> Sequence[Choice]:
    """All values of a filter, "all" first."""
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


def column_choices(filters: BoardFilters) -> Sequence[Choice]:
    """Each column with the view in which it is turned over."""
    shown = set(filters.chosen or SHOWABLE)
    choices = []
    for key in SHOWABLE:
        then = [one for one in SHOWABLE if (one in shown) != (one == key)]
        choices.append(
            Choice(
                value=key,
                label=COLUMN_OF[key].label,
                query=filters.query(columns="" if len(then) == len(SHOWABLE) else ",".join(then)),
                is_selected=key in shown,
            )
        )
    return choices


def mean_choices(filters: BoardFilters) -> Sequence[Choice]:
    """The three means."""
    return [
        Choice(value=mean, label=mean, query=filters.query(mean=mean), is_selected=mean == filters.mean)
        for mean in MEANS
    ]


def state_query(filters: BoardFilters) -> str:
    """Which state of which board, and nothing else of what is asked for; "" for the current one's newest."""
    query = BoardFilters(
        version=filters.version, evaluator=filters.evaluator, as_of=filters.as_of, revision=filters.revision
    ).query()
    return "" if query == "?" else query


def evaluator_choices(versions: set[str], selected: str, filters: BoardFilters) -> Sequence[Choice]:
    """The evaluators that scored a version, by name."""
    return [
        Choice(
            value=version,
            label=version,
            query=filters.query(evaluator="" if version == DEFAULT else version, revision=0, page=1),
            is_selected=version == selected,
        )
        for version in sorted(versions)
    ]


def version_line(
    version: VersionFacts,
    versions: Sequence[VersionFacts],
    filters: BoardFilters,
    *,
    selected: VersionFacts | None = None,
) -> VersionLine:
    """A version as a choice; ``selected`` is the one that is shown, itself if absent."""
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
        query=filters.query(version="" if is_current else version.name, evaluator="", revision=0, page=1),
    )
