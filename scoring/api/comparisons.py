"""What programs read of comparisons."""

from __future__ import annotations

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import serializers
from scoring.comparison_filters import SPLITS, WHOLE, ComparisonFilters
from scoring.selectors.comparisons import comparison_page
from scoring.selectors.task_pages import DIMENSION_KEYS
from submissions.services import look_note
from submissions.states import Door
from trek_site.shared.api import ETAG_PARAMETER, conditional, problems
from trek_site.shared.errors import UnprocessableError

PARAMETERS = [
    OpenApiParameter("a", OpenApiTypes.STR, required=True, description="Public id of an entry."),
    OpenApiParameter(
        "b",
        OpenApiTypes.STR,
        required=True,
        description="Of another one, `gold`, or `reported:` and the key of a reported row of the board.",
    ),
    OpenApiParameter("version", OpenApiTypes.STR, description="A dataset version that both were scored on."),
    OpenApiParameter("evaluator", OpenApiTypes.STR, description="An evaluator version."),
    OpenApiParameter(
        "on", OpenApiTypes.STR, enum=(*WHOLE, *DIMENSION_KEYS), description="What the tasks are split by."
    ),
    OpenApiParameter("split", OpenApiTypes.STR, enum=SPLITS, description="Which tasks are listed."),
    OpenApiParameter("page", OpenApiTypes.INT, description="Of the list, from 1."),
    ETAG_PARAMETER,
]


class Comparison(APIView):
    """Two entries on the same tasks."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="comparison",
        summary="Compare two entries, or one with the gold plans or a reported model",
        parameters=PARAMETERS,
        responses={200: serializers.ComparisonSerializer, 304: None, **problems(401, 404, 422)},
    )
    def get(self, request: Request) -> Response:
        """Wins and losses by dimension, the paired test, and the tasks that one of the two passes.

        Beside a reported model there are only figures: nothing is known of it task by task.
        """
        filters = ComparisonFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        if not (filters.a and filters.b):
            raise UnprocessableError("Name two entries with a and b.")
        page = comparison_page(filters, request.user)
        for key in filters.entries:
            look_note(request.user, door=Door.API, is_of_scores=True, public_id=key)
        return conditional(request, page.etag, lambda: serializers.ComparisonSerializer(page).data)
