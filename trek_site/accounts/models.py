"""People, the tokens by which their programs speak for them, and what curators did."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower

TOKEN_LIFETIME_MAX: Final = timedelta(days=90)
TOKEN_NAME_CHARACTERS_MAX: Final = 80


class User(AbstractUser):
    """A person who can sign in. Names and addresses that differ only in case are the same."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="user_username_unique_ignoring_case",
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
        last_used_at: To the minute.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=TOKEN_NAME_CHARACTERS_MAX)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
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
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class AuditEvent(models.Model):
    """Something a curator did, written in the transaction that did it and never changed again.

    Triggers of the database refuse every later change (see the migrations).

    Attributes:
        actor: Who did it; None for whoever works at the command line of the server.
        action: What was done, as ``version.published``.
        object_type: What it was done to, as ``dataset version``.
        object_id: Its permanent name.
        detail: What else is worth knowing, JSON values only.
    """

    actor = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="audit_events"
    )
    action = models.CharField(max_length=60)
    object_type = models.CharField(max_length=60)
    object_id = models.CharField(max_length=200)
    detail = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["-at", "-id"], name="audit_event_newest"),
            models.Index(fields=["object_type", "object_id"], name="audit_event_object"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.object_id}"
