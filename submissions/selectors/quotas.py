"""How much of its quotas an account has used, and when the next one comes free."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db.models import QuerySet
from django.db.models.functions import Now

from submissions.limits import limits_for
from submissions.models import Submission
from submissions.states import State, Visibility
from trek_site.accounts.selectors import User
from trek_site.shared.leases import seconds_from_now

WAITING_RETRY_S: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """One limit of one account.

    Attributes:
        used: How many count now.
        limit: How many may; None for no limit.
        frees_at: When the next one is possible, to the second, never too early; None when one is possible
            now, or when it depends on work that is under way.
        retry_after: In how many seconds asking again makes sense, at least 1.
    """

    used: int
    limit: int | None
    frees_at: datetime | None = None
    retry_after: int = 1

    @property
    def is_used_up(self) -> bool:
        """Whether one more is refused."""
        return self.limit is not None and self.used >= self.limit


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The quotas of an account for one track.

    Attributes:
        waiting: Uploads that wait for their check or are in it.
        today: Uploads in 24 hours.
        published: Entries made public in 7 days.
    """

    waiting: Quota
    today: Quota
    published: Quota


def usage_of(owner: User, track: str) -> Usage:
    """What the account has used, by the database's clock. Staff upload reference runs without limit."""
    limits = limits_for(track)
    own = Submission.objects.filter(owner=owner, dataset_version__track=track)
    # What failed on our side is given back.
    counted = own.exclude(state=State.FAILED)
    shown = counted.filter(visibility=Visibility.PUBLIC)
    waiting, today, published = (
        (None, None, None)
        if owner.is_staff
        else (limits.waiting, limits.checks_per_day, limits.published_per_week)
    )
    return Usage(
        waiting=Quota(used=own.unfinished().count(), limit=waiting, retry_after=WAITING_RETRY_S),
        today=_in_window(counted, "received_at", period=limits.day, limit=today),
        published=_in_window(shown, "published_at", period=limits.week, limit=published),
    )


def _in_window(rows: QuerySet[Submission], column: str, *, period: timedelta, limit: int | None) -> Quota:
    within = rows.filter(**{f"{column}__gt": seconds_from_now(-period.total_seconds())})
    used = within.count()
    if limit is None or used < limit:
        return Quota(used=used, limit=limit)
    # After a limit was lowered more than one has to leave the window before there is room.
    leaving = within.order_by(column).annotate(database_now=Now()).values(column, "database_now")
    last = next(iter(leaving[used - limit : used - limit + 1]), None)
    if last is None:
        # It left between the two queries.
        return Quota(used=limit - 1, limit=limit)
    frees_at: datetime = last[column] + period
    wait_s = math.ceil((frees_at - last["database_now"]).total_seconds())
    return Quota(used=used, limit=limit, frees_at=_whole_second(frees_at), retry_after=max(1, wait_s))


def _whole_second(at: datetime) -> datetime:
    return at if not at.microsecond else at.replace(microsecond=0) + timedelta(seconds=1)
