"""Checking an upload: every line is read, every finding is kept, and the outcome is one of three."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC
from functools import partial
from threading import Event
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import Now

from kb_browser.selectors import dataset_load, task_file_sha256, task_requests
from scoring.engine.intake import Asked, Mode, Report, TaskSet
from scoring.engine.model import Finding
from scoring.tracks import intake_of
from submissions import storage
from submissions.limits import limits_for
from submissions.models import Submission, SubmissionFinding
from submissions.services.concluding import concluded
from submissions.services.ledger import quota_charge, quota_give_back
from submissions.services.notices import notice_put
from submissions.services.wishes import wish_grant
from submissions.states import (
    CONFIRM_WITHIN,
    DEADLINES,
    CancelledBy,
    Kind,
    NoticeKind,
    Outcome,
    Purpose,
    QuotaKind,
    QuotaReason,
    State,
    sources,
)
from trek_site.accounts.services import account_lock
from trek_site.shared.jobs import Job, enqueue_on_commit
from trek_site.shared.leased_work import LeaseLostError, carry_out, give_up, ring_left_behind
from trek_site.shared.leases import Claim, held, release, seconds_from_now
from trek_site.shared.logs import bound
from trek_site.shared.memory import memory_bounded

logger = logging.getLogger(__name__)

# Integers beyond this do not fit a column; such a task number is stored as unknown, the message shows it.
_BIGGEST: Final = 2**63 - 1


def submission_check(submission_id: int) -> None:
    """Read an upload to its end and store the report; may run twice and beside itself.

    A valid one is passed on by naming the job that scores it. Returns quietly when there is nothing to do:
    somebody else has the row, or it was checked already.
    """
    mine = Submission.objects.in_line().claim(submission_id, **_begun())
    if mine is None:
        logger.info("nothing to check", extra={"submission_id": submission_id})
    else:
        _carry_out(mine)


def submission_check_next() -> bool:
    """Read and report on the upload whose turn it is, as `submission_check` does.

    Returns:
        Whether there was one.
    """
    mine = Submission.objects.in_line().claim_next(**_begun())
    if mine is None:
        logger.info("nothing to check")
        return False
    _carry_out(mine)
    return True


def submissions_sweep() -> int:
    """End what cannot be ended otherwise, then ring for what was left behind.

    Returns:
        How many rows were rung for or ended.
    """
    unfinished = Submission.objects.unfinished()
    ended = give_up(unfinished, _fail) + _cancel_unconfirmed()
    return ended + ring_left_behind(unfinished, Job.CHECK_SUBMISSION, id_name="submission_id")


def _cancel_unconfirmed() -> int:
    """Cancel what nobody confirmed in time; the check was made, so that its quota stays used."""
    late = Submission.objects.unconfirmed().filter(
        state_at__lt=seconds_from_now(-CONFIRM_WITHIN.total_seconds())
    )
    return late.update(state=State.CANCELLED, cancelled_by=CancelledBy.DEADLINE, state_at=Now())


def _begun() -> dict[str, Any]:
    """What a claim sets besides the lease; only the first attempt is a new state and starts the clock."""
    deadline_at = seconds_from_now(DEADLINES[State.CHECKING].total_seconds())
    return {
        "state_at": Case(When(state=State.RECEIVED, then=Now()), default=F("state_at")),
        "deadline_at": Case(When(state=State.RECEIVED, then=deadline_at), default=F("deadline_at")),
        "state": State.CHECKING,
    }


def _carry_out(mine: Claim) -> None:
    with bound(submission_id=mine.pk):
        logger.info("check started", extra={"attempt": mine.attempt})
        fail = partial(_fail, held(_in_check(), mine))
        carry_out(_in_check(), mine, partial(_check_bounded, mine), fail=fail)


def _in_check() -> QuerySet[Submission]:
    return Submission.objects.filter(state=State.CHECKING)


def _check_bounded(mine: Claim, lost: Event) -> None:
    with memory_bounded():
        _check(mine, lost)


def _check(mine: Claim, lost: Event) -> None:
    submission = Submission.objects.select_related("dataset_version", "owner").get(pk=mine.pk)
    storage.stored_verify(submission.file_sha256)
    version = submission.dataset_version
    with storage.stored_opened(submission.file_sha256) as stream:
        report = intake_of(version.track).read_bundle(
            stream,
            Asked(
                file_name=submission.file_name,
                tasks=TaskSet.of(
                    version.track,
                    version.task_count,
                    file_sha256=task_file_sha256(version.pk),
                    requests=task_requests(version.pk),
                ),
                today=submission.received_at.astimezone(UTC).date(),
                mode=_mode_of(submission),
                manifest=submission.manifest or None,
                dataset=dataset_load(version.digest),
                is_out_of_time=_out_of_time(limits_for(version.track).check_seconds),
                checkpoint=partial(_stop_if, lost),
            ),
        )
    _finish(mine, submission, report)


def _mode_of(submission: Submission) -> Mode:
    if submission.purpose == Purpose.CHECK:
        return Mode.CHECK
    # What was received before there were manifests is read without one.
    has_none = not submission.manifest and submission.kind != Kind.ZIP
    return Mode.RECORDS if has_none else Mode.ENTRY


def _out_of_time(seconds: float) -> Callable[[], bool]:
    """Whether this thread has worked for so long: nobody's upload is refused because a machine is busy."""
    begun = time.thread_time()
    return lambda: time.thread_time() - begun > seconds


