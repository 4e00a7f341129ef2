"""Mails that are to go out, each once."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from submissions.models.submission import Submission
from submissions.states import NOTICE_ATTEMPTS, NoticeKind


class NoticeQuerySet(models.QuerySet["Notice"]):
    """The questions that are asked about them."""

    def due(self) -> Self:
        """Those to be sent now: not sent, not given up, and long enough after the last attempt."""
        return self.filter(sent_at__isnull=True, attempts__lt=NOTICE_ATTEMPTS, due_at__lte=Now())


class Notice(models.Model):
    """One mail about a submission to one person. That there is one for each occasion at most is a constraint.

    Attributes:
        occasion: Which one, for a kind that comes more than once, such as a review or a withdrawal; 0 for
            the other kinds.
        attempts: How often sending was begun.
        due_at: When it may be tried next.
        sent_at: When the mail server took it; None before, and for ever where it never did.
    """

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="notices")
    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="submission_notices"
    )
    kind = models.CharField(max_length=20, choices=NoticeKind.choices)
    occasion = models.PositiveBigIntegerField(default=0, db_default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    noted_at = models.DateTimeField()
    due_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        ordering = ["noted_at", "pk"]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(sent_at__isnull=True), name="notice_unsent"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["submission", "kind", "occasion", "recipient"], name="notice_once"
            ),
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="notice_kind_known"),
            models.CheckConstraint(
                condition=Q(attempts__lte=NOTICE_ATTEMPTS), name="notice_attempts_bounded"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.submission_id}"
