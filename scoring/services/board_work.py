"""What is worked out after each change of a board: by one worker at a time, and rung for if nobody is at it.

A board's work has one row with `working_until` and `rung_at`, by which workers and sweeps know of each other.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from trek_site.shared.jobs import LIMITS, Job, ring
from trek_site.shared.leases import seconds_from_now

LEFT_AFTER_S: Final = 15

# Longer than either job may take: whoever died over it is not waited for longer than that, and nobody who is
# still at it is taken for dead.
LEASE_S: Final = max(LIMITS[job][1] for job in (Job.BOARD_STANDINGS, Job.BOARD_COSTS)) + 15


def work_take(rows: QuerySet[Any]) -> bool:
    """Take the row of a board that nobody is at; only one of many gets it, and gives it back when done."""
    return bool(rows.filter(_is_free()).update(working_until=seconds_from_now(LEASE_S)))


def work_ring(rows: QuerySet[Any], job: Job) -> int:
    """Ring for each board of the rows at which nobody is and for which nobody rang lately.

    Returns:
        How many were rung for.
    """
    is_due = Q(rung_at__isnull=True) | Q(rung_at__lt=long_ago())
    left = rows.filter(_is_free(), is_due)
    rung = 0
    for board_id in tuple(left.values_list("board", flat=True)):
        rows.filter(board=board_id).update(rung_at=Now())
        rung += ring(job, board_id=board_id)
    return rung


def long_ago() -> Any:
    """The moment before which a change should have been worked out, as an expression."""
    return Now() - timedelta(seconds=LEFT_AFTER_S)


def _is_free() -> Q:
    return Q(working_until__isnull=True) | Q(working_until__lt=Now())
