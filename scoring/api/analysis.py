"""What programs read of boards as a whole: failures, costs, and orders by different means."""

from __future__ import annotations

from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring.analysis_filters import AXES, FACETS, PERFECT, CostFilters, FailureFilters, RobustnessFilters
from scoring.filters import DIVISIONS, OPEN_WEIGHTS
from scoring.selectors.analysis import cost_page, failures_page, robustness_page
from scoring.selectors.task_pages import DIMENSION_KEYS
from scoring.serializers.analysis import CostSerializer, FailuresSerializer, RobustnessSerializer
from trek_site.shared.api import ETAG_PARAMETER, conditional, problems


def _filter(name: str, description: str, choices: tuple[str, ...] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, enum=choices, description=description)


_BOARD: Final = [
    _filter("version", "Name of a dataset version; the current one when absent."),
    _filter("evaluator", "An evaluator version; the default one when absent."),
    ETAG_PARAMETER,
]
_PAGE: Final = OpenApiParameter("page", OpenApiTypes.INT, description="From 1.")


class BoardFailures(APIView):
    """Where agents fail."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board_failures",
        summary="Read how often the ranked entries of a board fail",
        parameters=[
            *_BOARD,
            _filter("by", "Groups the tasks; columns are dimensions when absent.", FACETS),
            _filter("of", "What is failed when tasks are grouped.", (PERFECT, *DIMENSION_KEYS)),
            _PAGE,
        ],
        responses={200: FailuresSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, track: str) -> Response:
        """Entries × dimensions, or entries × groups of tasks, with counts and Wilson intervals."""
        filters = FailureFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        page = failures_page(filters, request.user, track=track)
        return conditional(request, page.etag, lambda: FailuresSerializer(page).data)


class BoardCost(APIView):
    """What quality costs."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board_cost",
        summary="Read quality and cost of the ranked entries of a board",
        parameters=[
            *_BOARD,
            _filter("axis", "What is counted as cost, per task.", AXES),
            OpenApiParameter(
                "prices", OpenApiTypes.DATE, description="The day whose prices hold; the newest when absent."
            ),
            _filter("division", "Only this harness.", DIVISIONS),
            _filter("weights", "Only models with such weights.", OPEN_WEIGHTS),
            _filter("pairs", "Lists who dominates whom.", ("yes",)),
        ],
        responses={200: CostSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, track: str) -> Response:
        """TP-feas against tokens, calls or US dollars per task, the front, and how sure it is."""
        page = cost_page(CostFilters.from_query(request.query_params), request.user, track=track)
        return conditional(request, page.etag, lambda: CostSerializer(page).data)


class BoardRobustness(APIView):
    """Whether the order depends on the mean."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board_robustness",
        summary="Read the order of a board's entries by different means",
        parameters=[*_BOARD, _PAGE],
        responses={200: RobustnessSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, track: str) -> Response:
        """Ranks by three means, the weakest category and TP-feas, with Spearman's correlations."""
        page = robustness_page(RobustnessFilters.from_query(request.query_params), request.user, track=track)
        return conditional(request, page.etag, lambda: RobustnessSerializer(page).data)
