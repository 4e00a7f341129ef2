"""Carrying a board over: what was rehearsed is evaluated for good once the candidate is published."""

from __future__ import annotations

import logging
from typing import Final

from django.db.models import QuerySet

from kb_browser.selectors import VersionFacts, dataset_version_of, dataset_versions
from scoring.models import Evaluation, Rehearsal
from scoring.rehearsal_states import RehearsalOutcome, RehearsedOutcome
from scoring.selectors.rehearsals import scored_on
from scoring.services.queueing import evaluation_start
from scoring.tracks import DEFAULT

logger = logging.getLogger(__name__)

CARRIED_PER_SWEEP: Final = 100


def rehearsals_carry_over() -> int:
    """Queue what a published version takes over from the one before it; the sweep of evaluations rings.

    A version takes over the board of its predecessor if that was rehearsed under the current rules. A version
    that was not rehearsed begins with an empty board, because its tasks may be quite different ones.

    Returns:
        How many evaluations were queued.
    """
    names = {(version.track, version.name): version for version in dataset_versions()}
    successor_of = {
        version.pk: names[version.track, version.superseded_by].pk
        for version in names.values()
        # Boards of versions that were superseded in their turn are history.
        if version.superseded_by and not names[version.track, version.superseded_by].superseded_by
    }
    reported = Rehearsal.objects.filter(
        outcome=RehearsalOutcome.REPORTED,
        baseline_version__in=successor_of,
        candidate_evaluator=DEFAULT,
    ).defer("report")
    return sum(
        _carry_over(rehearsal)
        for rehearsal in reported
        if successor_of[rehearsal.baseline_version_id] == rehearsal.candidate_version_id
    )


def _carry_over(rehearsal: Rehearsal) -> int:
    candidate = dataset_version_of(rehearsal.candidate_version_id)
    if candidate.digest != rehearsal.candidate_digest:
        return 0
    wanted = list(_wanted(rehearsal, candidate).values_list("submission", flat=True)[:CARRIED_PER_SWEEP])
    for submission_id in wanted:
        evaluation_start(submission_id, rehearsal.candidate_evaluator, version=candidate)
    if wanted:
        logger.info("board carried over", extra={"rehearsal_id": rehearsal.pk, "count": len(wanted)})
    return len(wanted)


def _wanted(rehearsal: Rehearsal, candidate: VersionFacts) -> QuerySet[Evaluation]:
    """Results of the old board whose submissions have no evaluation on the new one."""
    there = Evaluation.objects.filter(
        dataset_version=candidate.pk, evaluator_version=rehearsal.candidate_evaluator
    )
    old = scored_on(rehearsal.baseline_version_id, rehearsal.baseline_evaluator)
    old = old.exclude(submission__in=there.values("submission"))
    if dataset_version_of(rehearsal.baseline_version_id).task_count == candidate.task_count:
        # Every bundle fits. What was scored after the rehearsal is carried over like the rest.
        return old
    fitting = rehearsal.evaluations.filter(outcome=RehearsedOutcome.SCORED)
    return old.filter(submission__in=fitting.values("submission"))
