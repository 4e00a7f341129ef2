"""What curators and owners of teams did."""

from __future__ import annotations

from django.db import models

from trek_site.accounts.models.people import User


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
