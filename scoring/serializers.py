"""What the API says, member by member, from the same values as the pages; figures unrounded, shares 0..1."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

STEP_STATES: Final = ("done", "now", "todo", "failed")
VERDICT_STATES: Final = ("pass", "partial", "fail", "shown", "na")
CHECK_STATES: Final = ("pass", "fail", "na", "unmeasured")


class ShapeSerializer(serializers.Serializer[Any]):
    """Writes values out; never reads any in."""


class BoardVersionSerializer(ShapeSerializer):
    """The dataset version that a board is about."""

    name = serializers.CharField()
    track = serializers.CharField()
    digest = serializers.CharField(help_text="SHA-256 over the release's files.")
    task_count = serializers.IntegerField()
    feasible_count = serializers.IntegerField()
    infeasible_count = serializers.IntegerField()
    licence = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)
    is_current = serializers.BooleanField()


class ColumnSerializer(ShapeSerializer):
    """A column of the board."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    help = serializers.CharField()
    paper = serializers.CharField()
    higher_is_better = serializers.BooleanField(allow_null=True)


class CellSerializer(ShapeSerializer):
    """One figure: unrounded, and as the page shows it."""

    key = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    text = serializers.CharField()
    low_text = serializers.CharField(help_text="Lower end of the 95 % interval as shown, empty without one.")
    high_text = serializers.CharField()


class BoardRowSerializer(ShapeSerializer):
    """One entry on the board."""

    rank = serializers.IntegerField(allow_null=True)
    is_shared_rank = serializers.BooleanField()
    unranked_reason = serializers.CharField()
    id = serializers.CharField(source="public_id")
    display_name = serializers.CharField()
    organisation = serializers.CharField()
    model_name = serializers.CharField()
    division = serializers.CharField()
    open_weights = serializers.CharField()
    is_public = serializers.BooleanField()
    missing_tasks = serializers.IntegerField()
    scored_at = serializers.DateTimeField(allow_null=True)
    page_url = serializers.CharField(source="url")
    cells = CellSerializer(many=True)


class PageSerializer(ShapeSerializer):
    """Where in a long list this answer is."""

    number = serializers.IntegerField()
    page_count = serializers.IntegerField()
    total = serializers.IntegerField()


class BoardSerializer(ShapeSerializer):
    """A leaderboard."""

    version = BoardVersionSerializer(allow_null=True)
    evaluator_version = serializers.CharField()
    revision = serializers.IntegerField()
    as_of = serializers.DateTimeField(allow_null=True)
    page = PageSerializer(source="links")
    columns = ColumnSerializer(many=True)
    rows = BoardRowSerializer(many=True)
    unranked = BoardRowSerializer(many=True)
    pending_count = serializers.IntegerField()


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


class EntryDimensionSerializer(ShapeSerializer):
    """How an entry did on one dimension."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    failed_count = serializers.IntegerField()
    n = serializers.IntegerField()
    mean = serializers.CharField(source="mean_text")
    failure_rate = serializers.CharField(source="failure_rate_text")


class EntrySerializer(ShapeSerializer):
    """An entry with every aggregate under its official key, and the digests that it rests on."""

    id = serializers.CharField(source="header.public_id")
    display_name = serializers.CharField(source="header.display_name")
    label = serializers.CharField(source="header.label")  # type: ignore[assignment]  # Declared fields are taken off the class.
    model_name = serializers.CharField(source="header.model_name")
    organisation = serializers.CharField(source="header.organisation")
    description = serializers.CharField(source="header.description")
    division = serializers.CharField(source="header.division")
    open_weights = serializers.CharField(source="header.open_weights")
    visibility = serializers.CharField(source="header.visibility")
    rank = serializers.IntegerField(source="header.rank", allow_null=True)
    is_shared_rank = serializers.BooleanField(source="header.is_shared_rank")
    ranked_count = serializers.IntegerField(source="header.ranked_count")
    unranked_reason = serializers.CharField(source="header.unranked_reason")
    dataset_version = serializers.CharField(source="header.version_name")
    track = serializers.CharField(source="header.track")
    evaluator_version = serializers.CharField(source="header.evaluator_version")
    received_at = serializers.DateTimeField(source="header.received_at")
    scored_at = serializers.DateTimeField(source="header.scored_at", allow_null=True)
    missing_tasks = serializers.IntegerField(source="header.missing_tasks")
    error_tasks = serializers.IntegerField(source="header.error_tasks")
    bundle_sha256 = serializers.CharField(source="header.bundle_sha256")
    release_digest = serializers.CharField(source="header.release_digest")
    results_digest = serializers.CharField(source="header.results_digest")
    dimensions = EntryDimensionSerializer(many=True)
    summary = serializers.DictField(help_text="Every aggregate by its official key.")


class VerdictSerializer(ShapeSerializer):
    """One dimension of one task."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    state = serializers.ChoiceField(choices=VERDICT_STATES)
    value = serializers.FloatField(allow_null=True)


class FailureSerializer(ShapeSerializer):
    """A check that failed, in words."""

    code = serializers.CharField()
    title = serializers.CharField()
    message = serializers.CharField()
    path = serializers.CharField()


class TaskResultSerializer(ShapeSerializer):
    """One task of an entry."""

    query_index = serializers.IntegerField()
    query = serializers.CharField()
    kind = serializers.ChoiceField(choices=["feasible", "infeasible"])
    is_perfect = serializers.BooleanField()
    gates = serializers.ListField(child=serializers.CharField())
    verdicts = VerdictSerializer(many=True)
    failures = FailureSerializer(many=True)
    page_url = serializers.CharField(source="url")


class FactSerializer(ShapeSerializer):
    """A name and a value as the page shows them."""

    title = serializers.CharField()
    text = serializers.CharField()


class FactTableSerializer(ShapeSerializer):
    """A fact that is a list of records."""

    title = serializers.CharField()
    heads = serializers.ListField(child=serializers.CharField())
    rows = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    more = serializers.IntegerField(help_text="Records that are not listed.")


class CheckSerializer(ShapeSerializer):
    """One check at one place of the plan."""

    code = serializers.CharField()
    state = serializers.ChoiceField(choices=CHECK_STATES)
    message = serializers.CharField()
    path = serializers.CharField()
    facts = FactSerializer(many=True)
    tables = FactTableSerializer(many=True)


class CheckGroupSerializer(ShapeSerializer):
    """A dimension with its verdict and its checks."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    state = serializers.ChoiceField(choices=VERDICT_STATES)
    value = serializers.FloatField(allow_null=True)
    failed = CheckSerializer(many=True)
    others = CheckSerializer(many=True)


class TaskPageSerializer(ShapeSerializer):
    """One task of an entry with every check's reason."""

    entry = serializers.CharField(source="header.public_id")
    query_index = serializers.IntegerField()
    query = serializers.CharField()
    kind = serializers.ChoiceField(choices=["feasible", "infeasible"])
    is_perfect = serializers.BooleanField()
    is_missing = serializers.BooleanField()
    gates = CheckSerializer(many=True)
    dimensions = CheckGroupSerializer(source="groups", many=True)


class TaskResultListSerializer(ShapeSerializer):
    """The tasks of an entry under a filter, by query index."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    results = TaskResultSerializer(many=True)
