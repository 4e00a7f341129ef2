"""Reading teams. Every right of a member is asked for here, at the time of the request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import QuerySet
from django.db.models.functions import Now

from trek_site.accounts.models import Invitation, Membership, Role, User
from trek_site.accounts.selectors.people import token_digest
from trek_site.shared.errors import NotFoundError

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


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberLine:
    """A member as the others see them.

    Attributes:
        is_self: Whether it is the reader.
    """

    user_id: int
    username: str
    full_name: str
    role: str
    joined_at: datetime
    is_owner: bool
    is_self: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationLine:
    """An open invitation.

    Attributes:
        who: The address or the user name that it is for, as it was typed.
    """

    pk: int
    who: str
    role: str
    invited_by: str
    team_name: str
    expires_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage:
    """A team as one of its members sees it.

    Attributes:
        is_owner: Whether the reader looks after it.
        can_leave: Whether the reader may go: not the last owner.
        invitations: Open ones, newest first; owners only.
    """

    public_id: str
    name: str
    is_owner: bool
    can_leave: bool
    members: Sequence[MemberLine]
    invitations: Sequence[InvitationLine]


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


def team_page(user: User, public_id: str) -> TeamPage:
    """A team with its members, for one of them.

    Raises:
        NotFoundError: There is no such team, or the reader is not in it.
    """
    memberships = list(
        Membership.objects.filter(organisation__public_id=public_id).select_related("organisation", "user")
    )
    own = next((membership for membership in memberships if membership.user_id == user.pk), None)
    if own is None:
        raise NotFoundError
    is_owner = own.role == Role.OWNER
    owner_count = sum(membership.role == Role.OWNER for membership in memberships)
    return TeamPage(
        public_id=public_id,
        name=own.organisation.name,
        is_owner=is_owner,
        can_leave=not is_owner or owner_count > 1,
        members=[_member_line(membership, user) for membership in memberships],
        invitations=_lines(invitations_open().filter(organisation=own.organisation)) if is_owner else (),
    )


def _member_line(membership: Membership, reader: User) -> MemberLine:
    return MemberLine(
        user_id=membership.user_id,
        username=membership.user.get_username(),
        full_name=membership.user.get_full_name(),
        role=membership.role,
        joined_at=membership.joined_at,
        is_owner=membership.role == Role.OWNER,
        is_self=membership.user_id == reader.pk,
    )


def invitations_open() -> QuerySet[Invitation]:
    """Invitations that let somebody in now, by the database's clock; newest first."""
    found = Invitation.objects.filter(closed_at__isnull=True, expires_at__gt=Now())
    return found.select_related("organisation", "invited_by")


def invitations_for(user: User) -> Sequence[InvitationLine]:
    """Open invitations that name this account, newest first."""
    return _lines(invitations_open().filter(username__iexact=user.get_username()))


def invitation_by_secret(user: User, plain: str) -> InvitationLine:
    """The open invitation whose link this reader holds.

    Raises:
        NotFoundError: There is none, or it names another account.
    """
    invitation = invitations_open().filter(digest=token_digest(plain)).first()
    if invitation is None or (
        invitation.username and invitation.username.casefold() != user.get_username().casefold()
    ):
        raise NotFoundError("This invitation is not open, or not for this account.")
    return _line(invitation)


def invitation_named(user: User, invitation_id: int) -> InvitationLine:
    """The open invitation that names this account.

    Raises:
        NotFoundError: There is none.
    """
    invitation = invitations_open().filter(pk=invitation_id, username__iexact=user.get_username()).first()
    if invitation is None:
        raise NotFoundError("This invitation is not open any more; ask for another one.")
    return _line(invitation)


def _lines(invitations: QuerySet[Invitation]) -> Sequence[InvitationLine]:
    return tuple(_line(invitation) for invitation in invitations)


def _line(invitation: Invitation) -> InvitationLine:
    return InvitationLine(
        pk=invitation.pk,
        who=invitation.email or invitation.username,
        role=invitation.role,
        invited_by=invitation.invited_by.get_username(),
        team_name=invitation.organisation.name,
        expires_at=invitation.expires_at,
    )
