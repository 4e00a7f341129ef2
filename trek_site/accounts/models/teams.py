"""Teams: organisations whose members share submissions, and invitations to join one.

What a member may do follows from the row of the membership at the time of the request. Nothing is granted
anywhere else, so that nothing has to be taken back when somebody leaves.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from trek_site.accounts.models.fields import SKELETON_CHARACTERS_MAX, SkeletonField
from trek_site.accounts.models.people import User
from trek_site.shared.public_ids import PUBLIC_ID_LENGTH, public_id_new

TEAM_NAME_CHARACTERS_MAX: Final = 80
INVITATION_LIFETIME_MAX: Final = timedelta(days=7)


class Role(models.TextChoices):
    """What a member may do with the team itself; its submissions are shared by all of them."""

    OWNER = "owner", "Owner"
    MEMBER = "member", "Member"


class Organisation(models.Model):
    """A team.

    Attributes:
        public_id: Its name in URLs.
        name_skeleton: What the name looks like; two names that look alike are the same.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=public_id_new, editable=False
    )
    name = models.CharField(max_length=TEAM_NAME_CHARACTERS_MAX)
    name_skeleton = SkeletonField("name", max_length=SKELETON_CHARACTERS_MAX, unique=True, editable=False)
    created_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="organisation_name_unique_ignoring_case",
                violation_error_message="This name is taken.",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """Somebody's place in a team."""

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(editable=False)

    class Meta:
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["organisation", "user"], name="membership_once"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="membership_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.organisation}"


class Invitation(models.Model):
    """A way into a team for one person, by a secret link that is shown once. Only its digest is kept.

    Attributes:
        email: To which address it went; empty if it is for a user name.
        username: For which user name, as it was typed: it is not said whether there is such an account.
        digest: SHA-256 of the secret in hex.
        closed_at: When it was accepted, declined, withdrawn or replaced; only an open one lets anybody in.
        accepted_by: Who came in by it.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(blank=True)
    username = models.CharField(max_length=150, blank=True)
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations_sent")
    accepted_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="invitations_accepted"
    )
    created_at = models.DateTimeField(editable=False)
    expires_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(email="", username__gt="") | Q(email__gt="", username=""),
                name="invitation_is_for_one_address_or_name",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_known"),
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at"))
                & Q(expires_at__lte=F("created_at") + INVITATION_LIFETIME_MAX),
                name="invitation_lives_at_most_7_days",
            ),
            models.CheckConstraint(
                condition=Q(accepted_by__isnull=True) | Q(closed_at__isnull=False),
                name="invitation_accepted_is_closed",
            ),
            models.UniqueConstraint(
                "organisation",
                Lower("email"),
                Lower("username"),
                condition=Q(closed_at__isnull=True),
                name="invitation_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.organisation}"
