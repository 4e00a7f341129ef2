"""The log of boards, and agents with several runs, member by member."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.board import BoardVersionSerializer
from scoring.serializers.shapes import ShapeSerializer


class LogLineSerializer(ShapeSerializer):
    """One thing that happened."""

    id = serializers.CharField(help_text="A URN; the same in the feed, for good.")
    kind = serializers.CharField(help_text="`change`, `dataset` or `evaluator`.")
    at = serializers.DateTimeField()
    version = serializers.CharField(source="version_name")
    evaluator_version = serializers.CharField()
    revision = serializers.IntegerField(allow_null=True, help_text="Of the board, from then on.")
    cause = serializers.CharField(help_text="Empty for a publication.")
    entry_name = serializers.CharField()
    entry_id = serializers.CharField()
    said = serializers.CharField()
    effect = serializers.CharField()
    rank_before = serializers.IntegerField(allow_null=True)
    rank_after = serializers.IntegerField(allow_null=True)
    others_moved = serializers.IntegerField(help_text="How many other entries moved, each by one place.")
    page_url = serializers.CharField(source="url")


class BoardLogSerializer(ShapeSerializer):
    """Changes of boards, newest first, and the publications between them."""

    total = serializers.IntegerField(help_text="Changes of boards; publications are not counted.")
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = LogLineSerializer(many=True)


class RunLineSerializer(ShapeSerializer):
    """One run."""

    number = serializers.IntegerField()
    id = serializers.CharField(source="public_id")
    rank = serializers.IntegerField()
    tp_feasible = serializers.FloatField()
    overall = serializers.FloatField(allow_null=True)
    page_url = serializers.CharField(source="url")


class AgentSerializer(ShapeSerializer):
    """An agent with several runs; shares 0..1."""

    key = serializers.CharField(help_text="The id of its first run.")
    display_name = serializers.CharField()
    model_name = serializers.CharField()
    division = serializers.CharField()
    mean = serializers.FloatField(help_text="Of TP-feas, as the next three.")
    deviation = serializers.FloatField(allow_null=True, help_text="Of a sample: over runs less one.")
    least = serializers.FloatField()
    most = serializers.FloatField()
    in_all = serializers.FloatField(allow_null=True, help_text="Share of feasible tasks passed in every run.")
    in_any = serializers.FloatField(allow_null=True, help_text="Share passed in some run.")
    agreement = serializers.FloatField(
        allow_null=True, help_text="Chance that two different runs agree on a task."
    )
    runs = RunLineSerializer(many=True)


class BoardRunsSerializer(ShapeSerializer):
    """The agents with several runs on a board, the best mean first."""

    version = BoardVersionSerializer(allow_null=True)
    evaluator_version = serializers.CharField()
    revision = serializers.IntegerField()
    total = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = AgentSerializer(many=True)
