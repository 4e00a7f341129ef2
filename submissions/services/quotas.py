"""Refusing what a quota does not allow; the sentence of it stands here only."""

from __future__ import annotations

from submissions.limits import limits_for
from submissions.selectors import Quota, usage_of
from trek_site.accounts.selectors import User
from trek_site.shared.errors import RateLimitedError


def refuse_upload_over_quota(owner: User, track: str, *, is_public: bool) -> None:
    """Refuse one more upload where a quota is used up.

    Raises:
        RateLimitedError: With the time at which the next one is possible.
    """
    usage = usage_of(owner, track)
    hours = int(limits_for(track).day.total_seconds()) // 3600
    _refuse(usage.waiting, "uploads that wait for their check")
    _refuse(usage.today, f"uploads in {hours} hours")
    if is_public:
        _refuse_publication(usage.published, track)


def refuse_publication_over_quota(owner: User, track: str) -> None:
    """Refuse to make one more entry public where the quota is used up.

    Raises:
        RateLimitedError: With the time at which the next one is possible.
    """
    _refuse_publication(usage_of(owner, track).published, track)


def _refuse_publication(quota: Quota, track: str) -> None:
    _refuse(quota, f"entries published in {limits_for(track).week.days} days", next_one="entry")


def _refuse(quota: Quota, what: str, *, next_one: str = "upload") -> None:
    if not quota.is_used_up:
        return
    when = "as soon as one of them is checked"
    if quota.frees_at is not None:
        when = f"at {quota.frees_at:%Y-%m-%d %H:%M:%S} UTC"
    text = f"Quota reached: {quota.used} of {quota.limit} {what}. Next {next_one} possible {when}."
    raise RateLimitedError(text, errors=[{"code": "F005", "detail": text}], retry_after=quota.retry_after)
