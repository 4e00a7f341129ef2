"""What was noticed in a bundle, what was said about it, and what its owner answers."""

from __future__ import annotations

from rest_framework import serializers

from scoring.serializers.shapes import ShapeSerializer
from scoring.states import APPEAL_CHARS, ReviewVerdict
from trek_site.shared.api import StrictSerializer


class IntegrityFindingSerializer(ShapeSerializer):
    """A reason for a reviewer to look; never a verdict, and never part of a score."""

    code = serializers.CharField()
    title = serializers.CharField()
    meaning = serializers.CharField()
    task_count = serializers.IntegerField()
    tasks = serializers.ListField(
        child=serializers.IntegerField(), help_text="The first 50 of the tasks it concerns."
    )
    figures = serializers.DictField()
    holds = serializers.BooleanField(help_text="Keeps the entry off the ranks while it is open.")
    is_open = serializers.BooleanField(help_text="No review has settled it.")
    found_at = serializers.DateTimeField()


class ReviewSerializer(ShapeSerializer):
    """What a curator decided; the newest review counts."""

    verdict = serializers.ChoiceField(choices=ReviewVerdict.values)
    verdict_title = serializers.CharField()
    codes = serializers.ListField(
        child=serializers.CharField(), help_text="Findings open at that time that the reader may know of."
    )
    public_reason = serializers.CharField()
    at = serializers.DateTimeField()
    answers_appeal = serializers.BooleanField()


class OwnReviewSerializer(ReviewSerializer):
    """The same for its owner, with the appeal against it."""

    appeal = serializers.CharField(help_text="Empty while there is none.")
    appealed_at = serializers.DateTimeField(allow_null=True)


class PublicIntegritySerializer(ShapeSerializer):
    """What everybody may see of it beside a public score."""

    findings = IntegrityFindingSerializer(many=True)
    reviews = ReviewSerializer(many=True)
    is_held = serializers.BooleanField(help_text="Held back from the ranks until it is reviewed.")


class IntegritySerializer(ShapeSerializer):
    """All of it, for the owner and curators."""

    id = serializers.CharField(source="public_id")
    findings = IntegrityFindingSerializer(many=True)
    reviews = OwnReviewSerializer(many=True)
    is_held = serializers.BooleanField(help_text="Held back from the ranks until it is reviewed.")
    can_appeal = serializers.BooleanField()


class AppealSerializer(StrictSerializer):
    """An owner's answer to the newest review."""

    text = serializers.CharField(max_length=APPEAL_CHARS)
