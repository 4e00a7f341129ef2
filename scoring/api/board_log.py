"""What programs read beside boards: what happened to them, and agents with several runs."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import selectors, serializers
from scoring.api.boards import AS_OF_PARAMETERS, EVALUATOR_PARAMETER
from scoring.board_filters import BoardFilters, LogFilters
from trek_site.shared.api import (
    CURSOR_PARAMETER,
    ETAG_PARAMETER,
    conditional,
    cursor_of,
    page_of,
    problems,
)


class BoardLog(APIView):
    """What happened to the boards of a track."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board_log",
        summary="List what happened to boards",
        parameters=[
            OpenApiParameter("version", OpenApiTypes.STR, description="Only this dataset version."),
            OpenApiParameter("evaluator", OpenApiTypes.STR, description="Only this evaluator version."),
            CURSOR_PARAMETER,
            ETAG_PARAMETER,
        ],
        responses={200: serializers.BoardLogSerializer, 304: None, **problems(401, 404, 422)},
    )
    def get(self, request: Request, track: str) -> Response:
        """Newest first, each with its cause and what it did to the ranks."""
        filters = LogFilters.from_query(request.query_params).with_(page=page_of(request))
        page = selectors.board_log(filters, request.user, track=track)
        found = {
            "total": page.links.total,
            "next": cursor_of(page.links.next_query),
            "previous": cursor_of(page.links.previous_query),
            "results": page.lines,
        }
        return conditional(request, page.etag, lambda: serializers.BoardLogSerializer(found).data)


class BoardRuns(APIView):
    """Agents with several runs on a board."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board_runs",
        summary="List agents with several runs",
        parameters=[
            OpenApiParameter("version", OpenApiTypes.STR, description="Name of a dataset version."),
            EVALUATOR_PARAMETER,
            *AS_OF_PARAMETERS,
            CURSOR_PARAMETER,
            ETAG_PARAMETER,
        ],
        responses={200: serializers.BoardRunsSerializer, 304: None, **problems(401, 404, 422)},
    )
    def get(self, request: Request, track: str) -> Response:
        """How far the figures of one agent move from run to run."""
        filters = BoardFilters.from_query(request.query_params).with_(page=page_of(request))
        page = selectors.runs_page(filters, track=track)
        found = {
            "version": page.version,
            "evaluator_version": page.evaluator_version,
            "revision": page.revision,
            "total": page.links.total,
            "next": cursor_of(page.links.next_query),
            "previous": cursor_of(page.links.previous_query),
            "results": page.agents,
        }
        return conditional(request, page.etag, lambda: serializers.BoardRunsSerializer(found).data)
