"""Two entries side by side."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from scoring.serializers.board import CellSerializer
from scoring.serializers.shapes import ShapeSerializer

SPLIT_STATES: Final = ("only_a", "only_b", "both", "neither", "na")
SIDE_KINDS: Final = ("entry", "gold", "reported")
LEADERS: Final = ("a", "b", "")


class SideSerializer(ShapeSerializer):
    """One of the two; names as the reader may know them."""

    key = serializers.CharField(help_text="Public id of the entry, `gold`, or `reported:` and a key.")
    kind = serializers.ChoiceField(choices=SIDE_KINDS)
    name = serializers.CharField()
    model_name = serializers.CharField(allow_blank=True)
    organisation = serializers.CharField(allow_blank=True)
    rank = serializers.IntegerField(allow_null=True)


class PairedLineSerializer(ShapeSerializer):
    """One thing that both are judged by, task by task."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    tasks = serializers.IntegerField()
    a_passes = serializers.IntegerField()
    b_passes = serializers.IntegerField()
    only_a = serializers.IntegerField()
    only_b = serializers.IntegerField()
    p_value = serializers.FloatField(help_text="Exact McNemar test of this line alone, 0..1.")
    is_told = serializers.BooleanField(help_text="Whether that is at most 0.05.")
    leader = serializers.ChoiceField(choices=LEADERS, allow_blank=True)


class SpentLineSerializer(ShapeSerializer):
    """What both say they used, over the tasks where both do; figures as the page shows them."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    tasks = serializers.IntegerField()
    a = serializers.CharField(source="a_text")
    b = serializers.CharField(source="b_text")
    difference = serializers.CharField(source="difference_text")
    interval = serializers.CharField(source="interval_text", help_text="95 %, bootstrap over tasks.")
    p = serializers.CharField(source="p_text", help_text="Of the sign-flip test of this line alone.")
    is_told = serializers.BooleanField(help_text="Whether that is at most 0.05.")


class FigurePairSerializer(ShapeSerializer):
    """A figure of the entry, and the same of the reported model; no difference, no test."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    a = CellSerializer()
    b = CellSerializer()


class MatrixCellSerializer(ShapeSerializer):
    """Which of the two passed a task."""

    query_index = serializers.IntegerField()
    state = serializers.ChoiceField(choices=SPLIT_STATES)


class ComparedTaskSerializer(ShapeSerializer):
    """A task of the list, with the labels of the dimensions that each fails."""

    query_index = serializers.IntegerField()
    query = serializers.CharField()
    kind = serializers.ChoiceField(choices=["feasible", "infeasible"])
    state = serializers.ChoiceField(choices=SPLIT_STATES)
    a_fails = serializers.ListField(child=serializers.CharField())
    b_fails = serializers.ListField(child=serializers.CharField())


class ComparisonSerializer(ShapeSerializer):
    """A comparison; `matrix` and `tasks` are about what `on` names.

    Beside a reported model there are `figures` and `rates`, and nothing about tasks.
    """

    version = serializers.CharField(source="version_name")
    evaluator_version = serializers.CharField()
    a = SideSerializer()
    b = SideSerializer()
    said = serializers.ListField(child=serializers.CharField())
    lines = PairedLineSerializer(many=True)
    spent = SpentLineSerializer(many=True)
    figures = FigurePairSerializer(many=True, help_text="Columns of the board.")
    rates = FigurePairSerializer(many=True, help_text="Failure rates by dimension.")
    on = serializers.CharField(source="filters.on")
    split = serializers.CharField(source="filters.split")
    matrix = MatrixCellSerializer(many=True)
    total = serializers.IntegerField(source="links.total", help_text="Tasks of the split, over all pages.")
    tasks = ComparedTaskSerializer(many=True)
