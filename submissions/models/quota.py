"""The ledger of quotas: what was charged to whom, and what was given back."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q

from submissions.models.submission import Submission
from submissions.states import QuotaKind, QuotaReason


class QuotaEntryQuerySet(models.QuerySet["QuotaEntry"]):
    """The questions that are asked about the ledger."""

    def charged(self) -> Self:
        """Charges that were not given back."""
        returned = QuotaEntry.objects.filter(
            submission=OuterRef("submission"), kind=OuterRef("kind"), amount=-1
        )
        return self.filter(~Exists(returned), amount=1)


class QuotaEntry(models.Model):
    """One charge (+1) or its return (-1); rows are only ever added.

    A submission is charged once per kind and gets it back at most once: that is a constraint, so that no
    job that runs twice gives anything twice.

    Attributes:
        account: Whose upload it was.
        team: For which team, if for one; it has quotas beside those of its members.
        track: The benchmark; each has quotas of its own.
        at: By the database's clock. Of a charge, the begin of its window.
    """

    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="quota_entries")
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="quota_entries"
    )
    team = models.ForeignKey(
        "accounts.Organisation",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="quota_entries",
    )
    track = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=QuotaKind.choices)
    amount = models.SmallIntegerField()
    reason = models.CharField(max_length=10, choices=QuotaReason.choices)
    at = models.DateTimeField()

    objects = QuotaEntryQuerySet.as_manager()

    class Meta:
        ordering = ["at", "pk"]
        verbose_name_plural = "quota entries"
        indexes = [
            models.Index(fields=["account", "track", "kind", "at"], name="quota_of_an_account"),
            models.Index(fields=["team", "track", "kind", "at"], name="quota_of_a_team"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["submission", "kind", "amount"], name="quota_entry_once"),
            models.CheckConstraint(condition=Q(amount__in=[1, -1]), name="quota_entry_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.amount:+} {self.kind}, submission {self.submission_id}"
