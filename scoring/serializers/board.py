"""A leaderboard, member by member; figures unrounded, shares 0..1."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scoring.exports import FORMS
from scoring.files_part import FileLink, files_part
from scoring.pages import BoardPage
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


class StandingSerializer(ShapeSerializer):
    """Where an entry stands for certain."""

    best = serializers.IntegerField(help_text="The best place of its rank range.")
    worst = serializers.IntegerField()
    group = serializers.IntegerField(help_text="From 1 at the top.")


class RunChipSerializer(ShapeSerializer):
    """Which of several runs of one agent this is."""

    number = serializers.IntegerField(help_text="By order of arrival, from 1.")
    runs = serializers.IntegerField()
    low_text = serializers.CharField(help_text="The lowest TP-feas of the runs, in percent.")
    high_text = serializers.CharField()
    page_url = serializers.CharField(source="url")


class BoardRowSerializer(ShapeSerializer):
    """One entry on the board."""

    rank = serializers.IntegerField(allow_null=True)
    is_shared_rank = serializers.BooleanField()
    standing = StandingSerializer(
        allow_null=True, help_text="Null for an unranked entry, and while it is being worked out."
    )
    run = RunChipSerializer(allow_null=True)
    since = serializers.CharField(help_text="What happened after the state shown; empty for nothing.")
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


class ReportedRowSerializer(ShapeSerializer):
    """A model as it was reported elsewhere: not evaluated here, never ranked, in no test."""

    key = serializers.CharField()
    model_name = serializers.CharField()
    organisation = serializers.CharField()
    cells = CellSerializer(many=True)


class ApartSerializer(ShapeSerializer):
    """What the tests between all ranked entries say; figures are null unless `state` is `made`."""

    state = serializers.CharField(help_text="`made`, `pending`, `left_out` or `nothing`.")
    sentence = serializers.CharField()
    details = serializers.ListField(child=serializers.CharField())
    tasks = serializers.IntegerField(allow_null=True)
    groups = serializers.IntegerField(allow_null=True)
    pairs = serializers.IntegerField(allow_null=True)
    told_apart = serializers.IntegerField(allow_null=True)
    detectable = serializers.FloatField(
        allow_null=True, help_text="The smallest difference in TP-feas that is told apart, 0..1."
    )
    detectable_planned = serializers.FloatField(
        allow_null=True, help_text="The smallest true difference told apart four times out of five."
    )
    detectable_alone = serializers.FloatField(
        allow_null=True, help_text="The smallest difference told apart if the two were chosen beforehand."
    )


class PageSerializer(ShapeSerializer):
    """Where in a long list this answer is."""

    number = serializers.IntegerField()
    page_count = serializers.IntegerField()
    total = serializers.IntegerField()


class BoardFileSerializer(ShapeSerializer):
    """One form that the same view is given out in."""

    form = serializers.CharField(help_text="csv, json, parquet, tex or bib.")
    media_type = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField(help_text="Of what is shown now.")
    permanent_url = serializers.SerializerMethodField(
        help_text="Answers the same bytes for ever; null while rank ranges are worked out."
    )

    def get_media_type(self, link: FileLink) -> str:
        """As the file's answer says it."""
        return FORMS[link.form].media_type

    def get_url(self, link: FileLink) -> str:
        """With the site's own address before it."""
        return settings.TREK_SITE_URL + link.url

    def get_permanent_url(self, link: FileLink) -> str | None:
        """The same."""
        return settings.TREK_SITE_URL + link.permanent_url if link.permanent_url else None


class BoardFilesSerializer(ShapeSerializer):
    """What the view is cited by: as every visitor sees it, one content in several forms."""

    content_sha256 = serializers.CharField(
        source="sha256", help_text="Of the content, the same in every form; see docs/exports.md."
    )
    revision = serializers.IntegerField(help_text="Of the state that the permanent addresses name.")
    links = BoardFileSerializer(many=True)


class BoardSerializer(ShapeSerializer):
    """A leaderboard."""

    version = BoardVersionSerializer(allow_null=True)
    evaluator_version = serializers.CharField()
    revision = serializers.IntegerField(help_text="Of the state shown.")
    newest = serializers.IntegerField(help_text="The newest revision; larger if an earlier state is shown.")
    as_of = serializers.DateTimeField(allow_null=True, help_text="When the state shown was reached.")
    standings = ApartSerializer(source="apart")
    page = PageSerializer(source="links")
    columns = ColumnSerializer(many=True)
    rows = BoardRowSerializer(many=True)
    unranked = BoardRowSerializer(many=True)
    reported = ReportedRowSerializer(many=True)
    pending_count = serializers.IntegerField()
    files = serializers.SerializerMethodField()

    @extend_schema_field(BoardFilesSerializer(allow_null=True))
    def get_files(self, page: BoardPage) -> Mapping[str, Any] | None:
        """Null before a dataset version is published."""
        return None if page.version is None else BoardFilesSerializer(files_part(page)).data
