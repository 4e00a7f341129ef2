"""The shapes in which the API describes datasets; members are those of the pages."""

from __future__ import annotations

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from kb_browser.exports.shelf import ExportFile
from kb_browser.pages import ChecksumGroup, VersionLine

DOWNLOAD_STATES: Final = ("ready", "pending", "failed", "closed")
REPORT_STATES: Final = ("pass", "fail", "shown")
VERSION_STATES: Final = ("draft", "checked", "published", "superseded")

Shape = serializers.Serializer[Any]


class DatasetVersionSerializer(Shape):
    """A dataset version."""

    name = serializers.CharField()
    track = serializers.CharField()
    state = serializers.ChoiceField(VERSION_STATES)
    is_current = serializers.BooleanField(help_text="New submissions answer this version.")
    digest = serializers.CharField(help_text="SHA-256 over the release's files.")
    task_count = serializers.IntegerField()
    feasible_count = serializers.IntegerField(allow_null=True)
    infeasible_count = serializers.IntegerField(allow_null=True)
    record_count = serializers.IntegerField(allow_null=True, help_text="Rows of the knowledge base.")
    licence = serializers.CharField()
    changelog = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)
    superseded_at = serializers.DateTimeField(allow_null=True)
    superseded_by = serializers.CharField(help_text="Name of the version that took its place, or empty.")
    supersedes = serializers.ListField(child=serializers.CharField())
    url = serializers.SerializerMethodField(help_text="Its page.")

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, version: VersionLine) -> str:
        """The page's address on this site."""
        return reverse("kb_browser:dataset", args=[version.name])


class DatasetVersionListSerializer(Shape):
    """Every version that you may know of: the current one first, then the newest."""

    results = DatasetVersionSerializer(many=True, source="versions")


class ComparedLineSerializer(Shape):
    """A figure beside the benchmark's own; null does not exist."""

    key = serializers.CharField()
    title = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    text = serializers.CharField()
    reference = serializers.FloatField(
        allow_null=True, help_text="The figure of the benchmark's own release."
    )
    reference_text = serializers.CharField()


class ComparedGroupSerializer(Shape):
    """Figures under one title."""

    title = serializers.CharField()
    lines = ComparedLineSerializer(many=True)


class FigureCellSerializer(Shape):
    """A figure in a table."""

    text = serializers.CharField()


class FigureRowSerializer(Shape):
    """One row of the table beside a figure."""

    label = serializers.CharField()  # type: ignore[assignment]  # Declared fields are taken off the class.
    cells = FigureCellSerializer(many=True)


class FigureSerializer(Shape):
    """A figure: what is drawn, and the same as a table."""

    key = serializers.CharField()
    title = serializers.CharField()
    lead = serializers.CharField()
    heads = serializers.ListField(child=serializers.CharField())
    rows = FigureRowSerializer(many=True)
    plot = serializers.DictField(help_text="Traces and axes as Plotly reads them; colours are named.")


class ReportLineSerializer(Shape):
    """One thing that was examined."""

    code = serializers.CharField()
    title = serializers.CharField()
    state = serializers.ChoiceField(REPORT_STATES)
    verdict = serializers.CharField()
    details = serializers.ListField(child=serializers.CharField())


class DatasetReportSerializer(Shape):
    """What was found before publishing."""

    checked_at = serializers.DateTimeField(allow_null=True)
    evaluator_version = serializers.CharField()
    sentences = ReportLineSerializer(many=True)
    findings = ReportLineSerializer(many=True)
    probes = ReportLineSerializer(many=True)


class TableColumnSerializer(Shape):
    """A column of a table."""

    name = serializers.CharField()
    kind = serializers.CharField()
    description = serializers.CharField()


class DownloadSerializer(Shape):
    """One file."""

    name = serializers.CharField()
    title = serializers.CharField()
    media_type = serializers.CharField()
    size_bytes = serializers.IntegerField()
    sha256 = serializers.CharField()
    rows = serializers.IntegerField(allow_null=True, help_text="Of a table; null for what is none.")
    columns = TableColumnSerializer(many=True)
    url = serializers.SerializerMethodField(help_text="Takes GET and HEAD, ranges and conditions.")

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_url(self, file: ExportFile) -> str:
        """The file's address on this site."""
        return reverse("kb_browser:download", args=[self.context["version_name"], file.name])


class DatasetDownloadsSerializer(Shape):
    """What can be downloaded, or why nothing can yet."""

    state = serializers.ChoiceField(
        DOWNLOAD_STATES,
        help_text="`pending`: being made; `failed`: on our side; `closed`: the version is not published.",
    )
    failure_id = serializers.CharField()
    croissant_url = serializers.SerializerMethodField(help_text="Metadata in the Croissant vocabulary.")
    files = DownloadSerializer(many=True)

    @extend_schema_field(OpenApiTypes.URI_REF)
    def get_croissant_url(self, _downloads: object) -> str:
        """The metadata's address on this site."""
        return reverse("kb_browser:download", args=[self.context["version_name"], "croissant.json"])


class DatasetPageSerializer(Shape):
    """Everything about a version."""

    version = DatasetVersionSerializer()
    source = serializers.CharField(help_text="Where the release came from.")  # type: ignore[assignment]  # As above.
    compared = ComparedGroupSerializer(many=True)
    figures = FigureSerializer(many=True)
    report = DatasetReportSerializer()
    checksums = serializers.SerializerMethodField(help_text="SHA-256 in hex by path inside the release.")
    downloads = DatasetDownloadsSerializer()
    bibtex = serializers.SerializerMethodField(help_text="How to cite it.")

    @extend_schema_field(serializers.DictField(child=serializers.CharField()))
    def get_checksums(self, page: Any) -> dict[str, str]:
        """Path to checksum."""
        groups: list[ChecksumGroup] = page.checksums
        return {
            f"{group.folder}/{name}".lstrip("/"): checksum
            for group in groups
            for name, checksum in group.files
        }

    @extend_schema_field(OpenApiTypes.STR)
    def get_bibtex(self, _page: Any) -> str:
        """The entry."""
        return str(self.context["bibtex"])
