"""What people send."""

from __future__ import annotations

import functools
import operator
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from submissions.states import (
    ANONYMOUS_AT_MOST,
    FINAL,
    OUTCOMES,
    SHOWN,
    UNFINISHED,
    WITHDRAWAL_REASON_CHARS,
    CancelledBy,
    Division,
    Kind,
    OpenWeights,
    Outcome,
    Purpose,
    State,
    Visibility,
)
from submissions.visibility import Viewer, owned_or_moderated
from trek_site.shared.public_ids import PUBLIC_ID_LENGTH, public_id_new
from trek_site.shared.turns import Line, TurnTakingRow, party_of


def may_be_scored() -> Q:
    """The rule of what may be scored: valid, or confirmed by its owner, and sent for that."""
    return Q(
        Q(outcome=Outcome.VALID) | Q(outcome=Outcome.NEEDS_CONFIRMATION, confirmed_at__isnull=False),
        state=State.CHECKED,
        purpose=Purpose.ENTRY,
    )


def is_unconfirmed() -> Q:
    """The rule of what waits for a word of its owner."""
    return Q(
        state=State.CHECKED,
        outcome=Outcome.NEEDS_CONFIRMATION,
        confirmed_at__isnull=True,
        purpose=Purpose.ENTRY,
    )


class SubmissionQuerySet(models.QuerySet["Submission"]):
    """The questions that are asked about submissions, each in one place."""

    def visible_to(self, viewer: Viewer) -> Self:
        """Those whose status, findings and file the viewer may see; publishing shows scores, not these."""
        return self.filter(owned_or_moderated(viewer))

    def unfinished(self) -> Self:
        """Those that the machinery still has to do something about."""
        return self.filter(state__in=UNFINISHED)

    def in_line(self) -> Line:
        """Those that wait for their check, in turns."""
        return Line(rows=self.unfinished(), since="received_at")

    def scorable(self) -> Self:
        """Those that may be scored."""
        return self.filter(may_be_scored())

    def unconfirmed(self) -> Self:
        """Those that wait for a word of their owner."""
        return self.filter(is_unconfirmed())


def _state_and_outcome_agree() -> Q:
    pairs = (Q(state=state, outcome__in=sorted(outcomes)) for state, outcomes in OUTCOMES.items())
    return functools.reduce(operator.or_, pairs)


def holds_its_label() -> Q:
    """Entries that keep their label from others of the account.

    A refused or cancelled upload is no entry: whoever mends the file may use the label again.
    """
    return (
        Q(purpose=Purpose.ENTRY)
        & ~Q(label="")
        & ~Q(outcome=Outcome.INVALID)
        & ~Q(state__in=[State.CANCELLED, State.FAILED])
    )


def _shown_in_order() -> Q:
    """Times and visibility agree: private has no time, anonymous has an end that is not too far."""
    private = Q(
        visibility=Visibility.PRIVATE,
        published_at__isnull=True,
        withdrawn_at__isnull=True,
        anonymous_until__isnull=True,
    )
    anonymous = Q(
        visibility=Visibility.ANONYMOUS,
        published_at__isnull=False,
        anonymous_until__isnull=False,
        anonymous_until__lte=models.F("published_at") + ANONYMOUS_AT_MOST,
    )
    return private | anonymous | Q(visibility=Visibility.PUBLIC, published_at__isnull=False)


