"""Queueing: a row per submission, dataset version and evaluator, which is the right to be evaluated once."""

from __future__ import annotations

import logging
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Now

from kb_browser.selectors import VersionFacts, dataset_version_of
from scoring.models import Evaluation
from scoring.states import DEADLINES, State
from scoring.tracks import DEFAULT, evaluator
from submissions.selectors import Scorable, scorable_ids
from submissions.services import scorable_lock, scorables_lock
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

# More than wait at any one time, so that nobody's submission is missing when turns are taken.
ADOPTED_AT_ONCE: Final = 500


def evaluation_start(
    submission_id: int, evaluator_version: str = DEFAULT, *, version: VersionFacts | None = None
) -> int | None:
    """Queue a submission for an evaluator, once; whoever calls rings for it or runs it.

    Args:
        submission_id: What to score.
        evaluator_version: By whom.
        version: The data to judge by; None for those that the submission was made for.

    Returns:
        The evaluation's primary key, whether or not it was there already; None if the submission may not be
        scored.
    """
    with transaction.atomic():
        wanted = scorable_lock(submission_id)
        if wanted is None:
            logger.info("nothing to evaluate", extra={"submission_id": submission_id})
            return None
        evaluation, is_new = Evaluation.objects.get_or_create(
            submission_id=submission_id,
            dataset_version_id=wanted.version_id if version is None else version.pk,
            evaluator_version=evaluator(evaluator_version).evaluator_version,
            defaults=_queued(wanted, wanted.task_count if version is None else version.task_count),
        )
    if is_new:
        logger.info(
            "evaluation queued", extra={"submission_id": submission_id, "evaluation_id": evaluation.pk}
        )
    return evaluation.pk


def evaluations_adopt() -> int:
    """Queue what may be scored and was never queued, for the default evaluator.

    Returns:
        How many that were.
    """
    with transaction.atomic():
        # Another worker may be adopting the same ones, and their owners may be cancelling them.
        orphans = scorables_lock(besides=Evaluation.objects.values("submission"), count=ADOPTED_AT_ONCE)
        rows = [
            Evaluation(
                submission_id=orphan.pk,
                dataset_version_id=orphan.version_id,
                evaluator_version=evaluator(DEFAULT).evaluator_version,
                **_queued(orphan, orphan.task_count),
            )
            for orphan in orphans
        ]
        Evaluation.objects.bulk_create(rows)
    for orphan in orphans:
        logger.info("evaluation queued", extra={"submission_id": orphan.pk})
    return len(rows)


def evaluations_queue(evaluator_version: str) -> int:
    """Queue every submission that may be scored for an evaluator that has not scored it; the sweep rings.

    A submission that was carried over to another version is queued for that one, too.

    Returns:
        How many were queued.
    """
    by_this = Evaluation.objects.filter(evaluator_version=evaluator_version)
    own = F("submission__dataset_version")
    scored = by_this.filter(dataset_version=own).values("submission")
    wanted = scorable_ids(besides=scored, count=None)
    queued = sum(evaluation_start(pk, evaluator_version) is not None for pk in wanted)
    same = by_this.filter(submission=OuterRef("submission"), dataset_version=OuterRef("dataset_version"))
    carried = Evaluation.objects.exclude(dataset_version=own).exclude(Exists(same)).order_by("pk")
    for submission_id, version_id in set(carried.values_list("submission", "dataset_version")):
        evaluation_start(submission_id, evaluator_version, version=dataset_version_of(version_id))
        queued += 1
    return queued


def _queued(wanted: Scorable, task_count: int) -> dict[str, Any]:
    """The columns of a new row."""
    return {
        "party": wanted.party,
        "queued_at": Now(),
        "deadline_at": seconds_from_now(DEADLINES[State.QUEUED].total_seconds()),
        "tasks_total": task_count,
    }
