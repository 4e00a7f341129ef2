"""One task of an entry, every check with its reason."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from scoring.serializers.shapes import VERDICT_STATES, ShapeSerializer

CHECK_STATES: Final = ("pass", "fail", "na", "unmeasured")


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
