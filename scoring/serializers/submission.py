"""Where a submission is, the format report, and the list of one's own."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from scoring.serializers.shapes import ShapeSerializer

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


class SubmissionStatusSerializer(ShapeSerializer):
    """Where a submission is, why, and what may be done next."""

    id = serializers.CharField(source="public_id")
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    display_name = serializers.CharField()
    model_name = serializers.CharField()
    organisation = serializers.CharField()
    description = serializers.CharField()
    division = serializers.CharField()
    open_weights = serializers.CharField()
    visibility = serializers.CharField()
    dataset_version = serializers.CharField(source="version_name")
    track = serializers.CharField()
    file_name = serializers.CharField()
    file_bytes = serializers.IntegerField()
    file_sha256 = serializers.CharField()
    content_sha256 = serializers.CharField()
    received_at = serializers.DateTimeField()
    state = serializers.CharField(source="state_key")
    state_title = serializers.CharField()
    state_reason = serializers.CharField()
    state_at = serializers.DateTimeField()
    is_final = serializers.BooleanField()
    is_failure = serializers.BooleanField()
    progress_done = serializers.IntegerField()
    progress_total = serializers.IntegerField()
    position = serializers.IntegerField(allow_null=True)
    expected = serializers.CharField(source="expected_text")
    deadline_at = serializers.DateTimeField(allow_null=True)
    steps = StepSerializer(many=True)
    findings_totals = FindingTotalSerializer(many=True)
    can_confirm = serializers.BooleanField()
    can_publish = serializers.BooleanField()
    can_withdraw = serializers.BooleanField()
    failure_id = serializers.CharField()
    entry_page_url = serializers.CharField(source="entry_url")
    poll_seconds = serializers.IntegerField()


class SubmissionLineSerializer(ShapeSerializer):
    """One of the reader's own submissions."""

    id = serializers.CharField(source="public_id")
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
