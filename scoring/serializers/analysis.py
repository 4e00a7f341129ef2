"""The analysis of boards, member by member; figures unrounded, shares 0..1."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.board import PageSerializer
from scoring.serializers.shapes import ShapeSerializer


class EntrantSerializer(ShapeSerializer):
    """Who a row is about."""

    rank = serializers.IntegerField()
    is_shared_rank = serializers.BooleanField()
    id = serializers.CharField(source="public_id")
    display_name = serializers.CharField()
    organisation = serializers.CharField()
    model_name = serializers.CharField()
    division = serializers.CharField()
    open_weights = serializers.CharField()
    page_url = serializers.CharField(source="url")


class FrameSerializer(ShapeSerializer):
    """The board that an analysis is about."""

    track = serializers.CharField()
    version = serializers.CharField(source="version_name")
    task_count = serializers.IntegerField()
    evaluator_version = serializers.CharField()
    revision = serializers.IntegerField()
    as_of = serializers.DateTimeField(allow_null=True)
    ranked_count = serializers.IntegerField()


class FailureColumnSerializer(ShapeSerializer):
    """What a column of cells counts."""

    key = serializers.CharField(help_text="A dimension, `perfect`, or the value of a group.")
    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    task_count = serializers.IntegerField(help_text="Tasks that it may apply to at most.")


class FailureCellSerializer(ShapeSerializer):
    """How often one entry failed."""

    key = serializers.CharField()
    failed = serializers.IntegerField()
    applicable = serializers.IntegerField()
    rate = serializers.FloatField(allow_null=True)
    low = serializers.FloatField(allow_null=True, help_text="Lower end of Wilson's 95 % interval.")
    high = serializers.FloatField(allow_null=True)
    tasks_url = serializers.CharField(source="url", help_text="Lists exactly the failed tasks.")


class FailureRowSerializer(ShapeSerializer):
    """One entry; without cells while its results are being counted."""

    entry = EntrantSerializer(source="entrant")
    cells = FailureCellSerializer(many=True)


class ReportedRateSerializer(ShapeSerializer):
    """A published rate."""

    key = serializers.CharField()
    rate = serializers.FloatField(allow_null=True)


class ReportedFailuresSerializer(ShapeSerializer):
    """A published row: of another run on another release."""

    model = serializers.CharField(source="name")
    vendor = serializers.CharField()
    cells = ReportedRateSerializer(many=True)


class FailuresSerializer(ShapeSerializer):
    """Where agents fail."""

    board = FrameSerializer(source="frame", allow_null=True)
    grouping = serializers.CharField(help_text="What tasks are grouped by; empty for dimensions.")
    subject = serializers.CharField(help_text="What is failed where tasks are grouped.")
    columns = FailureColumnSerializer(many=True)
    rows = FailureRowSerializer(many=True)
    reported = ReportedFailuresSerializer(many=True)
    page = PageSerializer(source="links")


class PriceSerializer(ShapeSerializer):
    """What one model costs."""

    model = serializers.CharField()
    prompt_usd = serializers.FloatField(help_text="US dollars for a million tokens.")
    completion_usd = serializers.FloatField()
    valid_from = serializers.DateField()
    source = serializers.CharField()  # type: ignore[assignment]


class PricesSerializer(ShapeSerializer):
    """The table of prices that is applied."""

    as_of = serializers.DateField()
    source = serializers.CharField()  # type: ignore[assignment]
    is_made_up = serializers.BooleanField()
    rows = PriceSerializer(many=True)


class CostRowSerializer(ShapeSerializer):
    """One entry whose cost is known."""

    entry = EntrantSerializer(source="entrant")
    tp_feasible = serializers.FloatField(source="quality")
    tp_feasible_low = serializers.FloatField(source="quality_low", allow_null=True)
    tp_feasible_high = serializers.FloatField(source="quality_high", allow_null=True)
    cost = serializers.FloatField()
    tasks_known = serializers.IntegerField(source="known")
    is_partial = serializers.BooleanField()
    is_on_front = serializers.BooleanField()
    front_certainty = serializers.FloatField(source="certainty", allow_null=True)
    priced_as = serializers.CharField(source="price_model")


class UncountedRowSerializer(ShapeSerializer):
    """One entry without a cost."""

    entry = EntrantSerializer(source="entrant")
    reason = serializers.CharField()


class PairSerializer(ShapeSerializer):
    """How surely one entry dominates another."""

    better = serializers.CharField(source="better.public_id")
    worse = serializers.CharField(source="worse.public_id")
    share = serializers.FloatField()


class CostSerializer(ShapeSerializer):
    """What quality costs."""

    board = FrameSerializer(source="frame", allow_null=True)
    unit = serializers.CharField()
    prices = PricesSerializer(allow_null=True)
    draws = serializers.IntegerField(help_text="Of the bootstrap; 0 while it is being worked out.")
    is_pending = serializers.BooleanField()
    rows = CostRowSerializer(many=True)
    hidden = serializers.IntegerField(help_text="Entries of lower rank that are not listed.")
    unknown = UncountedRowSerializer(source="uncounted", many=True)
    pairs = PairSerializer(many=True)


class OrderHeadSerializer(ShapeSerializer):
    """One way of ordering."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    correlation = serializers.FloatField(
        allow_null=True, help_text="Spearman's, with the geometric order; null for that order itself."
    )
    moved = serializers.IntegerField()


class OrderCellSerializer(ShapeSerializer):
    """One entry in one order."""

    key = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    rank = serializers.IntegerField(allow_null=True)
    shift = serializers.IntegerField(allow_null=True)


class OrderRowSerializer(ShapeSerializer):
    """One entry, or one reported model, in every order."""

    name = serializers.CharField()
    entry = EntrantSerializer(source="entrant", allow_null=True)
    cells = OrderCellSerializer(many=True)


class OrderTableSerializer(ShapeSerializer):
    """Some entries in every order."""

    compared = serializers.IntegerField()
    orders = OrderHeadSerializer(source="heads", many=True)
    rows = OrderRowSerializer(many=True)


class RobustnessSerializer(ShapeSerializer):
    """Whether the order depends on the mean."""

    board = FrameSerializer(source="frame", allow_null=True)
    evaluated = OrderTableSerializer()
    reported = OrderTableSerializer()
    page = PageSerializer(source="links")
