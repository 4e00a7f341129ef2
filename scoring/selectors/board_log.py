"""The log of a track's boards: what the events say, what they did to the ranks, and what was published."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from django.db.models import BooleanField, ExpressionWrapper, F, Min, QuerySet
from django.urls import reverse

from kb_browser.selectors import VersionFacts, dataset_versions
from scoring.board_filters import LogFilters
from scoring.board_text import CAUSES, HIDDEN, SOMETHING, effect_text
from scoring.engine import display
from scoring.links import board_at_url, board_url, entry_url, page_links
from scoring.models import BoardEvent, BoardRevision
from scoring.pages import Choice, PageLinks
from scoring.pages.board_log import LogLine, LogPage
from scoring.selectors.rank_effects import RankEffect, effects_of
from scoring.tracks import DEFAULT, DEFAULT_TRACK, TRACKS
from scoring.wording import ALL
from submissions.selectors import Viewer, is_own, readable
from submissions.showing import identity_of
from trek_site.shared.errors import NotFoundError

LINES_PER_PAGE: Final = 50
_SUBMISSION: Final = "evaluation__submission__"
_NEWEST_FIRST: Final = ("-at", "-revision", "-pk")
_NOTHING: Final = RankEffect(before=None, after=None, others=0)


def board_log(filters: LogFilters, viewer: Viewer, *, track: str = DEFAULT_TRACK) -> LogPage:
    """One page of the log.

    Args:
        filters: Which boards.
        viewer: Knows the names of their own entries without names.
        track: The benchmark.

    Raises:
        NotFoundError: There is no such track, or no published version of that name.
    """
    if track not in {known.slug for known in TRACKS}:
        raise NotFoundError("There is no such track.")
    versions = {version.pk: version for version in dataset_versions(track)}
    if filters.version and filters.version not in {one.name for one in versions.values()}:
        raise NotFoundError("There is no published version of that name.")
    every = _boards(versions)
    boards = [board for board in every if _is_wanted(board, versions, filters)]
    total = sum(board.revision for board in boards)
    links = page_links(
        number=filters.page, size=LINES_PER_PAGE, total=total, query=lambda page: filters.query(page=page)
    )
    events, newer = _page(boards, viewer, links)
    oldest = None if not events or links.last == total else events[-1].at
    published = _published(versions, every, filters)
    lines = [*_changes(events, versions), *_between(published, oldest, newer)]
    lines.sort(key=lambda line: (line.at, line.revision or 0), reverse=True)
    return LogPage(
        lines=lines,
        links=links,
        filters=filters,
        versions=_choices(filters, "version", [one.name for one in versions.values()]),
        evaluators=_choices(filters, "evaluator", sorted({board.evaluator_version for board in every})),
        updated=max((line.at for line in lines), default=None),
        etag=_etag(filters, viewer, every, versions),
    )


def _boards(versions: Iterable[int]) -> Sequence[Any]:
    """The boards of published versions, with the moment of their first event."""
    rows = BoardRevision.objects.filter(dataset_version__in=list(versions), revision__gte=1)
    return list(rows.annotate(first_at=Min("events__at")).order_by("pk"))


def _is_wanted(board: Any, versions: Mapping[int, VersionFacts], filters: LogFilters) -> bool:
    is_version = not filters.version or versions[board.dataset_version_id].name == filters.version
    return is_version and filters.evaluator in {"", board.evaluator_version}


def _page(boards: Sequence[Any], viewer: Viewer, links: PageLinks) -> tuple[Sequence[Any], datetime | None]:
    """The events of a page, and when the last one before it happened; None on the first page."""
    every = BoardEvent.objects.filter(board__in=[board.pk for board in boards]).order_by(*_NEWEST_FIRST)
    if links.number == 1:
        return list(_told(every[: links.last], viewer)), None
    before, *found = _told(every[links.first - 2 : links.last], viewer)
    return found, before.at


def _told(events: QuerySet[BoardEvent], viewer: Viewer) -> QuerySet[BoardEvent]:
    """A part of the log with what its lines say."""
    # Which events these are is settled first: otherwise all that the lines say is got for the whole log.
    return (
        BoardEvent.objects.filter(pk__in=events.values("pk"))
        .select_related("board", "evaluation__submission")
        .annotate(
            is_own=is_own(viewer, _SUBMISSION),
            made_for=F(f"{_SUBMISSION}dataset_version"),
            is_readable=ExpressionWrapper(readable(_SUBMISSION), output_field=BooleanField()),
        )
        .order_by(*_NEWEST_FIRST)
    )


def _between(
    published: Iterable[LogLine], oldest: datetime | None, newer: datetime | None
) -> Sequence[LogLine]:
    """The publications that fall among the events of a page; None is no bound."""
    return [
        line
        for line in published
        if (oldest is None or line.at >= oldest) and (newer is None or line.at < newer)
    ]


def _changes(events: Sequence[Any], versions: Mapping[int, VersionFacts]) -> Sequence[LogLine]:
    effects = effects_of({event.board_id: event.board for event in events}.values())
    return [
        _change(event, versions[event.board.dataset_version_id], effects[event.board_id][event.revision])
        for event in events
    ]


def _change(event: Any, version: VersionFacts, effect: RankEffect) -> LogLine:
    evaluator = event.board.evaluator_version
    name, public_id = _entry_of(event)
    carried_to = "" if event.made_for == event.board.dataset_version_id else version.name
    return LogLine(
        id=_urn(version.digest, evaluator, event.revision, event.at.isoformat()),
        kind="change",
        at=event.at,
        version_name=version.name,
        evaluator_version=evaluator,
        revision=event.revision,
        cause=event.cause,
        entry_name=name,
        entry_id=public_id,
        entry_url=entry_url(public_id, carried_to, "" if evaluator == DEFAULT else evaluator)
        if public_id
        else "",
        said=CAUSES[event.cause],
        effect=effect_text(effect.before, effect.after, effect.others),
        rank_before=effect.before,
        rank_after=effect.after,
        others_moved=effect.others,
        url=board_at_url(version.name, evaluator, event.revision),
    )


def _entry_of(event: Any) -> tuple[str, str]:
    """Name and id of an event's entry as the reader may know them; by today's rules, whatever held then."""
    if event.evaluation is None:
        return SOMETHING, ""
    if not event.is_readable:
        return HIDDEN, ""
    submission = event.evaluation.submission
    return identity_of(submission, is_own=event.is_own).display_name, submission.public_id


def _published(
    versions: Mapping[int, VersionFacts], boards: Sequence[Any], filters: LogFilters
) -> Sequence[LogLine]:
    """One line for each dataset version, and one for each evaluator when it first ranked anything."""
    lines = [
        _dataset_line(version)
        for version in versions.values()
        if version.published_at is not None and filters.version in {"", version.name}
    ]
    first: dict[str, Any] = {}
    for board in sorted(boards, key=lambda one: (one.first_at, one.pk)):
        first.setdefault(board.evaluator_version, board)
    lines += [
        _evaluator_line(board, versions[board.dataset_version_id])
        for name, board in first.items()
        if filters.evaluator in {"", name}
    ]
    return lines


def _dataset_line(version: VersionFacts) -> LogLine:
    feasible = version.counts.get("feasible", 0)
    return _line(
        "dataset",
        version.published_at,
        version=version.name,
        urn=_urn(version.digest, "dataset", version.published_at),
        said=f"Dataset version {version.name} was published",
        effect=f"A board of its own begins: {display.counted(version.task_count, 'task')}, "
        f"{display.count(feasible)} of them feasible.",
        url=reverse("kb_browser:dataset", args=[version.name]),
    )


def _evaluator_line(board: Any, version: VersionFacts) -> LogLine:
    name = board.evaluator_version
    return _line(
        "evaluator",
        board.first_at,
        version=version.name,
        evaluator=name,
        urn=_urn(name, "evaluator", board.first_at.isoformat()),
        said=f"Evaluator {name} came into use",
        effect=f"Its first board is that of {version.name}.",
        url=board_url(version.name, name),
    )


def _line(
    kind: str,
    at: Any,
    *,
    version: str,
    urn: str,
    said: str,
    effect: str,
    url: str,
    evaluator: str = "",
) -> LogLine:
    return LogLine(
        id=urn,
        kind=kind,
        at=at,
        version_name=version,
        evaluator_version=evaluator,
        revision=None,
        cause="",
        entry_name="",
        entry_id="",
        entry_url="",
        said=said,
        effect=effect,
        rank_before=None,
        rank_after=None,
        others_moved=0,
        url=url,
    )


def _urn(*parts: object) -> str:
    """A name for good, of digest, evaluator, number and moment: no other site has it, a moved one has."""
    return uuid5(NAMESPACE_URL, ":".join(("trek-board", *map(str, parts)))).urn


def _choices(filters: LogFilters, name: str, values: Sequence[str]) -> Sequence[Choice]:
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


def _etag(
    filters: LogFilters, viewer: Viewer, boards: Sequence[Any], versions: Mapping[int, VersionFacts]
) -> str:
    reader = None if viewer is None else viewer.pk
    states = [(board.pk, board.revision, board.changed_at) for board in boards]
    shown = [(version.digest, version.published_at) for version in versions.values()]
    return hashlib.sha256(repr((filters.query(), reader, states, shown)).encode()).hexdigest()[:32]
