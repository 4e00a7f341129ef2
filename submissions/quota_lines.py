"""The quotas of somebody in words, for the pages that show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from submissions.selectors import Quota, TeamUsage, Usage
from submissions.states import Purpose
from trek_site.accounts.selectors import TeamLine


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotaLine:
    """One quota.

    Attributes:
        title: What is counted, and in which time.
        used: How many count now.
        limit: How many may; None for no limit.
        is_used_up: One more is refused.
        next_at: When the next one is possible, to the second; None when now, or when work under way decides.
    """

    title: str
    used: int
    limit: int | None
    is_used_up: bool
    next_at: datetime | None


def quota_lines(usage: Usage, purpose: Purpose) -> Sequence[QuotaLine]:
    """What limits the next upload, or the next format check."""
    if purpose == Purpose.CHECK:
        return (
            _line("Checks in 24 hours", usage.checks),
            _line("Checks under way", usage.waiting_checks),
        )
    team = () if usage.team_today.limit is None else (_line("The team's in 24 hours", usage.team_today),)
    return (
        _line("Uploads in 24 hours", usage.today),
        *team,
        _line("Waiting for their check", usage.waiting),
        _line("Refused in 24 hours", usage.invalid),
        _line("Published in 7 days", usage.published),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamQuotas:
    """The quotas that the members of a team share."""

    name: str
    lines: Sequence[QuotaLine]


def team_quotas(teams: Sequence[TeamLine], usage: Mapping[int, TeamUsage]) -> Sequence[TeamQuotas]:
    """What limits the next upload for each team, before one is chosen.

    Args:
        teams: Those of the reader.
        usage: By primary key of each.
    """
    return tuple(
        TeamQuotas(
            name=team.name,
            lines=(
                _line("Uploads in 24 hours", usage[team.pk].uploads),
                _line("Published in 7 days", usage[team.pk].published),
            ),
        )
        for team in teams
    )


def _line(title: str, quota: Quota) -> QuotaLine:
    return QuotaLine(
        title=title,
        used=quota.used,
        limit=quota.limit,
        is_used_up=quota.is_used_up,
        next_at=quota.frees_at,
    )
