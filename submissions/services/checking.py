"""Checking an upload: every line is read, every finding is kept, and the outcome is one of three."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC
from functools import partial
from threading import Event
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import Now

from kb_browser.selectors import task_requests
from scoring.engine.intake import Mode, Report, TaskSet
from scoring.engine.model import Finding
from scoring.tracks import intake_of
from submissions import storage
from submissions.limits import limits_for
from submissions.models import Submission, SubmissionFinding
from submissions.states import DEADLINES, Outcome, State, sources
from trek_site.shared.jobs import Job, enqueue_on_commit
from trek_site.shared.leased_work import LeaseLostError, carry_out, give_up, ring_left_behind
from trek_site.shared.leases import Claim, claim, held, release, seconds_from_now
from trek_site.shared.logs import bound

logger = logging.getLogger(__name__)

# Integers beyond this do not fit a column; such a task number is stored as unknown, the message shows it.
_BIGGEST: Final = 2**63 - 1


def submission_check(submission_id: int) -> None:
    """Read an upload to its end and store the report; may run twice and beside itself.

    A valid one is passed on by naming the job that scores it. Returns quietly when there is nothing to do:
    somebody else has the row, or it was checked already.
    """
    begun = seconds_from_now(DEADLINES[State.CHECKING].total_seconds())
    with bound(submission_id=submission_id):
        mine = claim(
            Submission.objects.filter(pk=submission_id, state__in=sources(State.CHECKING)),
            lease_s=settings.TREK_LEASE_S,
            # Another attempt neither starts the clock again nor looks like a new state.
            state_at=Case(When(state=State.RECEIVED, then=Now()), default=F("state_at")),
            deadline_at=Case(When(state=State.RECEIVED, then=begun), default=F("deadline_at")),
            state=State.CHECKING,
        )
        if mine is None:
            logger.info("nothing to check")
            return
        logger.info("check started", extra={"attempt": mine.attempt})
        carry_out(_in_check(), mine, partial(_check, mine), fail=partial(_fail, held(_in_check(), mine)))


def submissions_sweep() -> int:
    """End what cannot be ended otherwise, then ring for what was left behind.

    Returns:
        How many rows were rung for or ended.
    """
    unfinished = Submission.objects.unfinished()
    ended = give_up(unfinished, _fail)
    return ended + ring_left_behind(unfinished, Job.CHECK_SUBMISSION, id_name="submission_id")


def _in_check() -> QuerySet[Submission]:
    return Submission.objects.filter(state=State.CHECKING)


def _check(mine: Claim, lost: Event) -> None:
    submission = Submission.objects.select_related("dataset_version").get(pk=mine.pk)
    storage.stored_verify(submission.file_sha256)
    version = submission.dataset_version
    with storage.stored_opened(submission.file_sha256) as stream:
        report = intake_of(version.track).read_bundle(
            stream,
            file_name=submission.file_name,
            tasks=TaskSet.of(
                version.track, version.task_count, requests=task_requests(submission.dataset_version_id)
            ),
            today=submission.received_at.astimezone(UTC).date(),
            mode=Mode.RECORDS,
            is_out_of_time=_out_of_time(limits_for(version.track).check_seconds),
            checkpoint=partial(_stop_if, lost),
        )
    _finish(mine, report)


def _out_of_time(seconds: float) -> Callable[[], bool]:
    """Whether this thread has worked for so long: nobody's upload is refused because a machine is busy."""
    begun = time.thread_time()
    return lambda: time.thread_time() - begun > seconds


def _stop_if(lost: Event) -> None:
    if lost.is_set():
        raise LeaseLostError


def _finish(mine: Claim, report: Report) -> None:
    """Store outcome and findings in one transaction, fenced by the claim."""
    outcome = Outcome(report.outcome.value)
    with transaction.atomic():
        is_mine = release(
            _in_check(),
            mine,
            state=State.CHECKED,
            outcome=outcome,
            state_at=Now(),
            deadline_at=None,
            content_sha256=report.file.content_sha256 or "",
            # The findings have rows of their own.
            counts={name: part for name, part in report.as_json().items() if name != "findings"},
        )
        if not is_mine:
            raise LeaseLostError
        rows = [_finding_row(mine.pk, place, finding) for place, finding in enumerate(report.kept)]
        SubmissionFinding.objects.bulk_create(rows, batch_size=500)
        if outcome == Outcome.VALID:
            enqueue_on_commit(Job.EVALUATE_SUBMISSION, submission_id=mine.pk)
    logger.info("check finished", extra={"outcome": outcome.value, "findings": sum(report.totals.values())})


def _fail(rows: QuerySet[Submission], failure_id: str) -> int:
    """End rows as our fault; the quota and the label are given back, since failed rows do not count."""
    return rows.filter(state__in=sources(State.FAILED)).update(
        state=State.FAILED,
        state_at=Now(),
        deadline_at=None,
        lease_token=None,
        lease_until=None,
        failure_id=failure_id,
    )


def _finding_row(submission_id: int, ordinal: int, finding: Finding) -> SubmissionFinding:
    task = finding.task
    return SubmissionFinding(
        submission_id=submission_id,
        ordinal=ordinal,
        code=finding.code,
        severity=finding.severity.value,
        stage=finding.stage,
        line=finding.line,
        column=finding.column,
        byte=finding.byte,
        task=task if task is not None and abs(task) <= _BIGGEST else None,
        pointer=finding.pointer,
        message=finding.message,
        hint=finding.hint,
    )
