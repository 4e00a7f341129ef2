"""The doors for programs that ask which datasets there are, what one holds and where its files are."""

from __future__ import annotations

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kb_browser import serializers
from kb_browser.citing import bibtex_of
from kb_browser.dataset_pages import dataset_list, dataset_page, downloads_part
from trek_site.shared.api import ETAG_PARAMETER, answered, problems


class DatasetVersionList(APIView):
    """Dataset versions."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="dataset_version_list",
        summary="List the dataset versions",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.DatasetVersionListSerializer, 304: None, **problems(401)},
    )
    def get(self, request: Request) -> Response:
        """Published and superseded ones; curators see drafts, too."""
        return answered(request, serializers.DatasetVersionListSerializer(dataset_list(request.user)).data)


class DatasetVersion(APIView):
    """One dataset version."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="dataset_version",
        summary="Read everything about a dataset version",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.DatasetPageSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, name: str) -> Response:
        """Its figures, report, checksums and downloads, as its page shows them."""
        page = dataset_page(name, request.user)
        address = request.build_absolute_uri(reverse("kb_browser:dataset", args=[name]))
        context = {"version_name": name, "bibtex": bibtex_of(page.version, address)}
        return answered(request, serializers.DatasetPageSerializer(page, context=context).data)


class DatasetDownloads(APIView):
    """The downloads of a version."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="dataset_downloads",
        summary="List the downloads of a dataset version",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.DatasetDownloadsSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, name: str) -> Response:
        """Every file with its address, size and SHA-256; tables with their columns."""
        _, downloads = downloads_part(name, request.user)
        context = {"version_name": name}
        return answered(request, serializers.DatasetDownloadsSerializer(downloads, context=context).data)
