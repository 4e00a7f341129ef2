"""The door for programs that ask which datasets there are."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kb_browser import selectors


class DatasetVersionSerializer(serializers.Serializer[Any]):
    """A published dataset version."""

    name = serializers.CharField()
    track = serializers.CharField()
    digest = serializers.CharField(help_text="SHA-256 over the release's files.")
    task_count = serializers.IntegerField()
    counts = serializers.DictField(help_text="How many records and tasks of each kind the release has.")
    licence = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)


class DatasetVersionListSerializer(serializers.Serializer[Any]):
    """Every published version, the newest of each track first."""

    results = DatasetVersionSerializer(many=True)


class DatasetVersionList(APIView):
    """Published dataset versions."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="dataset_version_list",
        summary="List the published dataset versions",
        responses={200: DatasetVersionListSerializer},
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002 - the framework hands it in
        """All of them; there are few."""
        found = {"results": selectors.dataset_versions()}
        return Response(DatasetVersionListSerializer(found).data)
