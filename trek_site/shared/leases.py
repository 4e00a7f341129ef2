"""Leases: how exactly one worker at a time works on a row, and how a dead worker's row is found again.

A claim is one conditional UPDATE with a fresh random token. Every later write names that token, so that a
worker that was paused past its lease changes nothing. All times are the database's own: the clocks of the
machines may differ. The same statements serve SQLite and PostgreSQL.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import Any, Final, Self
from uuid import UUID, uuid4

from django.db import DatabaseError, connections, models, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.expressions import Combinable
from django.db.models.functions import Now

logger = logging.getLogger(__name__)

LEASE_S: Final = 45
MAX_ATTEMPTS: Final = 5
RING_AFTER_S: Final = 15


class LeasedRow(models.Model):
    """The columns of a row that workers take turns on.

    `deadline_at` is set by the services for as long as the state is not final; `rung_at` is set to `Now()`
    wherever a message is sent, so that the sweep does not repeat a fresh one.
    """

    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    lease_token = models.UUIDField(null=True, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    rung_at = models.DateTimeField(null=True, blank=True, editable=False)
    deadline_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The right to work on one row until the lease runs out.

    Attributes:
        pk: Primary key of the row.
        token: Names this claim in every later write.
        attempt: Which attempt at the row this is, from 1.
    """

    pk: int
    token: UUID
    attempt: int


def seconds_from_now(seconds: float) -> Combinable:
    """The database's time that many seconds from the statement that uses it."""
    return Now() + timedelta(seconds=seconds)


def lease_is_free() -> Q:
    """Rows that nobody holds: never claimed, given back, or claimed by a worker that stopped extending."""
    return Q(lease_until__isnull=True) | Q(lease_until__lt=Now())


def claim(
    queryset: QuerySet[Any],
    *,
    lease_s: float = LEASE_S,
    max_attempts: int = MAX_ATTEMPTS,
    **changes: object,
) -> Claim | None:
    """Take the row for this worker, unless somebody else has it.

    Args:
        queryset: Narrowed to one primary key, and to the states in which the row may be worked on.
        lease_s: How long the claim lasts unless extended.
        max_attempts: Rows already tried this often are left alone; the sweep ends them.
        changes: Further columns to set in the same statement, such as the state.

    Returns:
        The claim, or None when there is nothing to do.

    Raises:
        MultipleObjectsReturned: The queryset matched several rows; nothing was changed.
    """
    token = uuid4()
    free = queryset.filter(lease_is_free(), attempts__lt=max_attempts)
    with transaction.atomic():
        taken = free.update(
            attempts=F("attempts") + 1, lease_token=token, lease_until=seconds_from_now(lease_s), **changes
        )
        if not taken:
            return None
        row = queryset.model._default_manager.values("pk", "attempts").get(lease_token=token)
    return Claim(pk=row["pk"], token=token, attempt=row["attempts"])


def held(queryset: QuerySet[Any], claim: Claim) -> QuerySet[Any]:
    """The claimed row while the claim is still good, else nothing: the fence for every write of a worker."""
    return queryset.filter(pk=claim.pk, lease_token=claim.token)


def holds(queryset: QuerySet[Any], claim: Claim) -> bool:
    """Whether nobody has taken the row over since."""
    return held(queryset, claim).exists()


def extend(queryset: QuerySet[Any], claim: Claim, lease_s: float = LEASE_S) -> bool:
    """Make the claim last `lease_s` from now.

    Returns:
        False when the row was taken over or finished: the worker must stop.
    """
    return held(queryset, claim).update(lease_until=seconds_from_now(lease_s)) == 1


def release(queryset: QuerySet[Any], claim: Claim, **changes: object) -> bool:
    """Give the row back and set its last columns in the same statement.

    Returns:
        False when the claim was lost; then nothing was written, and whatever else the surrounding transaction
        wrote has to be rolled back.
    """
    return held(queryset, claim).update(lease_token=None, lease_until=None, **changes) == 1


def due_for_ringing(queryset: QuerySet[Any], ring_after_s: float = RING_AFTER_S) -> QuerySet[Any]:
    """Rows that nobody holds and for which no message was sent lately, or none since the lease ran out."""
    not_lately = Q(rung_at__isnull=True) | Q(rung_at__lt=seconds_from_now(-ring_after_s))
    not_since = Q(rung_at__lt=F("lease_until"))
    return queryset.filter(lease_is_free(), not_lately | not_since)


class Heartbeat:
    """Extends a claim from a thread of its own while the block runs.

    `lost` is set once the claim is gone; the work checks it between steps and stops. A database that is away
    is only logged: the lease outlasts a short fault, and after a long one the fence stops the worker.
    """

    def __init__(self, extend_fn: Callable[[], bool], every_s: float = LEASE_S / 3) -> None:
        self.lost = threading.Event()
        self._extend = extend_fn
        self._every_s = every_s
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="lease-heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._stop.wait(self._every_s):
                if not self._beat():
                    self.lost.set()
                    return
        finally:
            # Connections belong to the thread that opened them, and this one ends here.
            connections.close_all()

    def _beat(self) -> bool:
        try:
            return self._extend()
        except DatabaseError as fault:
            logger.warning("lease not extended", extra={"fault": type(fault).__name__})
            connections.close_all()
            return True
