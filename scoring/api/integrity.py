"""What was noticed in a submission, and an owner's answer to what was said about it."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from scoring import selectors, serializers, services
from submissions.services import look_note
from submissions.states import Door
from trek_site.shared.api import ETAG_PARAMETER, answered, problems
from trek_site.shared.scopes import Scope


class SubmissionIntegrity(APIView):
    """What was noticed."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="submission_integrity",
        summary="Read what was noticed in a submission, and its reviews",
        parameters=[ETAG_PARAMETER],
        responses={200: serializers.IntegritySerializer, 304: None, **problems(401, 403, 404)},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Findings and reviews, appeals among them."""
        found = selectors.submission_integrity(public_id, request.user)
        look_note(request.user, door=Door.API, public_id=public_id)
        return answered(request, serializers.IntegritySerializer(found).data)


class SubmissionAppeal(APIView):
    """Appealing."""

    permission_classes = [IsAuthenticated]
    scope = Scope.SUBMIT

    @extend_schema(
        operation_id="submission_appeal",
        summary="Answer the newest review of a submission",
        request=serializers.AppealSerializer,
        responses={
            200: serializers.IntegritySerializer,
            **problems(400, 401, 403, 404, 409, 415, 422),
        },
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Once for each review; a curator answers with another review."""
        services.appeal_allowed(public_id, request.user)
        asked = serializers.AppealSerializer(data=request.data)
        asked.is_valid(raise_exception=True)
        services.appeal_make(public_id, asked.validated_data["text"], request.user)
        found = selectors.submission_integrity(public_id, request.user)
        return Response(serializers.IntegritySerializer(found).data)
