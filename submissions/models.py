"""Submissions and what was found in them."""

from __future__ import annotations

import functools
import operator
import secrets
from typing import Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from submissions.states import (
    FINAL,
    OUTCOMES,
    UNFINISHED,
    Division,
    Kind,
    OpenWeights,
    Outcome,
    State,
    Visibility,
)
from submissions.visibility import Viewer, owned_or_moderated
from trek_site.shared.leases import LeasedRow

# No characters that are mistaken for each other when an id is read aloud. 12 of 31 give 59 bits.
PUBLIC_ID_ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
PUBLIC_ID_LENGTH: Final = 12


def public_id_new() -> str:
    """A random name for URLs, which cannot be guessed or counted through."""
    return "".join(secrets.choice(PUBLIC_ID_ALPHABET) for _ in range(PUBLIC_ID_LENGTH))


class SubmissionQuerySet(models.QuerySet["Submission"]):
    """The questions that are asked about submissions, each in one place."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Those whose status, findings and file the viewer may see; publishing shows scores, not these."""
        return self.filter(owned_or_moderated(viewer))

    def unfinished(self) -> Self:
        """Those that the machinery still has to do something about."""
        return self.filter(state__in=UNFINISHED)

    def scorable(self) -> Self:
        """Those that may be scored: valid, or confirmed by their owner."""
        return self.filter(
            Q(outcome=Outcome.VALID) | Q(outcome=Outcome.NEEDS_CONFIRMATION, confirmed_at__isnull=False),
            state=State.CHECKED,
        )


def _state_and_outcome_agree() -> Q:
    pairs = (Q(state=state, outcome__in=sorted(outcomes)) for state, outcomes in OUTCOMES.items())
    return functools.reduce(operator.or_, pairs)


class Submission(LeasedRow):
    """What somebody sent, in the bytes they sent.

    Attributes:
        public_id: Its name in URLs.
        idempotency_key: Chosen by the client so that a repeated request is recognised; None without one.
        file_name: As sent, for display only; the bytes lie under their digest.
        file_sha256: Of the bytes as sent.
        content_sha256: Of the unpacked bytes; empty until the check has read them.
        counts: Figures of the check's report, and the totals of findings that are not stored one by one.
        failure_id: Quoted to us by the submitter when the failure is ours.
    """

    public_id = models.CharField(
        max_length=PUBLIC_ID_LENGTH, unique=True, default=public_id_new, editable=False
    )
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="submissions")
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="submissions"
    )
    label = models.CharField(max_length=128)
    display_name = models.CharField(max_length=80)
    model_name = models.CharField(max_length=120, blank=True)
    organisation = models.CharField(max_length=120, blank=True)
    description = models.TextField(max_length=4000, blank=True)
    division = models.CharField(max_length=10, choices=Division.choices, default=Division.STANDARD)
    open_weights = models.CharField(max_length=10, choices=OpenWeights.choices, default=OpenWeights.UNKNOWN)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    idempotency_key = models.CharField(max_length=200, null=True, blank=True, editable=False)  # noqa: DJ001  # None and "" differ: a key is unique, its absence is not.
    file_name = models.CharField(max_length=255)
    file_sha256 = models.CharField(max_length=64, db_index=True, editable=False)
    file_bytes = models.PositiveBigIntegerField(editable=False)
    content_sha256 = models.CharField(max_length=64, blank=True, editable=False)
    kind = models.CharField(max_length=10, choices=Kind.choices, editable=False)
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECEIVED, editable=False)
    outcome = models.CharField(
        max_length=20, choices=Outcome.choices, default=Outcome.NONE, blank=True, editable=False
    )
    confirmed_at = models.DateTimeField(null=True, blank=True, editable=False)
    failure_id = models.CharField(max_length=20, blank=True, editable=False)
    counts = models.JSONField(default=dict, blank=True, editable=False)
    received_at = models.DateTimeField(editable=False)
    state_at = models.DateTimeField(editable=False)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["-received_at", "-pk"]
        indexes = [
            models.Index(fields=["owner", "-received_at"], name="submission_owner_newest"),
            models.Index(
                fields=["rung_at"],
                condition=Q(state__in=UNFINISHED),
                name="submission_unfinished",
            ),
            # A board says how many are under way; counting them must not read all that ever were.
            models.Index(fields=["dataset_version", "state"], name="submission_version_state"),
        ]
        constraints = [
            # A refused upload is no entry: whoever mends the file may use the label again.
            models.UniqueConstraint(
                "owner",
                Lower("label"),
                condition=~Q(outcome=Outcome.INVALID) & ~Q(state=State.FAILED),
                name="submission_label_unique_per_owner",
            ),
            models.UniqueConstraint(
                fields=["owner", "idempotency_key"], name="submission_idempotency_key_unique"
            ),
            models.CheckConstraint(condition=_state_and_outcome_agree(), name="submission_state_and_outcome"),
            models.CheckConstraint(
                condition=Q(state__in=sorted(FINAL), deadline_at__isnull=True)
                | (~Q(state__in=sorted(FINAL)) & Q(deadline_at__isnull=False)),
                name="submission_deadline_unless_final",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=sorted(FINAL)) | Q(lease_token__isnull=True),
                name="submission_final_has_no_lease",
            ),
            models.CheckConstraint(
                condition=(Q(state=State.FAILED) & ~Q(failure_id=""))
                | (~Q(state=State.FAILED) & Q(failure_id="")),
                name="submission_failure_has_an_id",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_at__isnull=True) | Q(outcome=Outcome.NEEDS_CONFIRMATION),
                name="submission_confirmed_only_if_asked",
            ),
            models.CheckConstraint(
                condition=Q(visibility=Visibility.PUBLIC, published_at__isnull=False)
                | Q(visibility=Visibility.PRIVATE, published_at__isnull=True, withdrawn_at__isnull=True),
                name="submission_public_has_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label} ({self.public_id})"

    @property
    def is_public(self) -> bool:
        """Shown by its owner and not withdrawn; the same rule as `visibility.published`."""
        return self.visibility == Visibility.PUBLIC and self.withdrawn_at is None


class SubmissionFinding(models.Model):
    """One thing to say about an upload, with its place; the order of `ordinal` is the order of the report."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="findings")
    ordinal = models.PositiveIntegerField()
    code = models.CharField(max_length=10)
    severity = models.CharField(
        max_length=1, choices=[("F", "fatal"), ("R", "record"), ("W", "warning"), ("I", "information")]
    )
    stage = models.CharField(max_length=20)
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
