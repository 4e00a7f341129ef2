"""What curators ask for: a rehearsal of a board, and its end before the report."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from kb_browser.selectors import VersionFacts, dataset_version_of
from scoring.models import Rehearsal, RehearsedEvaluation
from scoring.rehearsal_states import REHEARSAL_DEADLINE, RehearsalOutcome, RehearsedOutcome
from scoring.selectors.rehearsals import scored_on
from scoring.services.leased import end
from scoring.services.rehearsing import rehearsals_ring
from scoring.states import DEADLINES, State
from scoring.tracks import evaluator
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError, UnprocessableError
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardKey:
    """A board that is, or that would be: data and rules."""

    version_id: int
    evaluator_version: str


def rehearsal_start(*, baseline: BoardKey, candidate: BoardKey, actor: User | None = None) -> int:
    """Queue every submission of a board for an evaluation under a candidate, and nudge the workers.

    Args:
        baseline: A board with results.
        candidate: Other data of the same track, drafts included, or other rules, or both.
        actor: Who asks; None at the command line.

    Returns:
        The rehearsal's primary key.

    Raises:
        PermissionRefusedError: The actor may not do this.
        UnprocessableError: There is nothing to compare.
        ConflictError: The same rehearsal is under way.
    """
    _allowed(actor)
    of, to = dataset_version_of(baseline.version_id), dataset_version_of(candidate.version_id)
    _comparable(baseline, candidate, of, to)
    try:
        with transaction.atomic():
            rehearsal = _create(baseline, candidate, to, actor)
            audit(
                actor, "rehearsal.started", object_type="rehearsal", object_id=str(rehearsal.pk),
                baseline=[of.name, baseline.evaluator_version],
                candidate=[to.name, candidate.evaluator_version],
            )  # fmt: skip
    except IntegrityError as fault:
        raise ConflictError("The same rehearsal is under way.") from fault
    transaction.on_commit(rehearsals_ring)
    logger.info("rehearsal started", extra={"rehearsal_id": rehearsal.pk})
    return rehearsal.pk


def rehearsal_cancel(rehearsal_id: int, *, actor: User | None = None) -> None:
    """End a rehearsal without a report; cancelling it twice changes nothing.

    What has ended in it stays. What waits will not be begun, and a worker that is at an evaluation, or at the
    report, can no longer write and stops.

    Args:
        rehearsal_id: Which one.
        actor: Who asks; None at the command line.

    Raises:
        PermissionRefusedError: The actor may not do this.
        NotFoundError: There is none.
        ConflictError: It has ended otherwise.
    """
    _allowed(actor)
    with transaction.atomic():
        if not end(Rehearsal.objects.filter(pk=rehearsal_id), outcome=RehearsalOutcome.CANCELLED):
            _refuse_unless_cancelled(rehearsal_id)
            return
        rows = RehearsedEvaluation.objects.filter(rehearsal=rehearsal_id)
        ended = end(rows, outcome=RehearsedOutcome.CANCELLED)
        audit(
            actor,
            "rehearsal.cancelled",
            object_type="rehearsal",
            object_id=str(rehearsal_id),
            unfinished=ended,
        )
    logger.info("rehearsal cancelled", extra={"rehearsal_id": rehearsal_id, "count": ended})


def _allowed(actor: User | None) -> None:
    if actor is not None and not actor.has_perm("scoring.add_rehearsal"):
        raise PermissionRefusedError("You may not rehearse dataset versions.")


def _refuse_unless_cancelled(rehearsal_id: int) -> None:
    found = Rehearsal.objects.filter(pk=rehearsal_id).values_list("outcome", flat=True).first()
    if found is None:
        raise NotFoundError("There is no such rehearsal.")
    if found != RehearsalOutcome.CANCELLED:
        raise ConflictError("The rehearsal has ended already.")


def _comparable(baseline: BoardKey, candidate: BoardKey, of: VersionFacts, to: VersionFacts) -> None:
    if baseline == candidate:
        raise UnprocessableError("The candidate is the baseline itself.")
    if of.track != to.track:
        raise UnprocessableError("The candidate belongs to another track.")
    for key in (baseline, candidate):
        try:
            evaluator(key.evaluator_version)
        except LookupError as fault:
            raise UnprocessableError(f"There is no evaluator {key.evaluator_version}.") from fault


def _create(baseline: BoardKey, candidate: BoardKey, to: VersionFacts, actor: User | None) -> Rehearsal:
    rehearsal = Rehearsal.objects.create(
        baseline_version_id=baseline.version_id,
        baseline_evaluator=baseline.evaluator_version,
        candidate_version_id=candidate.version_id,
        candidate_evaluator=candidate.evaluator_version,
        candidate_digest=to.digest,
        requested_by=actor,
        state=State.RUNNING,
        created_at=Now(),
        deadline_at=seconds_from_now(REHEARSAL_DEADLINE.total_seconds()),
    )
    deadline_at = seconds_from_now(DEADLINES[State.QUEUED].total_seconds())
    scored = scored_on(baseline.version_id, baseline.evaluator_version).values_list("pk", "submission")
    rows = [
        RehearsedEvaluation(
            rehearsal=rehearsal, submission_id=submission, baseline_id=pk, deadline_at=deadline_at
        )
        for pk, submission in scored
    ]
    if not rows:
        raise UnprocessableError("The baseline has no results to compare with.")
    RehearsedEvaluation.objects.bulk_create(rows, batch_size=500)
    return rehearsal
