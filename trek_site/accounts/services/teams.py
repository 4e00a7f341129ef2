"""Writing teams, each locked while it is changed, so that two of us never see half of each other.

Whoever counts the teams of an account locks that as well, and before the team.
"""

from __future__ import annotations

import logging
import secrets
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.db.models.functions import Now

from trek_site.accounts import selectors
from trek_site.accounts.models import (
    INVITATION_LIFETIME_MAX,
    Invitation,
    Membership,
    Organisation,
    Role,
    User,
)
from trek_site.accounts.services.auditing import audit
from trek_site.accounts.services.people import account_lock, team_lock
from trek_site.shared.errors import ConflictError, NotFoundError, PermissionRefusedError
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

MEMBERS_MAX: Final = 100
TEAMS_MAX: Final = 20
_TAKEN: Final = "A team with this name, or one that looks like it, exists already."
_LAST_OWNER: Final = "A team has at least one owner: make somebody else an owner first."


def team_create(owner: User, name: str) -> Organisation:
    """Make a team of one.

    Raises:
        ConflictError: The name looks like another team's, or the account is in as many teams as allowed.
    """
    with transaction.atomic():
        account_lock(owner.pk)
        if Membership.objects.filter(user=owner).count() >= TEAMS_MAX:
            raise ConflictError(f"An account is in at most {TEAMS_MAX} teams.")
        try:
            with transaction.atomic():
                team = Organisation.objects.create(name=name, created_at=Now())
        except IntegrityError as fault:
            raise ConflictError(_TAKEN) from fault
        Membership.objects.create(organisation=team, user=owner, role=Role.OWNER, joined_at=Now())
        _note(owner, "team.created", team, name=name)
    return team


def team_rename(actor: User, public_id: str, name: str) -> None:
    """Call a team something else; its entries keep the name that they were submitted under.

    Raises:
        NotFoundError: The actor is in no such team.
        PermissionRefusedError: Only owners may.
        ConflictError: The name looks like another team's.
    """
    with transaction.atomic():
        team = _team_of_owner(actor, public_id)
        before, team.name = team.name, name
        try:
            with transaction.atomic():
                team.save(update_fields=["name", "name_skeleton"])
        except IntegrityError as fault:
            raise ConflictError(_TAKEN) from fault
        if before != name:
            _note(actor, "team.renamed", team, before=before, after=name)


def invitation_make(
    actor: User, public_id: str, *, email: str = "", username: str = "", role: str = Role.MEMBER
) -> tuple[Invitation, str]:
    """Ask somebody in, by mail address or by user name; an open invitation of theirs is replaced.

    It is not said whether there is an account of that name.

    Returns:
        The invitation, and the secret of its link, which is not kept and cannot be shown again.

    Raises:
        NotFoundError: The actor is in no such team.
        PermissionRefusedError: Only owners may.
        ConflictError: The team is full.
    """
    plain = secrets.token_urlsafe(32)
    with transaction.atomic():
        team = _team_of_owner(actor, public_id)
        if team.memberships.count() >= MEMBERS_MAX:
            raise ConflictError(f"A team has at most {MEMBERS_MAX} members.")
        same = Q(email__iexact=email) & Q(username__iexact=username)
        team.invitations.filter(same, closed_at__isnull=True).update(closed_at=Now())
        invitation = Invitation.objects.create(
            organisation=team,
            email=email,
            username=username,
            role=role,
            digest=selectors.token_digest(plain),
            invited_by=actor,
            created_at=Now(),
            expires_at=seconds_from_now(INVITATION_LIFETIME_MAX.total_seconds()),
        )
        invitation.refresh_from_db()
        _note(actor, "team.invited", team, invitation=invitation.pk, role=role)
    return invitation, plain


def invitation_accept(user: User, invitation_id: int) -> Organisation:
    """Come into a team; who is in already stays as they are. The door has seen the secret, or the name.

    Raises:
        NotFoundError: The invitation is not open any more.
        ConflictError: The team is full, or the account is in as many teams as allowed.
    """
    with transaction.atomic():
        account_lock(user.pk)
        invitation = _invitation_open(invitation_id)
        team = invitation.organisation
        _close(invitation, accepted_by=user)
        if Membership.objects.filter(organisation=team, user=user).exists():
            return team
        if team.memberships.count() >= MEMBERS_MAX:
            raise ConflictError(f"A team has at most {MEMBERS_MAX} members.")
        if Membership.objects.filter(user=user).count() >= TEAMS_MAX:
            raise ConflictError(f"An account is in at most {TEAMS_MAX} teams.")
        Membership.objects.create(organisation=team, user=user, role=invitation.role, joined_at=Now())
        _note(user, "team.joined", team, invitation=invitation.pk, role=invitation.role)
    return team


