"""Leased rows that end once: how one is taken, how it ends well, and how it ends as our fault."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event
from typing import Any

from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import Now

from scoring.engine.model import TaskResult
from scoring.states import DEADLINES, UNFINISHED, Outcome, State
from trek_site.shared.leased_work import LeaseLostError
from trek_site.shared.leases import Claim, release, seconds_from_now


def begun() -> dict[str, Any]:
    """What a claim of an evaluation sets besides the lease; only the first attempt starts the clock."""
    deadline_at = seconds_from_now(DEADLINES[State.RUNNING].total_seconds())
    return {
        "deadline_at": Case(When(state=State.QUEUED, then=deadline_at), default=F("deadline_at")),
        "state": State.RUNNING,
    }


def running(rows: QuerySet[Any]) -> QuerySet[Any]:
    """Those of a kind that are being worked on."""
    return rows.filter(state=State.RUNNING)


def finish(rows: QuerySet[Any], mine: Claim, **columns: object) -> None:
    """End a claimed row with its outcome and what belongs to it, in one statement.

    Raises:
        LeaseLostError: The claim was lost; nothing was written.
    """
    is_mine = release(
        running(rows), mine, state=State.FINISHED, finished_at=Now(), deadline_at=None, **columns
    )
    if not is_mine:
        raise LeaseLostError


def fail(rows: QuerySet[Any], failure_id: str) -> int:
    """End rows as our fault: no score is made up, and whoever sees the row sees the id.

    Returns:
        How many were ended; those that had ended already stay as they are.
    """
    return end(rows, outcome=Outcome.FAILED, failure_id=failure_id)


def end(rows: QuerySet[Any], **columns: object) -> int:
    """End rows whoever holds them: a worker that is at one of them can no longer write.

    Returns:
        How many were ended.
    """
    return rows.filter(state__in=UNFINISHED).update(
        state=State.FINISHED,
        finished_at=Now(),
        deadline_at=None,
        lease_token=None,
        lease_until=None,
        **columns,
    )


def until_lost(results: Iterator[TaskResult], lost: Event) -> Iterator[TaskResult]:
    """Pass results on; stop once the lease is lost."""
    for result in results:
        yield result
        if lost.is_set():
            raise LeaseLostError
