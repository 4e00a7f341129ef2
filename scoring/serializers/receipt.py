"""A receipt, as the description of the API tells it; what is sent is the stored text itself."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.shapes import ShapeSerializer


class ReceiptEvaluatorSerializer(ShapeSerializer):
    """By what it was scored."""

    version = serializers.CharField()
    configuration = serializers.CharField(help_text="SHA-256 of what that evaluator is set to.")


class ReceiptReleaseSerializer(ShapeSerializer):
    """Against what it was scored."""

    digest = serializers.CharField()


class ReceiptBundleSerializer(ShapeSerializer):
    """What was scored."""

    sha256 = serializers.CharField()
    bytes = serializers.IntegerField()
    selection_declared = serializers.BooleanField(
        help_text="The manifest explains several answers to a task, so that the last one counts."
    )


class ReceiptResultsSerializer(ShapeSerializer):
    """What came out, as digests."""

    digest = serializers.CharField(help_text="SHA-256 over all results, as `trek score` prints it.")
    tasks_digest = serializers.CharField(help_text="SHA-256 of `tasks` in canonical form.")
    tasks = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField(), min_length=2, max_length=2),
        help_text="Pairs of query_index and SHA-256 of that task's result.",
    )


class ReceiptBodySerializer(ShapeSerializer):
    """What is signed."""

    format = serializers.CharField()
    track = serializers.CharField()
    submission = serializers.CharField()
    evaluated_at = serializers.DateTimeField()
    evaluator = ReceiptEvaluatorSerializer()
    release = ReceiptReleaseSerializer()
    bundle = ReceiptBundleSerializer()
    results = ReceiptResultsSerializer()
    summary = serializers.DictField(help_text="Every aggregate by its official key.")


class ReceiptSignatureSerializer(ShapeSerializer):
    """Who signed."""

    algorithm = serializers.CharField()
    key = serializers.CharField(help_text="SHA-256 of the public key.")
    public_key = serializers.CharField()
    value = serializers.CharField(help_text="Over the canonical form of `body`.")


class EvaluationReceiptSerializer(ShapeSerializer):
    """A receipt with its signature."""

    body = ReceiptBodySerializer()
    signature = ReceiptSignatureSerializer()
