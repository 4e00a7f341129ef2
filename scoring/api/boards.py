"""What programs read of boards: the boards, their entries, the results task by task."""

from __future__ import annotations

import dataclasses
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import selectors, serializers
from scoring.board_filters import BOARD_SORTS, SHOWABLE, SOURCES, BoardFilters
from scoring.filters import DIVISIONS, KINDS, MEANS, OPEN_WEIGHTS, PERFECT, TaskFilters, choice_in
from scoring.selectors.losses import ANY
from scoring.selectors.task_pages import BESIDE, DIMENSION_KEYS, task_page
from submissions.services import look_note
from submissions.states import Door
from trek_site.shared.api import (
    CURSOR_PARAMETER,
    ETAG_PARAMETER,
    answered,
    conditional,
    cursor_of,
    page_of,
    problems,
)


def _filter(name: str, description: str, choices: tuple[str, ...] | None = None) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, enum=choices, description=description)


EVALUATOR_PARAMETER: Final = _filter("evaluator", "An evaluator version; the default one when absent.")
AS_OF_PARAMETERS: Final = [
    _filter("as_of", "The board as it was at this moment (ISO 8601, UTC), or at the end of this day."),
    OpenApiParameter(
        "revision", OpenApiTypes.INT, description="The board as it was after so many changes; before `as_of`."
    ),
]
BOARD_PARAMETERS: Final = [
    _filter("version", "Name of a dataset version; the current one when absent."),
    EVALUATOR_PARAMETER,
    _filter("division", "Only this harness.", DIVISIONS),
    _filter("weights", "Only models with such weights.", OPEN_WEIGHTS),
    _filter("source", "Only what was evaluated here, or what was reported elsewhere.", SOURCES),
    _filter("organisation", "Only this organisation, by its exact name."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="Only what was published from this day on."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="Only what was published until this day."),
    _filter("mean", "Which overall is shown.", MEANS),
    _filter("columns", f"Only these figures, with commas between: {', '.join(SHOWABLE)}."),
    _filter("sort", "The column that orders the rows; ranks stay as they are.", BOARD_SORTS),
    _filter("direction", "Turns the order round.", ("asc", "desc")),
    *AS_OF_PARAMETERS,
    OpenApiParameter("page", OpenApiTypes.INT, description="From 1."),
    ETAG_PARAMETER,
]
VERSION_PARAMETER: Final = _filter(
    "version", "Name of a dataset version that it was carried over to; that of the submission when absent."
)
TASK_PARAMETERS: Final = [
    VERSION_PARAMETER,
    EVALUATOR_PARAMETER,
    _filter("kind", "Only tasks of this kind.", KINDS),
    _filter("failed", "Only tasks below the full score in this dimension.", DIMENSION_KEYS),
    _filter("alone", "Only unsolved tasks that fail nothing but this dimension.", (*DIMENSION_KEYS, ANY)),
    _filter("perfect", "Only tasks that are, or are not, perfect.", PERFECT),
    _filter("group", "Only tasks of this group, such as `days:3` or `persona:Foodie`."),
    _filter("text", "Only tasks whose request holds this text, ignoring case."),
    CURSOR_PARAMETER,
    ETAG_PARAMETER,
]


class Board(APIView):
    """A leaderboard."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="board",
        summary="Read a leaderboard",
        parameters=BOARD_PARAMETERS,
        responses={200: serializers.BoardSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, track: str) -> Response:
        """One view of the board of a track; its revision is part of the ETag."""
        filters = BoardFilters.from_query(request.query_params)
        page = selectors.board_page(filters, request.user, track=track)
        return conditional(request, page.etag, lambda: serializers.BoardSerializer(page).data)


class Entry(APIView):
    """An entry."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="entry",
        summary="Read an entry's scores",
        parameters=[VERSION_PARAMETER, EVALUATOR_PARAMETER, ETAG_PARAMETER],
        responses={200: serializers.EntrySerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Every aggregate under its official key, the dimensions, and the digests it rests on."""
        asked = TaskFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        filters = TaskFilters(version=asked.version, evaluator=asked.evaluator)
        page = selectors.entry_page(public_id, filters, request.user)
        look_note(request.user, door=Door.API, is_of_scores=True, public_id=public_id)
        return conditional(request, page.etag, lambda: serializers.EntrySerializer(page).data)


class TaskResultList(APIView):
    """The tasks of an entry."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="task_result_list",
        summary="List an entry's tasks with their verdicts",
        parameters=TASK_PARAMETERS,
        responses={200: serializers.TaskResultListSerializer, 304: None, **problems(401, 404, 422)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Tasks under a filter, by query index."""
        wanted = TaskFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        filters = dataclasses.replace(wanted, page=page_of(request))
        page = selectors.entry_page(public_id, filters, request.user)
        look_note(request.user, door=Door.API, is_of_scores=True, public_id=public_id)
        found = {
            "next": cursor_of(page.links.next_query),
            "previous": cursor_of(page.links.previous_query),
            "total": page.links.total,
            "results": page.tasks,
        }
        return answered(request, serializers.TaskResultListSerializer(found).data)


class TaskResult(APIView):
    """One task of an entry."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="task_result",
        summary="Read every check of one task of an entry",
        parameters=[
            VERSION_PARAMETER,
            EVALUATOR_PARAMETER,
            _filter("beside", "Whose days the timeline has beside the plan's.", BESIDE),
            ETAG_PARAMETER,
        ],
        responses={200: serializers.TaskPageSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, public_id: str, query_index: int) -> Response:
        """What was required, what the plan had, what the knowledge base says."""
        asked = TaskFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        page = task_page(
            public_id,
            query_index,
            request.user,
            version=asked.version,
            evaluator_version=asked.evaluator,
            beside=choice_in(request.query_params, "beside", BESIDE),
        )
        look_note(request.user, door=Door.API, is_of_scores=True, public_id=public_id)
        return answered(request, serializers.TaskPageSerializer(page).data)
