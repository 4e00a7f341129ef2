"""Carrying out work on a leased row: what happens when it ends well, is lost, is disturbed, or is our bug.

Together with `trek_site.shared.leases` this is the whole life of a job: claim, work under a heartbeat, then
either one fenced write of the results, or the row given back for another attempt, or "our fault" with an id.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any, Final

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Now

from trek_site.shared.jobs import Job, ring
from trek_site.shared.leases import (
    MAX_ATTEMPTS,
    Claim,
    Heartbeat,
    due_for_ringing,
    extend,
    lease_is_free,
    release,
)

logger = logging.getLogger(__name__)

# What may go better next time, on another machine or in a minute: the database or the file store away, too
# little memory, too little time. Five attempts bound it like everything else.
PASSING_FAULTS: Final = (OperationalError, InterfaceError, OSError, MemoryError, SoftTimeLimitExceeded)

# A sweep rings for no more rows than this. It is the back-off: a long backlog is rung in turns, and messages
# never come in faster than the workers take them.
RINGS_PER_SWEEP: Final = 20
GIVEN_UP_PER_SWEEP: Final = 100


class LeaseLostError(Exception):
    """Somebody else has the row now; whatever this worker still wanted to write is void."""


def failure_id_new() -> str:
    """A short random id that a submitter can quote and an operator can find in the logs."""
    return f"E-{secrets.token_hex(5)}"


def carry_out(
    rows: QuerySet[Any], claim: Claim, work: Callable[[Event], None], *, fail: Callable[[str], object]
) -> None:
    """Do the work on a claimed row while a heartbeat keeps the lease.

    Args:
        rows: Where the row is found as long as it is being worked on.
        claim: The right to work on it.
        work: Does everything and writes its results fenced by the claim. It is given the event that is set
            once the claim is lost, and raises `LeaseLostError` when it notices.
        fail: Ends the row as our fault under the given id, fenced by the claim.

    A passing fault gives the row back; the sweep rings again. Anything else is a bug of ours: it is logged
    with its traceback and ends the row, because the same input would meet it again.
    """
    lease_s: float = settings.TREK_LEASE_S
    try:
        with Heartbeat(partial(extend, rows, claim, lease_s), every_s=lease_s / 3) as heartbeat:
            work(heartbeat.lost)
    except LeaseLostError:
        logger.warning("lease lost", extra={"attempt": claim.attempt})
    except PASSING_FAULTS:
        logger.warning("work disturbed", extra={"attempt": claim.attempt}, exc_info=True)
        release(rows, claim)
    except Exception:  # The door of every job: nothing that is wrong may leave the row without an end.
        failure_id = failure_id_new()
        logger.exception("work failed", extra={"attempt": claim.attempt, "failure_id": failure_id})
        fail(failure_id)


def ring_left_behind(rows: QuerySet[Any], job: Job, *, id_name: str, id_column: str = "pk") -> int:
    """Send messages for rows that nobody works on and nobody was told of lately, longest silent first.

    Args:
        rows: Those that are not final.
        job: What carries them on.
        id_name: Name of the job's one argument.
        id_column: The column it is taken from.

    Returns:
        How many messages the broker took.
    """
    due = due_for_ringing(rows).order_by(F("rung_at").asc(nulls_first=True), "pk")
    rung = 0
    for pk, argument in due.values_list("pk", id_column)[:RINGS_PER_SWEEP]:
        # The time is written first, on condition: of two sweepers only one rings.
        if not due_for_ringing(rows.filter(pk=pk)).update(rung_at=Now()):
            continue
        if not ring(job, **{id_name: argument}):
            # The broker is away. The row is not counted as rung, or it would wait when the broker returns.
            rows.filter(pk=pk).update(rung_at=None)
            break
        rung += 1
    return rung


def give_up(rows: QuerySet[Any], fail: Callable[[QuerySet[Any], str], int]) -> int:
    """End rows that had all their attempts or outlived their deadline, each under an id of its own.

    Args:
        rows: Those that are not final.
        fail: Ends the rows of a queryset as our fault under the given id; says how many it changed.

    Returns:
        How many rows were ended by this sweep.
    """
    hopeless = rows.filter((lease_is_free() & Q(attempts__gte=MAX_ATTEMPTS)) | Q(deadline_at__lt=Now()))
    ended = 0
    for pk in hopeless.values_list("pk", flat=True)[:GIVEN_UP_PER_SWEEP]:
        failure_id = failure_id_new()
        # Asked again in the same statement: the row may have been finished meanwhile.
        if fail(hopeless.filter(pk=pk), failure_id):
            logger.error(
                "row given up", extra={"row": pk, "kind": rows.model.__name__, "failure_id": failure_id}
            )
            ended += 1
    return ended
