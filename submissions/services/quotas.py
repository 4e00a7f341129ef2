"""Refusing what a quota does not allow; the sentence of it stands here only."""

from __future__ import annotations

from scoring.engine.display import counted
from submissions.limits import limits_for
from submissions.models import Submission
from submissions.selectors import Quota, usage_of
from submissions.states import Purpose
from trek_site.accounts.selectors import User
from trek_site.shared.errors import RateLimitedError


def refuse_upload_over_quota(
    owner: User, track: str, *, team_id: int | None = None, purpose: Purpose, is_shown: bool = False
) -> None:
    """Refuse one more upload where a quota is used up.

    Args:
        owner: Who sends it.
        track: To what.
        team_id: For which team.
        purpose: Format checks have a quota of their own.
        is_shown: It is to be published as soon as it is scored.

    Raises:
        RateLimitedError: With the time at which the next one is possible.
    """
    usage = usage_of(owner, track, team_id=team_id)
    hours = counted(int(limits_for(track).day.total_seconds()) // 3600, "hour")
    if purpose == Purpose.CHECK:
        _refuse(usage.waiting_checks, "format checks under way", next_one="check")
        _refuse(usage.checks, f"format checks in {hours}", next_one="check")
        return
    _refuse(usage.waiting, "uploads that wait for their check")
    _refuse(usage.today, f"uploads in {hours}")
    _refuse(usage.team_today, f"uploads of the team in {hours}")
    _refuse(usage.invalid, f"refused or cancelled uploads in {hours}")
    if is_shown:
        _refuse_publication(usage.published, track)


def refuse_publication_over_quota(submission: Submission) -> None:
    """Refuse to make one more entry public where the quota of its team, or account, is used up.

    Raises:
        RateLimitedError: With the time at which the next one is possible.
    """
    track = submission.dataset_version.track
    usage = usage_of(submission.owner, track, team_id=submission.team_id)
    _refuse_publication(usage.published, track)


def _refuse_publication(quota: Quota, track: str) -> None:
    _refuse(quota, f"entries published in {counted(limits_for(track).week.days, 'day')}", next_one="entry")


def _refuse(quota: Quota, what: str, *, next_one: str = "upload") -> None:
    if not quota.is_used_up:
        return
    when = "as soon as one of them is checked"
    if quota.frees_at is not None:
        when = f"at {quota.frees_at:%Y-%m-%d %H:%M:%S} UTC"
    text = f"Quota reached: {quota.used} of {quota.limit} {what}. Next {next_one} possible {when}."
    raise RateLimitedError(text, errors=[{"code": "F005", "detail": text}], retry_after=quota.retry_after)
