"""Files that are sent in portions, until a submission names them."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now

from submissions.models.submission import Submission
from trek_site.shared.public_ids import PUBLIC_ID_LENGTH, public_id_new


class ResumableUploadQuerySet(models.QuerySet["ResumableUpload"]):
    """The questions that are asked about them."""

    def living(self) -> Self:
        """Those whose time is not up."""
        return self.filter(expires_at__gt=Now())

    def open(self) -> Self:
        """Those that take room: not used and not expired."""
        return self.living().filter(submission__isnull=True)


class ResumableUpload(models.Model):
    """A file under way.

    Each request writes a file of its own, named by its token, so that a writer who was paused and comes back
    spoils nothing; what counts is in `parts`, which only the holder of the token can add to.

    Attributes:
        declared_bytes: How long the file is said to be.
        declared_sha256: Of the whole file in hex; "" where nobody said it.
        received_bytes: How many are here durably; the sum of what `parts` says.
        parts: In the order of the file: the token of each part, in hex, and how many bytes of it count.
        attempts: How many requests began to write to it, those of which nothing counts among them.
        lease_token: Of the request that writes; None while nobody does.
        lease_until: When another request may take over although nobody ended.
        submission: What it became; its parts are gone then.
        expires_at: When it is thrown away.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=public_id_new, editable=False
    )
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="resumable_uploads"
    )
    idempotency_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001  # None is no key.
    file_name = models.CharField(max_length=255)
    declared_bytes = models.BigIntegerField()
    declared_sha256 = models.CharField(max_length=64, blank=True)
    received_bytes = models.BigIntegerField(default=0)
    parts = models.JSONField(default=list)
    attempts = models.PositiveIntegerField(default=0, db_default=0)
    lease_token = models.UUIDField(null=True, blank=True, editable=False)
    lease_until = models.DateTimeField(null=True, blank=True, editable=False)
    submission = models.ForeignKey(
        Submission, on_delete=models.CASCADE, null=True, blank=True, related_name="resumable_uploads"
    )
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    objects = ResumableUploadQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "idempotency_key"], name="resumable_key_once"),
            models.CheckConstraint(
                condition=Q(received_bytes__gte=0, received_bytes__lte=F("declared_bytes")),
                name="resumable_received_within_declared",
            ),
            models.CheckConstraint(
                condition=Q(submission__isnull=True) | Q(received_bytes=F("declared_bytes")),
                name="resumable_used_when_complete",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.file_name}, {self.received_bytes} of {self.declared_bytes} bytes"
