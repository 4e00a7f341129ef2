"""An entry and the list of its tasks."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.integrity import PublicIntegritySerializer
from scoring.serializers.shapes import VERDICT_STATES, ShapeSerializer


class EntryDimensionSerializer(ShapeSerializer):
    """How an entry did on one dimension."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    failed_count = serializers.IntegerField()
    n = serializers.IntegerField()
    mean = serializers.CharField(source="mean_text")
    failure_rate = serializers.CharField(source="failure_rate_text")


class LossLineSerializer(ShapeSerializer):
    """A dimension as a reason for tasks that were not solved."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    failing = serializers.IntegerField(help_text="Unsolved tasks below the full score on it.")
    alone = serializers.IntegerField(help_text="Those of them that fail nothing else.")


class LossesSerializer(ShapeSerializer):
    """The tasks that were not solved, by what they fail."""

    tasks = serializers.IntegerField()
    lost = serializers.IntegerField()
    near = serializers.IntegerField(help_text="Unsolved tasks that fail one dimension only.")
    gated = serializers.IntegerField(help_text="Unsolved tasks that fail nothing but a hard gate.")
    lines = LossLineSerializer(many=True)


class CallsSerializer(ShapeSerializer):
    """Tool calls against the fewest that the plans need, over the tasks where both are known."""

    tasks = serializers.IntegerField()
    mean = serializers.CharField(source="calls_text")
    least = serializers.CharField(source="least_text")
    within = serializers.IntegerField(help_text="Tasks with no more calls than that.")
    over = serializers.IntegerField()
    over_by = serializers.CharField(source="over_text", help_text="Mean of the calls beyond it.")


class FieldLineSerializer(ShapeSerializer):
    """One figure against those of the other ranked entries of the board."""

    key = serializers.CharField()
    worse = serializers.IntegerField(help_text="Other ranked entries with a worse figure.")
    among = serializers.IntegerField(help_text="Other ranked entries that have one.")


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
    anonymous_until = serializers.DateTimeField(source="header.anonymous_until", allow_null=True)
    withdrawn_at = serializers.DateTimeField(source="header.withdrawn_at", allow_null=True)
    withdrawal_reason = serializers.CharField(
        source="header.withdrawal_reason", help_text="What was said when it was withdrawn."
    )
    superseded_at = serializers.DateTimeField(source="header.superseded_at", allow_null=True)
    unranked_by = serializers.ListField(child=serializers.CharField(), source="header.unranked_by")
    has_plans = serializers.BooleanField(
        source="header.has_plans", help_text="Everybody may see its plans, not the scores alone."
    )
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
    integrity = PublicIntegritySerializer()
    dimensions = EntryDimensionSerializer(many=True)
    losses = LossesSerializer(source="losses.losses", allow_null=True)
    field = FieldLineSerializer(source="losses.field", many=True)
    calls = CallsSerializer(source="losses.calls", allow_null=True)
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


class TaskAskedSerializer(ShapeSerializer):
    """What a task asks for, as far as breakdowns group by it."""

    cities = serializers.ListField(child=serializers.CharField())
    days = serializers.IntegerField()
    persons = serializers.IntegerField()
    personas = serializers.ListField(child=serializers.CharField())
    budget = serializers.FloatField(allow_null=True, help_text="US dollars for everything.")
    infeasible_type = serializers.CharField(help_text="Why it cannot be fulfilled; empty if it can.")


class TaskUsedSerializer(ShapeSerializer):
    """What the record of a task says was used; null for what it does not say."""

    calls = serializers.FloatField(allow_null=True)
    prompt_tokens = serializers.FloatField(allow_null=True)
    completion_tokens = serializers.FloatField(allow_null=True)
    total_tokens = serializers.FloatField(allow_null=True)
    elapsed_s = serializers.FloatField(allow_null=True)
    least_calls = serializers.FloatField(allow_null=True, help_text="The fewest calls that its plan needs.")


class TaskResultSerializer(ShapeSerializer):
    """One task of an entry."""

    query_index = serializers.IntegerField()
    query = serializers.CharField()
    kind = serializers.ChoiceField(choices=["feasible", "infeasible"])
    asked = TaskAskedSerializer()
    used = TaskUsedSerializer(allow_null=True, help_text="Null while it is being counted.")
    is_perfect = serializers.BooleanField()
    gates = serializers.ListField(child=serializers.CharField())
    verdicts = VerdictSerializer(many=True)
    failures = FailureSerializer(many=True)
    page_url = serializers.CharField(source="url")


class TaskResultListSerializer(ShapeSerializer):
    """The tasks of an entry under a filter, by query index."""

    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    total = serializers.IntegerField()
    results = TaskResultSerializer(many=True)
