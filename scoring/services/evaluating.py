"""Evaluating: one submission against one dataset version by one evaluator, exactly once."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from functools import partial
from threading import Event
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Now

from kb_browser.selectors import dataset_version_of
from scoring.columns import figures_of, intervals_of
from scoring.engine.intake import Observer
from scoring.engine.integrity import IntegrityReport
from scoring.engine.model import TaskResult
from scoring.models import Evaluation, LeaderboardEntry, TaskOutcome
from scoring.services.boards import superseded_by
from scoring.services.integrity import findings_store, print_store, watch_for
from scoring.services.judging import Evaluated, EvaluationImpossibleError, judged
from scoring.services.leased import begun, end, fail, finish, running, until_lost
from scoring.services.queueing import evaluation_start, evaluations_adopt
from scoring.services.ranking import boards_lock, boards_of, boards_refresh
from scoring.services.receipts import receipt_store
from scoring.services.sheets import sheet_store
from scoring.states import UNFINISHED, Outcome
from scoring.storable import outcome_row, storable
from submissions.selectors import scorables
from submissions.services import notice_put, quota_give_back
from submissions.states import NoticeKind, QuotaReason
from trek_site.shared.jobs import Job
from trek_site.shared.leased_work import carry_out, give_up, ring_left_behind
from trek_site.shared.leases import Claim, held
from trek_site.shared.logs import bound
from trek_site.shared.memory import memory_bounded

logger = logging.getLogger(__name__)

PROGRESS_EVERY_S: Final = 1.0


def submission_evaluate(submission_id: int) -> None:
    """Score a submission by every evaluator that it is queued for, the default one at least.

    May run twice and beside itself. Returns quietly when the submission may not be scored.
    """
    if evaluation_start(submission_id) is None:
        return
    unfinished = Evaluation.objects.unfinished().filter(submission=submission_id)
    for pk in list(unfinished.order_by("pk").values_list("pk", flat=True)):
        evaluation_run(pk)


def evaluation_run(evaluation_id: int) -> None:
    """Carry out a queued evaluation; may run twice and beside itself, and only one writes.

    Returns quietly when somebody else has it or it is finished.
    """
    mine = Evaluation.objects.in_line().claim(evaluation_id, **_begun())
    if mine is None:
        logger.info("nothing to run", extra={"evaluation_id": evaluation_id})
    else:
        _carry_out(mine)


def evaluation_run_next() -> bool:
    """Carry out the evaluation whose turn it is, as `evaluation_run` does.

    Returns:
        Whether there was one.
    """
    # A valid submission is in line from now on, whether or not its own message was read yet.
    evaluations_adopt()
    mine = Evaluation.objects.in_line().claim_next(**_begun())
    if mine is None:
        logger.info("nothing to run")
        return False
    _carry_out(mine)
    return True


def evaluation_verify(evaluation_id: int) -> bool:
    """Score a finished evaluation again and compare the digests; writes nothing.

    Returns:
        Whether the same bytes came out.

    Raises:
        EvaluationImpossibleError: It was not scored, or its bundle can no longer be read.
    """
    evaluation = Evaluation.objects.filter(pk=evaluation_id, outcome=Outcome.SCORED).first()
    if evaluation is None:
        raise EvaluationImpossibleError("not scored")
    again = _evaluated(evaluation, lambda results: results)
    is_same = again.results_digest == evaluation.results_digest
    if not is_same:
        logger.error("evaluation not reproduced", extra={"evaluation_id": evaluation_id})
    return is_same


def evaluations_sweep() -> int:
    """End what cannot be ended otherwise, adopt valid submissions that nobody was told of, ring for the rest.

    Returns:
        How many rows were rung for, adopted or ended.
    """
    unfinished = Evaluation.objects.unfinished()
    ended = give_up(unfinished, _fail)
    adopted = evaluations_adopt()
    rung = ring_left_behind(
        unfinished, Job.EVALUATE_SUBMISSION, id_name="submission_id", id_column="submission_id"
    )
    return ended + adopted + rung


def _begun() -> dict[str, Any]:
    return {**begun(), "started_at": Coalesce("started_at", Now()), "tasks_done": 0}


def _carry_out(mine: Claim) -> None:
    rows = Evaluation.objects.all()
    with bound(evaluation_id=mine.pk):
        logger.info("evaluation started", extra={"attempt": mine.attempt})
        carry_out(running(rows), mine, partial(_run_bounded, mine), fail=partial(_fail, held(rows, mine)))


def _run_bounded(mine: Claim, lost: Event) -> None:
    with memory_bounded():
        _run(mine, lost)


def _run(mine: Claim, lost: Event) -> None:
    evaluation = Evaluation.objects.get(pk=mine.pk)
    watch = watch_for(evaluation.pk, dataset_version_of(evaluation.dataset_version_id))
    evaluated = _evaluated(evaluation, partial(_with_progress, mine=mine, lost=lost), observer=watch.see)
    _finish(mine, evaluation, evaluated, watch.report())


def _evaluated(evaluation: Evaluation, watched: Any, *, observer: Observer | None = None) -> Evaluated:
    """Score what the evaluation names. No row is written; for the other arguments see `judged`."""
    return judged(
        evaluation.submission_id,
        dataset_version_of(evaluation.dataset_version_id),
        evaluation.evaluator_version,
        watched,
        observer=observer,
    )


def _with_progress(results: Iterator[TaskResult], *, mine: Claim, lost: Event) -> Iterator[TaskResult]:
    """Pass results on, writing now and then how many there were; stop once the lease is lost."""
    written = time.monotonic()
    for done, result in enumerate(until_lost(results, lost), start=1):
        yield result
        if time.monotonic() - written > PROGRESS_EVERY_S:
            written = time.monotonic()
            held(Evaluation.objects.all(), mine).update(tasks_done=done)


def _finish(mine: Claim, evaluation: Evaluation, evaluated: Evaluated, noticed: IntegrityReport) -> None:
    """Store state, results, findings, entry and ranks in one transaction, fenced by the claim."""
    rows = [outcome_row(mine.pk, result) for result in evaluated.results]
    with transaction.atomic():
        finish(
            Evaluation.objects.all(),
            mine,
            outcome=Outcome.SCORED,
            tasks_done=len(evaluated.results),
            tasks_total=len(evaluated.results),
            bundle_sha256=evaluated.bundle_sha256,
            release_digest=evaluated.release_digest,
            results_digest=evaluated.results_digest,
            summary=storable(evaluated.scores.summary),
        )
        TaskOutcome.objects.bulk_create(rows, batch_size=200)
        sheet_store(mine.pk, evaluated)
        receipt_store(mine.pk, evaluated.digests)
        LeaderboardEntry.objects.create(
            evaluation_id=mine.pk,
            dataset_version_id=evaluation.dataset_version_id,
            evaluator_version=evaluation.evaluator_version,
            intervals=intervals_of(evaluated.scores),
            **figures_of(evaluated.scores),
        )
        print_store(evaluation, noticed.prints)
        board = (evaluation.dataset_version_id, evaluation.evaluator_version)
        boards = {board} | superseded_by(evaluation.submission_id)
        boards_lock(boards | boards_of(evaluation.submission_id))
        findings_store(evaluation, noticed)
        notice_put(evaluation.submission_id, NoticeKind.SCORED)
        if any(one.holds for one in noticed.signals):
            notice_put(evaluation.submission_id, NoticeKind.INTEGRITY)
        # Of what is private nothing is told, and what is public already moves.
        boards_refresh(boards, is_changed=False)
    logger.info("evaluation finished", extra={"tasks": len(rows), "digest": evaluated.results_digest})


def _fail(rows: QuerySet[Evaluation], failure_id: str) -> int:
    """End rows as our fault. No entry is made: a failure of ours is no score and costs no quota.

    What may no longer be scored was cancelled meanwhile: its rows end so, and nobody is told of a failure.
    """
    with transaction.atomic():
        failing = rows.filter(state__in=UNFINISHED)
        found = dict(failing.select_for_update(no_key=True).values_list("pk", "submission"))
        wanted = {one.pk for one in scorables(among=set(found.values()))}
        cancelled = failing.filter(
            pk__in=[pk for pk, submission in found.items() if submission not in wanted]
        )
        ended = end(cancelled, outcome=Outcome.CANCELLED)
        ended += fail(failing.filter(pk__in=found), failure_id)
        # What was scored before has had its worth; another evaluator's failure gives nothing back.
        scored = Evaluation.objects.filter(submission__in=found.values(), outcome=Outcome.SCORED)
        unscored = wanted - set(scored.values_list("submission", flat=True))
        quota_give_back(unscored, QuotaReason.OUR_FAULT)
        for submission_id in sorted(unscored):
            notice_put(submission_id, NoticeKind.FAILED)
    return ended
