"""Evidence about one answer, for whoever may see the plan; and the request, for all who see the task."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kb_browser.selectors import dataset_load
from scoring.engine.errors import DatasetError
from scoring.engine.model import TaskId
from scoring.evidence_page import EvidenceTable, TextPiece
from scoring.evidence_tables import Linked, evidence_tables, pieces
from scoring.links import record_url
from scoring.models import Evaluation, TaskOutcome
from scoring.pages import EntryHeader
from scoring.route_page import RoutePart
from scoring.route_part import route_part
from scoring.selectors.bundles import gold_record, record_of
from scoring.timeline_page import TimelinePart
from scoring.timeline_part import timeline_part
from scoring.tracks import evaluator
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.evidence import Evidence, request_pieces
from submissions.selectors import StoredBytesError, Viewer, moderates

logger = logging.getLogger(__name__)

AWAY: Final = "The plan cannot be read at the moment, so only the stored verdicts are shown."


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEvidence:
    """What a task's page shows beside the stored outcomes.

    Attributes:
        request: The request in pieces; one piece where its constraints are not known.
        tables: By dimension; empty for a reader who may not see the plan.
        note: Why there are none although the reader may see the plan; "" otherwise.
    """

    request: Sequence[TextPiece]
    tables: Mapping[str, EvidenceTable]
    timeline: TimelinePart | None = None
    route: RoutePart | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Whether the gold is to be shown beside the plan, and the page's address with and without it."""

    is_asked: bool
    with_url: str
    without_url: str


def task_evidence(
    evaluation: Evaluation,
    outcome: TaskOutcome,
    header: EntryHeader,
    viewer: Viewer,
    *,
    query: str,
    beside: Beside,
) -> TaskEvidence:
    """For one task of an entry; the plan is read for those only who may see it.

    Args:
        evaluation: Whose; with its submission.
        outcome: Of the task, as it was stored.
        header: Of the entry, made for this viewer.
        viewer: Who asks.
        query: The request.
        beside: What is to be shown beside the plan.
    """
    may_see = header.has_plans or header.is_mine or moderates(viewer)
    dataset = _dataset(evaluation.release_digest, outcome.query_index)
    plain = (TextPiece(text=query, kind=""),)
    if dataset is None:
        note = AWAY if may_see and evaluation.release_digest else ""
        return TaskEvidence(request=plain, tables={}, note=note)
    request = pieces(request_pieces(dataset.tasks[outcome.query_index]))
    if not may_see:
        return TaskEvidence(request=request, tables={})
    evidence = _evidence(evaluation, outcome, dataset)
    if evidence is None:
        return TaskEvidence(request=request, tables={}, note=AWAY)
    # An infeasible task's gold is a refusal, which has no days.
    has_gold = not dataset.tasks[outcome.query_index].is_impossible
    gold = _gold(evaluation, outcome.query_index, dataset) if has_gold and beside.is_asked else None
    url = beside.with_url if gold is None else beside.without_url
    linked = partial(record_url, header.version_name)
    return TaskEvidence(
        request=request,
        tables=evidence_tables(evidence, linked),
        timeline=_timeline(evidence, gold, gold_url=url if has_gold else "", linked=linked),
        route=_route(evidence, gold, linked=linked),
    )


def _timeline(
    evidence: Evidence, gold: Evidence | None, *, gold_url: str, linked: Linked
) -> TimelinePart | None:
    """The plan's days; None where it has none."""
    plan = evidence.timeline
    if plan is None or not plan.days.rows:
        return None
    return timeline_part(plan, gold.timeline if gold else None, gold_url=gold_url, linked=linked)


def _route(evidence: Evidence, gold: Evidence | None, *, linked: Linked) -> RoutePart | None:
    """The plan's ways; None where it has none that are known."""
    if evidence.route is None:
        return None
    return route_part(evidence.route, gold.route if gold else None, linked=linked)


def _gold(evaluation: Evaluation, query_index: int, dataset: TrekDataset) -> Evidence | None:
    try:
        record = gold_record(evaluation.release_digest, query_index)
    except OSError:
        logger.warning("gold not read", extra={"digest": evaluation.release_digest})
        return None
    track = evaluator(evaluation.evaluator_version)
    return None if record is None else track.evidence(dataset, TaskId(query_index), record)


def _dataset(digest: str, query_index: int) -> TrekDataset | None:
    """The release that was scored against, held once per process; None where it is not there now."""
    if not digest:
        return None
    try:
        dataset = dataset_load(digest)
    except (DatasetError, OSError):
        logger.warning("release not read", extra={"digest": digest})
        return None
    return dataset if query_index < len(dataset.tasks) else None


def _evidence(evaluation: Evaluation, outcome: TaskOutcome, dataset: TrekDataset) -> Evidence | None:
    """What the evaluator finds in the record now; None where that is not what was stored."""
    try:
        found = record_of(evaluation.submission_id, len(dataset.tasks), outcome.query_index)
    except (StoredBytesError, OSError):
        logger.warning("bundle not read", extra={"submission_id": evaluation.submission_id})
        return None
    if found is None:
        return None
    track = evaluator(evaluation.evaluator_version)
    evidence = track.evidence(dataset, TaskId(outcome.query_index), found.record)
    stored = {key: getattr(outcome, key) for key in evidence.result.scores}
    if stored != dict(evidence.result.scores):
        logger.error("evidence differs from the stored verdicts", extra={"evaluation_id": evaluation.pk})
        return None
    return evidence
