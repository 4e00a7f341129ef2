"""A leaderboard, member by member; figures unrounded, shares 0..1."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.shapes import ShapeSerializer


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
