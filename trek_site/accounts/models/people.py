"""People, and the tokens by which their programs speak for them."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

from trek_site.accounts.models.fields import SKELETON_CHARACTERS_MAX, SkeletonField
from trek_site.shared.scopes import Scope

TOKEN_LIFETIME_MAX: Final = timedelta(days=90)
TOKEN_NAME_CHARACTERS_MAX: Final = 80


class User(AbstractUser):
    """A person who can sign in. Names and addresses that differ only in case are the same.

    Attributes:
        username_skeleton: What the name looks like; two names that look alike are the same. Empty only where
            such names were given out before this was looked at.
        wants_mail: Whether the person is told by mail how submissions ended.
    """

    username_skeleton = SkeletonField(
        "username", max_length=SKELETON_CHARACTERS_MAX, default="", db_default="", editable=False
    )
    wants_mail = models.BooleanField(
        default=False,
        db_default=False,
        verbose_name="Mail about submissions",
        help_text="When one is scored, or cannot be.",
    )

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique_ignoring_case",
                violation_error_message="This user name is taken.",
            ),
            models.UniqueConstraint(
                fields=["username_skeleton"],
                condition=~Q(username_skeleton=""),
                name="user_username_looks_unlike_any_other",
                violation_error_message="This user name is taken.",
            ),
            # Accounts made by operators may have no address; given ones are unique.
            models.UniqueConstraint(
                Lower("email"),
                condition=~Q(email=""),
                name="user_email_unique_ignoring_case",
                violation_error_message="This address already has an account.",
            ),
        ]


class ApiToken(models.Model):
    """A secret that a program sends in place of a sign-in. Only its digest is kept.

    Attributes:
        prefix: The first characters of the secret, so that its owner can tell tokens apart.
        digest: SHA-256 of the secret in hex.
        may_read: Whether it opens what its owner sees.
        may_submit: Whether it uploads, confirms and cancels.
        may_publish: Whether it shows entries to everybody, and withdraws them.
        last_used_at: To the minute.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=TOKEN_NAME_CHARACTERS_MAX)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    may_read = models.BooleanField(default=True, db_default=True)
    may_submit = models.BooleanField(default=True, db_default=True)
    may_publish = models.BooleanField(default=True, db_default=True)
    created_at = models.DateTimeField(editable=False)
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=F("created_at"))
                & Q(expires_at__lte=F("created_at") + TOKEN_LIFETIME_MAX),
                name="token_lives_at_most_90_days",
            ),
            models.CheckConstraint(
                condition=Q(may_read=True) | Q(may_submit=True) | Q(may_publish=True),
                name="token_opens_something",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    @property
    def scopes(self) -> frozenset[Scope]:
        """What it may be used for; never empty."""
        return frozenset(scope for scope in Scope if getattr(self, f"may_{scope.value}"))
