"""What every endpoint shares: strict input, the documented error answers, cursors, conditional answers."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from trek_site.shared.errors import PUBLIC_TITLES, UnprocessableError
from trek_site.shared.problems import CONTENT_TYPE

NOT_MODIFIED: Final = 304
CURSOR_CHARACTERS_MAX: Final = 40
PAGES_MAX: Final = 10_000
_CURSOR_MARK: Final = "page:"

# What each error status means; the words beside it are in the catalogue of public texts.
_STATUS_CODES: Final[Mapping[int, str]] = {
    400: "bad_request",
    401: "not_authenticated",
    403: "permission_refused",
    404: "not_found",
    409: "conflict",
    411: "length_required",
    412: "precondition_failed",
    413: "too_large",
    415: "wrong_kind",
    422: "unprocessable",
    429: "rate_limited",
    460: "checksum_mismatch",
    503: "unavailable",
}

CURSOR_PARAMETER: Final = OpenApiParameter(
    "cursor",
    OpenApiTypes.STR,
    description="Where to go on: `next` or `previous` of an earlier answer. Opaque: do not make one.",
)
ETAG_PARAMETER: Final = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer; 304 when nothing changed since.",
)

IDEMPOTENCY_PARAMETER: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    location=OpenApiParameter.HEADER,
    description="Up to 200 printable characters of your choice. A repeated request with the same key and "
    "file gets what the first one made; another file gets 409.",
)


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses members that it does not know, so that a typing error is never ignored in silence."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated members.

        Raises:
            ValidationError: With every mistake, unknown members included.
        """
        unknown = {
            name: ["Unknown member."]
            for name in (data if isinstance(data, Mapping) else ())
            if name not in self.fields
        }
        try:
            known = super().to_internal_value(data)
        except serializers.ValidationError as mistakes:
            if not isinstance(mistakes.detail, dict):
                raise
            raise serializers.ValidationError({**mistakes.detail, **unknown}) from mistakes
        if unknown:
            raise serializers.ValidationError(unknown)
        return known


class MistakeSerializer(serializers.Serializer[Any]):
    """One mistake among several."""

    pointer = serializers.CharField(help_text="JSON Pointer to the member, empty for the whole request.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ProblemSerializer(serializers.Serializer[Any]):
    """Every error answer of the API has this shape (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField(help_text="The same text for every problem of this code.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What is wrong in this very case; may be empty.")
    code = serializers.CharField(help_text="Permanent identifier of the reason, for programs.")
    errors = MistakeSerializer(many=True)  # type: ignore[assignment]  # Declared fields are taken off the class.


def problems(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """The error answers of an endpoint, for its description."""
    return {
        (status, CONTENT_TYPE): OpenApiResponse(ProblemSerializer, PUBLIC_TITLES[_STATUS_CODES[status]])
        for status in statuses
    }


def cursor_of(query: str) -> str | None:
    """The cursor for a page link such as ``?page=3``; None for no link."""
    number = next((part[5:] for part in query.lstrip("?").split("&") if part.startswith("page=")), "")
    if not query:
        return None
    return base64.urlsafe_b64encode(f"{_CURSOR_MARK}{number or '1'}".encode()).decode()


def page_of(request: Request) -> int:
    """The page that the request's cursor stands for, 1 without a cursor.

    Raises:
        UnprocessableError: The cursor is none of ours.
    """
    cursor = request.query_params.get("cursor", "")
    if not cursor:
        return 1
    try:
        text = base64.b64decode(cursor[:CURSOR_CHARACTERS_MAX], altchars=b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        text = ""
    number = text.removeprefix(_CURSOR_MARK)
    if not text.startswith(_CURSOR_MARK) or not number.isdecimal() or not 1 <= int(number) <= PAGES_MAX:
        mistake = {"pointer": "/cursor", "code": "invalid", "detail": "This cursor did not come from us."}
        raise UnprocessableError("The cursor is not valid.", errors=[mistake])
    return int(number)


def conditional(request: Request, etag: str, body: Callable[[], Any]) -> Response:
    """The body under its entity tag, or 304 when the client has it already; then it is not made."""
    known = request.headers.get("If-None-Match", "")
    quoted = f'"{etag}"'
    is_known = known.strip() == "*" or quoted in {tag.strip().removeprefix("W/") for tag in known.split(",")}
    response = Response(status=304) if is_known else Response(body())
    response.headers["ETag"] = quoted
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def answered(request: Request, body: Any) -> Response:
    """The body under a tag of its content, or 304; for answers whose making costs little."""
    content = json.dumps(body, sort_keys=True, default=str).encode()
    return conditional(request, hashlib.sha256(content).hexdigest()[:32], lambda: body)


def answered_text(request: Request, text: str) -> HttpResponse:
    """The same for a JSON document that is written already and has to arrive to the byte."""
    known = conditional(request, hashlib.sha256(text.encode()).hexdigest()[:32], lambda: None)
    if known.status_code == NOT_MODIFIED:
        return known
    response = HttpResponse(text, content_type="application/json")
    for name in ("ETag", "Cache-Control"):
        response.headers[name] = known.headers[name]
    return response
