"""What the last look at a stored file found."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Condition(models.TextChoices):
    """Whether a stored file is still what was received."""

    SOUND = "sound", "sound"
    DAMAGED = "damaged", "damaged"
    MISSING = "missing", "missing"
    UNREADABLE = "unreadable", "unreadable"


class StoredFile(models.Model):
    """The bytes under one digest, as they were when somebody last looked; no row before the first look.

    Attributes:
        sha256: The digest of the bytes as they were received, which is their name.
        condition: Whether they still are those bytes.
        looked_at: When that was found.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    condition = models.CharField(max_length=10, choices=Condition.choices)
    looked_at = models.DateTimeField()

    class Meta:
        ordering = ["looked_at", "pk"]
        indexes = [
            # Asked by every load balancer's look at the site; there are none of these as long as all is well.
            models.Index(
                fields=["condition"], condition=~Q(condition=Condition.SOUND), name="stored_file_not_sound"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(condition__in=Condition.values), name="stored_file_condition_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sha256[:12]} {self.condition}"
