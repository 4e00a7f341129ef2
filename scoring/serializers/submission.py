"""Where a submission is, the format report, and the list of one's own."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from scoring.serializers.shapes import ShapeSerializer
from submissions.states import ANONYMOUS_AT_MOST, WITHDRAWAL_REASON_CHARS, Door, Purpose, Visibility
from trek_site.shared.api import StrictSerializer

STEP_STATES: Final = ("done", "now", "todo", "failed")


class StepSerializer(ShapeSerializer):
    """One station on the way of a submission."""

    key = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(choices=STEP_STATES)
    at = serializers.DateTimeField(allow_null=True)


class FindingTotalSerializer(ShapeSerializer):
    """How many findings of one severity there are."""

    severity = serializers.CharField()
    title = serializers.CharField()
    total = serializers.IntegerField()


class LookSerializer(ShapeSerializer):
    """A day on which somebody of the staff looked at it."""

    day = serializers.DateField()
    who = serializers.CharField(help_text="User name.")
    door = serializers.ChoiceField(choices=Door.values, help_text="By which way.")


class SubmissionStatusSerializer(ShapeSerializer):
    """Where a submission is, why, and what may be done next."""

    id = serializers.CharField(source="public_id")
    purpose = serializers.ChoiceField(choices=Purpose.values)
    team = serializers.CharField(help_text="Name of the team it is for, empty without one.")
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    display_name = serializers.CharField()
    model_name = serializers.CharField()
    organisation = serializers.CharField()
    description = serializers.CharField()
    division = serializers.CharField()
    open_weights = serializers.CharField()
    unranked_by = serializers.ListField(
        child=serializers.CharField(), help_text="Why its disclosure keeps it off the ranks."
    )
    supersedes = serializers.CharField(help_text="Id of the entry it replaces, empty if it replaces none.")
    visibility = serializers.ChoiceField(choices=Visibility.values)
    published_at = serializers.DateTimeField(allow_null=True)
    anonymous_until = serializers.DateTimeField(allow_null=True, help_text="When the names appear.")
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    withdrawal_reason = serializers.CharField(
        help_text="Shown to whoever reads the entry, not while it has no names."
    )
    superseded_at = serializers.DateTimeField(allow_null=True)
    dataset_version = serializers.CharField(source="version_name")
    track = serializers.CharField()
    file_name = serializers.CharField()
    file_bytes = serializers.IntegerField()
    file_sha256 = serializers.CharField()
    content_sha256 = serializers.CharField()
    kind = serializers.CharField()
    received_at = serializers.DateTimeField()
    state = serializers.CharField(source="state_key")
    state_title = serializers.CharField()
    state_reason = serializers.CharField()
    state_acts = serializers.CharField(help_text="Who acts next.")
    state_at = serializers.DateTimeField()
    is_final = serializers.BooleanField()
    is_failure = serializers.BooleanField()
    is_held = serializers.BooleanField(
        source="integrity.is_held", help_text="Kept off the ranks until a finding is reviewed."
    )
    progress_done = serializers.IntegerField()
    progress_total = serializers.IntegerField()
    position = serializers.IntegerField(allow_null=True)
    expected = serializers.CharField(source="expected_text")
    deadline_at = serializers.DateTimeField(allow_null=True)
    steps = StepSerializer(many=True)
    findings_totals = FindingTotalSerializer(many=True)
    can_confirm = serializers.BooleanField()
    can_cancel = serializers.BooleanField()
    can_publish = serializers.BooleanField()
    can_withdraw = serializers.BooleanField()
    failure_id = serializers.CharField()
    entry_page_url = serializers.CharField(source="entry_url")
    poll_seconds = serializers.IntegerField()
    staff_looks = LookSerializer(
        many=True, help_text="Who of the staff looked at it, newest first; told to its owner and team only."
    )


class SubmissionLineSerializer(ShapeSerializer):
    """One of the reader's own submissions."""

    id = serializers.CharField(source="public_id")
    purpose = serializers.ChoiceField(choices=Purpose.values)
    team = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    display_name = serializers.CharField()
    dataset_version = serializers.CharField(source="version_name")
    received_at = serializers.DateTimeField()
    state = serializers.CharField(source="state_key")
    state_title = serializers.CharField()
    is_final = serializers.BooleanField()
    is_failure = serializers.BooleanField()
    rank = serializers.IntegerField(allow_null=True)
    page_url = serializers.CharField(source="url")


class SubmissionListSerializer(ShapeSerializer):
    """The reader's own submissions, newest first."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    results = SubmissionLineSerializer(many=True)


class ReportSerializer(ShapeSerializer):
    """The format report of a bundle; the same document as from the command line's validator."""

    bundle = serializers.CharField()
    state = serializers.CharField()
    findings = serializers.ListField(child=serializers.DictField())
    totals = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="Findings by severity; absent before the check.",
    )
    counts = serializers.DictField(child=serializers.IntegerField(allow_null=True), required=False)
    not_shown = serializers.DictField(child=serializers.IntegerField(), required=False)


class WithdrawalSerializer(StrictSerializer):
    """Why an entry is withdrawn."""

    reason = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=WITHDRAWAL_REASON_CHARS,
        help_text="Whoever reads the entry reads this, as long as it is withdrawn.",
    )


class PublicationSerializer(StrictSerializer):
    """How a submission is to be shown."""

    visibility = serializers.ChoiceField(
        choices=[Visibility.PUBLIC.value, Visibility.ANONYMOUS.value],
        required=False,
        help_text="`public` (default), or `anonymous`: without names until a day.",
    )
    until = serializers.DateField(
        required=False,
        help_text="With `anonymous`: the day, in UTC, at whose beginning the names appear. After "
        f"{ANONYMOUS_AT_MOST.days} days at the latest, and so when absent.",
    )
