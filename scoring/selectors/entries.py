"""The page of one entry."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from kb_browser.selectors import dataset_version_of, task_indexes
from scoring.columns import COLUMN_OF
from scoring.engine import display
from scoring.engine.sheets import positions
from scoring.engine.track import DimensionText
from scoring.filters import KINDS, PERFECT, TaskFilters
from scoring.links import page_links, submission_url
from scoring.models import Evaluation, LeaderboardEntry, TaskOutcome
from scoring.pages import (
    Choice,
    DimensionLine,
    EntryHeader,
    EntryPage,
    ScoreTile,
)
from scoring.selectors.entry_tasks import ShownTasks, task_lines
from scoring.selectors.facets import task_groups
from scoring.selectors.figures import tile_of
from scoring.selectors.integrity import entry_integrity, noticed_in_public
from scoring.selectors.losses import ANY, entry_losses, failing_alone
from scoring.selectors.preferred import default_first
from scoring.selectors.sheets import run_of
from scoring.selectors.standings import standings_of
from scoring.states import Unranked
from scoring.tracks import evaluator
from scoring.wording import ALL, UNRANKED
from submissions.selectors import Viewer, is_own, moderates
from submissions.showing import identity_of, plans_are_public
from submissions.states import Visibility
from trek_site.shared.errors import NotFoundError

TASKS_PER_PAGE: Final = 50

HEADLINES: Final = ("overall", "tp_feasible", "tp_infeasible", "efficiency", "tokens_per_task")
CATEGORIES: Final = ("satisfaction", "truthfulness", "executability", "infeasibility")

# Which count of the summary says how many tasks a figure is over; the others are over several dimensions.
_COUNTED: Final[Mapping[str, str]] = {
    "tp_feasible": "n_feasible",
    "tp_infeasible": "n_infeasible",
    "infeasibility": "n_infeasible",
}


def entry_page(public_id: str, filters: TaskFilters, viewer: Viewer) -> EntryPage:
    """An entry with its scores, its dimensions, and one page of its tasks.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    entry = entry_row(public_id, viewer, version=filters.version, evaluator_version=filters.evaluator)
    evaluation = entry.evaluation
    groups = task_groups(dataset_version_of(evaluation.dataset_version_id))
    tasks = groups.named(filters.group)
    filters = filters if tasks is not None else filters.with_(group="")
    dimensions = evaluator(evaluation.evaluator_version).dimensions
    run = run_of(evaluation.pk)
    outcomes = _outcomes(evaluation, filters)
    if filters.alone and run is not None:
        only = failing_alone(run.sheet, dimensions).get(filters.alone, 0)
        tasks = only if tasks is None else tasks & only
    if tasks is not None:
        outcomes = outcomes.filter(query_index__in=[groups.indexes[place] for place in positions(tasks)])
    links = page_links(
        number=filters.page,
        size=TASKS_PER_PAGE,
        total=outcomes.count(),
        query=lambda page: filters.query(page=page),
    )
    start = (links.number - 1) * TASKS_PER_PAGE
    shown = TaskFilters(version=filters.version, evaluator=filters.evaluator)
    header = header_of(entry, viewer)
    standings = standings_of(entry, viewer)
    integrity = entry_integrity(entry, public_id)
    losses = entry_losses(entry, run, dimensions, filters)
    return EntryPage(
        header=header,
        scores=_tiles(entry, HEADLINES),
        categories=_tiles(entry, CATEGORIES),
        dimensions=[_dimension_line(text, evaluation.summary, filters) for text in dimensions],
        tasks=task_lines(
            ShownTasks(
                public_id=public_id,
                version_id=entry.dataset_version_id,
                version=carried_to(entry),
                scored_by=entry.evaluator_version,
                dimensions=dimensions,
                evaluator_version=filters.evaluator,
                places={index: place for place, index in enumerate(groups.indexes)},
                usage=None if run is None else run.usage,
            ),
            list(outcomes[start : start + TASKS_PER_PAGE]),
        ),
        links=links,
        filters=filters,
        kinds=_choices(filters, "kind", [(kind, kind) for kind in KINDS]),
        failed_choices=_choices(filters, "failed", [(text.key, text.label) for text in dimensions]),
        perfect_choices=_choices(filters, "perfect", [(word, word) for word in PERFECT]),
        group_choices=_choices(filters, "group", groups.names()),
        is_filtered=filters != shown.with_(page=filters.page),
        all_query=shown.query(),
        etag=_etag(header, filters.query(page=links.number), standings, integrity.key, losses),
        summary=evaluation.summary,
        standings=standings,
        integrity=integrity,
        losses=losses,
        alone_choices=_choices(filters, "alone", _alone_named(dimensions)),
    )


def _alone_named(texts: Sequence[DimensionText]) -> Sequence[tuple[str, str]]:
    return [(ANY, "one dimension"), *((str(text.key), text.label) for text in texts if text.is_judged)]


