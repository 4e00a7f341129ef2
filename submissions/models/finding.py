"""What was found in an upload."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from submissions.models.submission import Submission


class SubmissionFinding(models.Model):
    """One thing to say about an upload, with its place; the order of `ordinal` is the order of the report.

    `file` names an entry of an archive; "" for the file of records.
    """

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="findings")
    ordinal = models.PositiveIntegerField()
    code = models.CharField(max_length=10)
    severity = models.CharField(
        max_length=1, choices=[("F", "fatal"), ("R", "record"), ("W", "warning"), ("I", "information")]
    )
    stage = models.CharField(max_length=20)
    file = models.CharField(max_length=255, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    column = models.PositiveIntegerField(default=1)
    byte = models.PositiveBigIntegerField(null=True, blank=True)
    task = models.BigIntegerField(null=True, blank=True)
    pointer = models.TextField(blank=True)
    message = models.TextField()
    hint = models.TextField(blank=True)

    class Meta:
        ordering = ["submission", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["submission", "ordinal"], name="finding_ordinal_unique"),
            models.CheckConstraint(
                condition=Q(severity__in=["F", "R", "W", "I"]), name="finding_severity_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} line {self.line}"
