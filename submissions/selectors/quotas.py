"""How much of its quotas an account has used, and when the next one comes free."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, Q, QuerySet
from django.db.models.functions import Now

from submissions.limits import UploadLimits, limits_for
from submissions.models import QuotaEntry, Submission
from submissions.states import Purpose, QuotaKind
from trek_site.accounts.selectors import User
from trek_site.shared.leases import seconds_from_now

WAITING_RETRY_S: Final = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Quota:
    """One limit.

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
    """The quotas of an account for one track, and of the team it would send something for.

    Attributes:
        waiting: Uploads that wait for their check or are in it.
        waiting_checks: The same of format checks.
        today: Uploads in 24 hours.
        team_today: Uploads of the whole team in 24 hours; without a limit where there is no team.
        checks: Format checks in 24 hours.
        invalid: Uploads in 24 hours that brought no entry.
        published: Entries made public in 7 days, by the team, or by the account without one.
    """

    waiting: Quota
    waiting_checks: Quota
    today: Quota
    team_today: Quota
    checks: Quota
    invalid: Quota
    published: Quota


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamUsage:
    """What all members of a team have used together; when there is room again is not among it.

    Attributes:
        uploads: Uploads in 24 hours.
        published: Entries made public in 7 days.
    """

    uploads: Quota
    published: Quota


def usage_of(owner: User, track: str, *, team_id: int | None = None) -> Usage:
    """What an account, and the team it would send something for, have used, by the database's clock.

    Staff upload reference runs without limit.
    """
    limits = limits_for(track)
    charges = QuotaEntry.objects.charged().filter(track=track)
    mine = charges.filter(account=owner)
    ours = mine.filter(team__isnull=True) if team_id is None else charges.filter(team=team_id)
    counts, shared, waiting = _counted(mine, limits), _counted(ours, limits), _waiting(owner, track)

    def quota(of: QuerySet[QuotaEntry], kind: QuotaKind, limit: int | None) -> Quota:
        used = (counts if of is mine else shared)[kind]
        return _quota(of, kind, used=used, limit=None if owner.is_staff else limit, limits=limits)

    def in_line(purpose: Purpose) -> Quota:
        limit = None if owner.is_staff else limits.waiting
        return Quota(used=waiting[purpose], limit=limit, retry_after=WAITING_RETRY_S)

    team_limit = None if team_id is None else limits.team_uploads_per_day
    return Usage(
        waiting=in_line(Purpose.ENTRY),
        waiting_checks=in_line(Purpose.CHECK),
        today=quota(mine, QuotaKind.UPLOAD, limits.uploads_per_day),
        team_today=quota(ours, QuotaKind.UPLOAD, team_limit),
        checks=quota(mine, QuotaKind.CHECK, limits.checks_per_day),
        invalid=quota(mine, QuotaKind.INVALID, limits.invalid_per_day),
        published=quota(ours, QuotaKind.PUBLISH, limits.published_per_week),
    )


def teams_usage_of(owner: User, track: str, team_ids: Collection[int]) -> Mapping[int, TeamUsage]:
    """By primary key, what each of these teams has used, in one query. Staff have no limits."""
    limits = limits_for(track)
    rows = QuotaEntry.objects.charged().filter(track=track, team__in=team_ids).order_by().values("team")
    counted: dict[int, Any] = {row["team"]: row for row in rows.annotate(**_counts(limits))}

    def quota(team_id: int, kind: QuotaKind, limit: int) -> Quota:
        used = counted[team_id][kind.value] if team_id in counted else 0
        return Quota(used=used, limit=None if owner.is_staff else limit)

    return {
        team_id: TeamUsage(
            uploads=quota(team_id, QuotaKind.UPLOAD, limits.team_uploads_per_day),
            published=quota(team_id, QuotaKind.PUBLISH, limits.published_per_week),
        )
        for team_id in team_ids
    }


def _period(kind: QuotaKind, limits: UploadLimits) -> timedelta:
    return limits.week if kind == QuotaKind.PUBLISH else limits.day


def _within(kind: QuotaKind, limits: UploadLimits) -> Q:
    return Q(kind=kind, at__gt=seconds_from_now(-_period(kind, limits).total_seconds()))


def _counted(charges: QuerySet[QuotaEntry], limits: UploadLimits) -> Mapping[str, int]:
    """How many charges of each kind lie in its window, in one query."""
    return charges.aggregate(**_counts(limits))


def _counts(limits: UploadLimits) -> Mapping[str, Count]:
    return {kind.value: Count("pk", filter=_within(kind, limits)) for kind in QuotaKind}


def _waiting(owner: User, track: str) -> Mapping[str, int]:
    rows = Submission.objects.unfinished().filter(owner=owner, dataset_version__track=track)
    return rows.aggregate(**{purpose.value: Count("pk", filter=Q(purpose=purpose)) for purpose in Purpose})


def _quota(
    charges: QuerySet[QuotaEntry], kind: QuotaKind, *, used: int, limit: int | None, limits: UploadLimits
) -> Quota:
    if limit is None or used < limit:
        return Quota(used=used, limit=limit)
    # After a limit was lowered more than one has to leave the window before there is room.
    leaving = charges.filter(_within(kind, limits)).order_by("at", "pk")
    rows = leaving.annotate(database_now=Now()).values("at", "database_now")
    last = next(iter(rows[used - limit : used - limit + 1]), None)
    if last is None:
        # It left between the two queries.
        return Quota(used=limit - 1, limit=limit)
    frees_at: datetime = last["at"] + _period(kind, limits)
    wait_s = math.ceil((frees_at - last["database_now"]).total_seconds())
    return Quota(used=used, limit=limit, frees_at=_whole_second(frees_at), retry_after=max(1, wait_s))


def _whole_second(at: datetime) -> datetime:
    return at if not at.microsecond else at.replace(microsecond=0) + timedelta(seconds=1)