def invitation_decline(user: User, invitation_id: int) -> None:
    """Do not come in.

    Raises:
        NotFoundError: The invitation is not open any more.
    """
    with transaction.atomic():
        invitation = _invitation_open(invitation_id)
        _close(invitation)
        _note(user, "team.declined", invitation.organisation, invitation=invitation.pk)


def invitation_withdraw(actor: User, public_id: str, invitation_id: int) -> None:
    """Take an invitation back; doing it twice changes nothing.

    Raises:
        NotFoundError: The actor is in no such team, or it has no such invitation.
        PermissionRefusedError: Only owners may.
    """
    with transaction.atomic():
        team = _team_of_owner(actor, public_id)
        invitation = team.invitations.filter(pk=invitation_id).first()
        if invitation is None:
            raise NotFoundError
        if invitation.closed_at is None:
            _close(invitation)
            _note(actor, "team.uninvited", team, invitation=invitation.pk)


def member_remove(actor: User, public_id: str, user_id: int) -> None:
    """Put somebody out, or leave; every right that came with the team is gone with the row.

    Raises:
        NotFoundError: The actor is in no such team, or the other is not.
        PermissionRefusedError: Only owners put others out.
        ConflictError: It is the last owner.
    """
    is_self = actor.pk == user_id
    with transaction.atomic():
        team = _team_of_member(actor, public_id) if is_self else _team_of_owner(actor, public_id)
        membership = _membership(team, user_id)
        if membership.role == Role.OWNER and _owner_count(team) == 1:
            raise ConflictError(_LAST_OWNER)
        membership.delete()
        _note(actor, "team.left" if is_self else "team.removed", team, user=user_id)


def role_change(actor: User, public_id: str, user_id: int, role: str) -> None:
    """Make a member an owner, or an owner a member.

    Raises:
        NotFoundError: The actor is in no such team, or the other is not.
        PermissionRefusedError: Only owners may.
        ConflictError: It is the last owner.
    """
    with transaction.atomic():
        team = _team_of_owner(actor, public_id)
        membership = _membership(team, user_id)
        if membership.role == role:
            return
        if membership.role == Role.OWNER and _owner_count(team) == 1:
            raise ConflictError(_LAST_OWNER)
        membership.role = role
        membership.save(update_fields=["role"])
        _note(actor, "team.role_changed", team, user=user_id, role=role)


def _team_of_member(actor: User, public_id: str) -> Organisation:
    team = Organisation.objects.select_for_update().filter(public_id=public_id).first()
    if team is None or not Membership.objects.filter(organisation=team, user=actor).exists():
        raise NotFoundError
    return team


def _team_of_owner(actor: User, public_id: str) -> Organisation:
    team = _team_of_member(actor, public_id)
    if not Membership.objects.filter(organisation=team, user=actor, role=Role.OWNER).exists():
        raise PermissionRefusedError("Only the owners of a team may do this.")
    return team


def _membership(team: Organisation, user_id: int) -> Membership:
    membership = Membership.objects.filter(organisation=team, user_id=user_id).first()
    if membership is None:
        raise NotFoundError
    return membership


def _owner_count(team: Organisation) -> int:
    return Membership.objects.filter(organisation=team, role=Role.OWNER).count()


def _invitation_open(invitation_id: int) -> Invitation:
    """The invitation, with its team locked before it is looked at."""
    found = Invitation.objects.filter(pk=invitation_id).values_list("organisation_id", flat=True).first()
    if found is not None:
        team_lock(found)
    invitation = selectors.invitations_open().filter(pk=invitation_id).first()
    if invitation is None:
        raise NotFoundError("This invitation is not open any more; ask for another one.")
    return invitation


def _close(invitation: Invitation, accepted_by: User | None = None) -> None:
    Invitation.objects.filter(pk=invitation.pk).update(closed_at=Now(), accepted_by=accepted_by)


def _note(actor: User, action: str, team: Organisation, **detail: object) -> None:
    audit(actor, action, object_type="team", object_id=team.public_id, **detail)
