"""One task of an entry, every check with its reason."""

from __future__ import annotations

from typing import Final

from rest_framework import serializers

from scoring.serializers.shapes import VERDICT_STATES, ShapeSerializer

CHECK_STATES: Final = ("pass", "fail", "na", "unmeasured")

EVIDENCE_KINDS: Final = (
    "checklist",
    "records",
    "personas",
    "bill",
    "cause",
    "visits",
    "transitions",
    "timeline",
)


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


class MarkedTextSerializer(ShapeSerializer):
    """A part of a text."""

    text = serializers.CharField(trim_whitespace=False)
    kind = serializers.CharField(help_text="What it is marked as; empty for nothing.")


class EvidenceHeadSerializer(ShapeSerializer):
    """A column."""

    text = serializers.CharField()
    is_number = serializers.BooleanField()


class EvidenceCellSerializer(ShapeSerializer):
    """One cell: as the page shows it, with the number behind it."""

    text = serializers.CharField()
    value = serializers.FloatField(allow_null=True, help_text="Null where there is no exact number.")
    detail = serializers.CharField()
    state = serializers.CharField(help_text="pass, partial or fail of a verdict; empty for other cells.")
    record = serializers.CharField(help_text="Key of a record of the knowledge base; empty for none.")
    url = serializers.CharField(help_text="Where that record can be read; empty for nowhere.")


class EvidenceTableSerializer(ShapeSerializer):
    """What the verdict of a dimension rests on, row by row; only where the plan may be seen."""

    kind = serializers.ChoiceField(choices=EVIDENCE_KINDS)
    title = serializers.CharField()
    note = serializers.CharField()
    heads = EvidenceHeadSerializer(many=True)
    rows = serializers.ListField(child=EvidenceCellSerializer(many=True))
    sums = serializers.ListField(
        child=EvidenceCellSerializer(many=True), help_text="Subtotals and totals: a title and an amount each."
    )
    more_text = serializers.CharField(help_text="What is left out of an overlong table.")
    quote = MarkedTextSerializer(many=True, help_text="A text of the answer, what was recognised marked.")


class CheckGroupSerializer(ShapeSerializer):
    """A dimension with its verdict and its checks."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    state = serializers.ChoiceField(choices=VERDICT_STATES)
    value = serializers.FloatField(allow_null=True)
    paper = serializers.CharField(help_text="Where the rule is defined.")
    evidence = EvidenceTableSerializer(allow_null=True)
    failed = CheckSerializer(many=True)
    others = CheckSerializer(many=True)


class TaskPageSerializer(ShapeSerializer):
    """One task of an entry with every check's reason."""

    entry = serializers.CharField(source="header.public_id")
    query_index = serializers.IntegerField()
    query = serializers.CharField()
    request = MarkedTextSerializer(many=True, help_text="The request in pieces, its constraints marked.")
    evidence_note = serializers.CharField(help_text="Why there is no evidence although the plan may be seen.")
    timeline = EvidenceTableSerializer(
        source="timeline.table",
        allow_null=True,
        help_text="The plan's days, and the gold's where asked for; null where the plan may not be seen.",
    )
    route = EvidenceTableSerializer(
        source="route.table", allow_null=True, help_text="Where the plan goes; likewise."
    )
    kind = serializers.ChoiceField(choices=["feasible", "infeasible"])
    is_perfect = serializers.BooleanField()
    is_missing = serializers.BooleanField()
    gates = CheckSerializer(many=True)
    gates_held = CheckSerializer(many=True)
    dimensions = CheckGroupSerializer(source="groups", many=True)