def _stop_if(lost: Event) -> None:
    if lost.is_set():
        raise LeaseLostError


def _finish(mine: Claim, submission: Submission, report: Report) -> None:
    """Store outcome and findings in one transaction, fenced by the claim."""
    with transaction.atomic():
        # The row before the account, as everywhere; the fence is asked again by the write itself.
        if not held(_in_check(), mine).select_for_update(no_key=True).exists():
            raise LeaseLostError
        account_lock(submission.owner_id)
        conclusion = concluded(submission, report)
        is_mine = release(
            _in_check(),
            mine,
            state=State.CHECKED,
            outcome=conclusion.outcome,
            state_at=Now(),
            deadline_at=None,
            **conclusion.columns,
        )
        if not is_mine:
            raise LeaseLostError
        rows = [_finding_row(mine.pk, place, one) for place, one in enumerate(conclusion.findings)]
        SubmissionFinding.objects.bulk_create(rows, batch_size=500)
        if submission.purpose == Purpose.ENTRY:
            _go_on(submission.pk, conclusion.outcome)
    logger.info(
        "check finished", extra={"outcome": conclusion.outcome.value, "findings": sum(report.totals.values())}
    )


def _go_on(submission_id: int, outcome: Outcome) -> None:
    """What follows for an entry: refused, waiting for its owner, or passed on."""
    submission = Submission.objects.select_related("dataset_version").get(pk=submission_id)
    if outcome == Outcome.INVALID:
        _count_as_invalid(submission)
        notice_put(submission_id, NoticeKind.INVALID)
    elif outcome == Outcome.NEEDS_CONFIRMATION:
        notice_put(submission_id, NoticeKind.NEEDS_CONFIRMATION)
    elif outcome == Outcome.VALID:
        wish_grant(submission)
        enqueue_on_commit(Job.EVALUATE_SUBMISSION, submission_id=submission_id)


def _count_as_invalid(submission: Submission) -> None:
    """A refused upload brought no entry: it counts against the higher cap on these, and nowhere else."""
    quota_give_back([submission.pk], QuotaReason.REFUSED)
    quota_charge(submission, QuotaKind.INVALID, QuotaReason.REFUSED)


def _fail(rows: QuerySet[Submission], failure_id: str) -> int:
    """End rows as our fault, with quota and label given back."""
    with transaction.atomic():
        failing = rows.filter(state__in=sources(State.FAILED))
        pks = list(failing.select_for_update(no_key=True).values_list("pk", flat=True))
        ended = failing.filter(pk__in=pks).update(
            state=State.FAILED,
            state_at=Now(),
            deadline_at=None,
            lease_token=None,
            lease_until=None,
            failure_id=failure_id,
        )
        quota_give_back(pks, QuotaReason.OUR_FAULT)
        for pk in pks:
            notice_put(pk, NoticeKind.FAILED)
    return ended


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
        file=finding.file,
        message=finding.message,
        hint=finding.hint,
    )
