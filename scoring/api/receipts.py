"""What programs read of receipts."""

from __future__ import annotations

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from scoring import selectors, serializers
from scoring.api.boards import EVALUATOR_PARAMETER, VERSION_PARAMETER
from scoring.filters import TaskFilters
from scoring.selectors.task_pages import DIMENSION_KEYS
from submissions.services import look_note
from submissions.states import Door
from trek_site.shared.api import ETAG_PARAMETER, answered_text, problems


class EntryReceipt(APIView):
    """The receipt of an entry."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="entry_receipt",
        summary="Read the signed receipt of an entry's evaluation",
        parameters=[VERSION_PARAMETER, EVALUATOR_PARAMETER, ETAG_PARAMETER],
        responses={200: serializers.EvaluationReceiptSerializer, 304: None, **problems(401, 404)},
    )
    def get(self, request: Request, public_id: str) -> HttpResponse:
        """The file that `trek verify` reads, to the byte: keep it as it comes."""
        asked = TaskFilters.from_query(request.query_params, dimensions=DIMENSION_KEYS)
        text = selectors.receipt_text(
            public_id, request.user, version=asked.version, evaluator_version=asked.evaluator
        )
        look_note(request.user, door=Door.API, is_of_scores=True, public_id=public_id)
        return answered_text(request, text)
