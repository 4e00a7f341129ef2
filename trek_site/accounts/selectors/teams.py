"""Reading teams. Every right of a member is asked for here, at the time of the request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet

from trek_site.accounts.models import Membership, Role, User

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team as one of its members sees it in a list.

    Attributes:
        public_id: Its name in URLs.
        is_owner: Whether this member looks after it.
    """

    pk: int
    public_id: str
    name: str
    is_owner: bool


def team_ids_of(user: User | AnonymousUser | None) -> QuerySet[Any, int]:
    """The primary keys of the teams that somebody is in now, for use inside another query (``team__in=…``).

    Nobody's are none. Not evaluated here: it costs the outer query a join and no query of its own.
    """
    members = Membership.objects.none()
    if user is not None and user.is_authenticated:
        members = Membership.objects.filter(user_id=user.pk)
    return members.order_by().values_list("organisation_id", flat=True)


def teams_of(user: User | AnonymousUser | None) -> Sequence[TeamLine]:
    """The teams that somebody is in now, by name."""
    if user is None or not user.is_authenticated:
        return ()
    memberships = Membership.objects.filter(user_id=user.pk).select_related("organisation")
    return tuple(
        TeamLine(
            pk=membership.organisation.pk,
            public_id=membership.organisation.public_id,
            name=membership.organisation.name,
            is_owner=membership.role == Role.OWNER,
        )
        for membership in memberships.order_by("organisation__name", "organisation_id")
    )


def is_member(user: User | AnonymousUser | None, team_id: int) -> bool:
    """Whether somebody is in this team now."""
    return team_ids_of(user).filter(organisation_id=team_id).exists()
