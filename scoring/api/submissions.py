"""What programs do with their owner's submissions: follow them, confirm, publish, withdraw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import selectors, serializers, services
from scoring.engine.intake import report_text
from scoring.engine.model import Json
from submissions.services import look_note, submission_confirm
from submissions.states import Door, Purpose, Visibility
from trek_site.shared.api import (
    CURSOR_PARAMETER,
    ETAG_PARAMETER,
    answered,
    answered_text,
    conditional,
    cursor_of,
    page_of,
    problems,
)
from trek_site.shared.scopes import Scope


class MySubmissionList(APIView):
    """The asker's own submissions."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="my_submission_list",
        summary="List your own submissions",
        parameters=[
            OpenApiParameter(
                "purpose", OpenApiTypes.STR, enum=Purpose.values, description="Only what was sent for this."
            ),
            OpenApiParameter(
                "visibility", OpenApiTypes.STR, enum=Visibility.values, description="Only what is shown so."
            ),
            CURSOR_PARAMETER,
            ETAG_PARAMETER,
        ],
        responses={200: serializers.SubmissionListSerializer, 304: None, **problems(401, 403, 422)},
    )
    def get(self, request: Request) -> Response:
        """Newest first; those of the asker's teams are among them."""
        page = selectors.my_submissions(
            request.user,
            page=page_of(request),
            purpose=_choice(request, "purpose", Purpose.values),
            visibility=_choice(request, "visibility", Visibility.values),
        )
        found = {
            "next": cursor_of(page.links.next_query),
            "previous": cursor_of(page.links.previous_query),
            "total": page.links.total,
            "results": page.lines,
        }
        return answered(request, serializers.SubmissionListSerializer(found).data)


def _choice(request: Request, name: str, choices: Sequence[str]) -> str:
    """A filter from the query; a value that does not exist filters nothing."""
    value = request.query_params.get(name, "")
    return value if value in choices else ""


class SubmissionStatus(APIView):
    """One submission."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="submission_status",
        summary="Follow a submission",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.SubmissionStatusSerializer, 304: None, **problems(401, 403, 404)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Where it is, why, and what may be done next."""
        page = selectors.submission_status(public_id, request.user)
        look_note(request.user, door=Door.API, public_id=public_id)
        return conditional(request, page.etag, lambda: serializers.SubmissionStatusSerializer(page).data)


class SubmissionReport(APIView):
    """The format report of a submission."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="submission_report",
        summary="Read the format report of a submission",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.ReportSerializer, 304: None, **problems(401, 403, 404)},
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """Every finding with its place, and what the file holds: the bytes that the validator writes."""
        page = selectors.submission_status(public_id, request.user)
        look_note(request.user, door=Door.API, public_id=public_id)
        document = cast("Mapping[str, Json]", page.report)
        return answered_text(request, report_text(document))


class _SubmissionAction(APIView):
    """Something an owner decides; answers with where the submission is afterwards."""

    permission_classes = [IsAuthenticated]
    scope = Scope.SUBMIT

    def _status(self, request: Request, public_id: str) -> Response:
        page = selectors.submission_status(public_id, request.user)
        look_note(request.user, door=Door.API, public_id=public_id)
        return Response(serializers.SubmissionStatusSerializer(page).data)


ACTION_ANSWERS: Final[dict[Any, Any]] = {
    200: serializers.SubmissionStatusSerializer,
    **problems(401, 403, 404, 409),
}


class SubmissionConfirm(_SubmissionAction):
    """Confirming."""

    @extend_schema(
        operation_id="submission_confirm",
        summary="Score a submission although parts of it cannot be scored",
        request=None,
        responses=ACTION_ANSWERS,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """What cannot be scored counts as failed."""
        submission_confirm(public_id, request.user)
        return self._status(request, public_id)


class SubmissionCancel(_SubmissionAction):
    """Cancelling."""

    @extend_schema(
        operation_id="submission_cancel",
        summary="End a submission before it is scored",
        request=None,
        responses=ACTION_ANSWERS,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Deletes nothing."""
        services.entry_cancel(public_id, request.user)
        return self._status(request, public_id)


class SubmissionPublish(_SubmissionAction):
    """Publishing."""

    scope = Scope.PUBLISH

    @extend_schema(
        operation_id="submission_publish",
        summary="Show a submission's scores to everybody",
        request=serializers.PublicationSerializer,
        responses={**ACTION_ANSWERS, **problems(400, 415, 422, 429)},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Ranks it, too. Once more as `public`, it gives an anonymous entry its names."""
        asked = serializers.PublicationSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        services.entry_publish(
            public_id,
            request.user,
            visibility=Visibility(asked.validated_data.get("visibility", Visibility.PUBLIC)),
            until=asked.validated_data.get("until"),
        )
        return self._status(request, public_id)


class SubmissionWithdraw(_SubmissionAction):
    """Withdrawing."""

    scope = Scope.PUBLISH

    @extend_schema(
        operation_id="submission_withdraw",
        summary="Take a submission's scores off the board",
        request=serializers.WithdrawalSerializer,
        responses={**ACTION_ANSWERS, **problems(400, 415, 422)},
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Deletes nothing."""
        asked = serializers.WithdrawalSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        services.entry_withdraw(public_id, request.user, reason=asked.validated_data.get("reason", ""))
        return self._status(request, public_id)