class Submission(TurnTakingRow):
    """What somebody sent, in the bytes they sent.

    Attributes:
        public_id: Its name in URLs.
        owner: Who sent it.
        team: Whose it is; its members at the time of the request act on it. None: its owner's alone.
        party: Whose turn it takes: its team's, else its owner's.
        purpose: Entries may be scored; what was sent to be checked only never is.
        manifest: What the submitter says about the run, as cleaned members; {} until it is known. The label
            and the seven columns after it are made from it, so that boards can be asked about them.
        unranked_by: Disclosures of the manifest that keep an entry off the ranks, as JSON Pointers.
        anonymous_until: Until when an anonymous entry is shown without names.
        withdrawn_by: The moderator who took it off the board; None where its owner or team did.
        withdrawal_reason: What whoever withdrew it says to those who read it; empty unless it is withdrawn.
        supersedes: The earlier entry that this one replaces once it is published.
        superseded_at: When a later entry took this one's place; it stays readable.
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
    team = models.ForeignKey(
        "accounts.Organisation",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="submissions",
    )
    party = models.GeneratedField(
        expression=party_of(owner="owner", team="team"),
        output_field=models.BigIntegerField(),
        db_persist=True,
    )
    dataset_version = models.ForeignKey(
        "kb_browser.DatasetVersion", on_delete=models.PROTECT, related_name="submissions"
    )
    purpose = models.CharField(max_length=10, choices=Purpose.choices, default=Purpose.ENTRY, editable=False)
    manifest = models.JSONField(default=dict, blank=True, editable=False)
    label = models.CharField(max_length=128, blank=True)
    display_name = models.CharField(max_length=80, blank=True)
    model_name = models.CharField(max_length=255, blank=True)
    organisation = models.CharField(max_length=255, blank=True)
    description = models.TextField(max_length=4000, blank=True)
    division = models.CharField(max_length=10, choices=Division.choices, default=Division.STANDARD)
    open_weights = models.CharField(max_length=10, choices=OpenWeights.choices, default=OpenWeights.UNKNOWN)
    visibility = models.CharField(max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE)
    publishes_plans = models.BooleanField(default=False)
    unranked_by = models.JSONField(default=list, blank=True)
    anonymous_until = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
    )
    withdrawal_reason = models.TextField(
        max_length=WITHDRAWAL_REASON_CHARS, blank=True, default="", db_default="", editable=False
    )
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="successors"
    )
    superseded_at = models.DateTimeField(null=True, blank=True)
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
    cancelled_by = models.CharField(
        max_length=10, choices=CancelledBy.choices, default=CancelledBy.NOBODY, blank=True, editable=False
    )
    failure_id = models.CharField(max_length=20, blank=True, editable=False)
    counts = models.JSONField(default=dict, blank=True, editable=False)
    received_at = models.DateTimeField(editable=False)
    state_at = models.DateTimeField(editable=False)

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["-received_at", "-pk"]
        indexes = [
            models.Index(fields=["owner", "-received_at"], name="submission_owner_newest"),
            models.Index(fields=["team", "-received_at"], name="submission_team_newest"),
            models.Index(
                fields=["rung_at"],
                condition=Q(state__in=UNFINISHED),
                name="submission_unfinished",
            ),
            # Whom workers work for, and when each party was last served: asked whenever a worker is free.
            models.Index(
                fields=["party", "lease_until"],
                condition=Q(state__in=UNFINISHED),
                name="submission_in_line",
            ),
            models.Index(fields=["party", "-claimed_at"], name="submission_party_served"),
            # A board says how many are under way; counting them must not read all that ever were.
            models.Index(fields=["dataset_version", "state"], name="submission_version_state"),
            # The sweep asks every few seconds whose anonymity has ended.
            models.Index(
                fields=["anonymous_until"],
                condition=Q(visibility=Visibility.ANONYMOUS),
                name="submission_anonymous",
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                "owner",
                Lower("label"),
                condition=holds_its_label(),
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
            models.CheckConstraint(condition=_shown_in_order(), name="submission_public_has_a_time"),
            models.CheckConstraint(
                condition=Q(withdrawn_by__isnull=True) | Q(withdrawn_at__isnull=False),
                name="submission_withdrawn_by_at_a_time",
            ),
            models.CheckConstraint(
                condition=Q(withdrawal_reason="") | Q(withdrawn_at__isnull=False),
                name="submission_reason_of_a_withdrawal",
            ),
            models.CheckConstraint(
                condition=(Q(state=State.CANCELLED) & ~Q(cancelled_by=""))
                | (~Q(state=State.CANCELLED) & Q(cancelled_by="")),
                name="submission_cancelled_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(purpose=Purpose.ENTRY)
                | Q(
                    purpose=Purpose.CHECK,
                    team__isnull=True,
                    visibility=Visibility.PRIVATE,
                    confirmed_at__isnull=True,
                    supersedes__isnull=True,
                ),
                name="submission_check_is_never_shown",
            ),
            models.CheckConstraint(
                condition=~Q(supersedes=models.F("id")), name="submission_supersedes_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.label or self.file_name} ({self.public_id})"

    @property
    def is_public(self) -> bool:
        """Shown by its owner, with or without names, and not withdrawn; as `visibility.published` says."""
        return self.visibility in SHOWN and self.withdrawn_at is None