def entry_row(
    public_id: str, viewer: Viewer, *, version: str = "", evaluator_version: str = ""
) -> LeaderboardEntry:
    """The entry under the default evaluator, or under the newest one that scored the submission.

    Args:
        public_id: Of the submission.
        viewer: Who asks.
        version: Name of the dataset version; "" for the one that the submission was made for.
        evaluator_version: Whose scores; "" for those named above.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    board = LeaderboardEntry.objects.filter(
        dataset_version=OuterRef("dataset_version"), evaluator_version=OuterRef("evaluator_version")
    ).order_by()
    equals = board.filter(rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
    ranked = board.filter(rank__isnull=False).values("dataset_version").annotate(count=Count("pk"))
    entries = (
        LeaderboardEntry.objects.visible_to(viewer)
        .filter(evaluation__submission__public_id=public_id)
        .annotate(
            is_shared=Exists(equals),
            ranked_count=Coalesce(Subquery(ranked.values("count")), 0),
            **noticed_in_public(),
            is_own=is_own(viewer, "evaluation__submission__"),
            version_name=F("dataset_version__name"),
            own_version_name=F("evaluation__submission__dataset_version__name"),
            track=F("dataset_version__track"),
        )
        .select_related("evaluation__submission")
        .order_by("-pk")
    )
    asked = Q(version_name=version) if version else Q(version_name=F("own_version_name"))
    if evaluator_version:
        asked &= Q(evaluator_version=evaluator_version)
    found = default_first(entries.filter(asked))
    if not found:
        raise NotFoundError
    return found[0]


def _outcomes(evaluation: Evaluation, filters: TaskFilters) -> Any:
    rows = TaskOutcome.objects.filter(evaluation=evaluation).order_by("query_index")
    if filters.kind or filters.text:
        is_feasible = {"feasible": True, "infeasible": False}.get(filters.kind)
        indexes = task_indexes(evaluation.dataset_version_id, is_feasible=is_feasible, text=filters.text)
        rows = rows.filter(query_index__in=indexes)
    if filters.failed:
        rows = rows.filter(**{f"{filters.failed}__lt": 1})
    if filters.perfect:
        rows = rows.filter(is_perfect=filters.perfect == "yes")
    return rows


def header_of(entry: LeaderboardEntry, viewer: Viewer) -> EntryHeader:
    """Who and what an entry is, and what the viewer may do with it; `entry` comes from `entry_row`."""
    facts: Any = entry  # with what `entry_row` annotates
    evaluation = entry.evaluation
    submission = evaluation.submission
    is_mine = facts.is_own
    identity = identity_of(submission, is_own=is_mine, is_staff=moderates(viewer))
    return EntryHeader(
        public_id=submission.public_id,
        display_name=identity.display_name,
        label=identity.label,
        model_name=identity.model_name,
        organisation=identity.organisation,
        description=identity.description,
        division=submission.division,
        open_weights=submission.open_weights,
        visibility=submission.visibility,
        is_hidden=identity.is_hidden,
        anonymous_until=(
            submission.anonymous_until if submission.visibility == Visibility.ANONYMOUS else None
        ),
        withdrawn_at=submission.withdrawn_at,
        withdrawal_reason=identity.withdrawal_reason,
        superseded_at=submission.superseded_at,
        unranked_by=submission.unranked_by,
        is_held=entry.unranked_reason == Unranked.HELD,
        is_documented=identity.is_documented,
        has_plans=plans_are_public(submission),
        is_mine=is_mine,
        can_publish=is_mine and not submission.is_public,
        can_withdraw=is_mine and submission.is_public,
        rank=entry.rank,
        is_shared_rank=facts.is_shared,
        ranked_count=facts.ranked_count,
        unranked_reason=UNRANKED[entry.unranked_reason],
        version_name=facts.version_name,
        track=facts.track,
        evaluator_version=entry.evaluator_version,
        received_at=submission.received_at,
        scored_at=evaluation.finished_at,
        missing_tasks=evaluation.missing_tasks,
        error_tasks=int(evaluation.summary.get("n_error", 0)),
        status_url=submission_url(submission.public_id) if is_mine else "",
        bundle_sha256=evaluation.bundle_sha256,
        release_digest=evaluation.release_digest,
        results_digest=evaluation.results_digest,
    )


def _tiles(entry: LeaderboardEntry, keys: Sequence[str]) -> Sequence[ScoreTile]:
    summary = entry.evaluation.summary
    return [tile_of(entry, COLUMN_OF[key], summary.get(_COUNTED.get(key, ""))) for key in keys]


def _dimension_line(text: DimensionText, summary: Mapping[str, Any], filters: TaskFilters) -> DimensionLine:
    mean = summary.get(text.key)
    rate = summary.get("failure_rates", {}).get(text.key)
    count = summary.get("n_scored", {}).get(text.key, 0)
    failed = round((rate or 0) * count)
    return DimensionLine(
        key=text.key,
        label=text.label,
        summary=text.summary,
        paper=text.paper,
        mean_text=display.percent(mean),
        failure_rate_text=display.percent(rate),
        failed_count=failed,
        n=count,
        bar=None if mean is None else round(100 * mean, 2),
        failing_query=filters.query(failed=text.key, page=1) if failed else "",
    )


def carried_to(entry: Any) -> str:
    """The version that a link to the entry has to name; "" for the one that the submission was made for."""
    return "" if entry.version_name == entry.own_version_name else str(entry.version_name)


def _choices(filters: TaskFilters, name: str, values: Sequence[tuple[str, str]]) -> Sequence[Choice]:
    now = getattr(filters, name)
    return [
        Choice(
            value=value,
            label=label,
            query=filters.with_(page=1).query(**{name: value}),
            is_selected=value == now,
        )
        for value, label in (("", ALL), *values)
    ]


def _etag(header: EntryHeader, *shown_with_it: object) -> str:
    """Names what one reader gets: all that does not follow from the results, whose digest the header has."""
    return hashlib.sha256(repr((header, shown_with_it)).encode()).hexdigest()[:32]
