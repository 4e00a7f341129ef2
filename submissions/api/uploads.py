"""Sending a large file in portions, by the tus protocol 1.0 as far as it fits our one shape of errors."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django.utils.http import http_date
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from submissions import selectors, services
from submissions.api.bodies import OffsetParser, RawBody
from submissions.limits import RESUMABLE
from trek_site.shared.api import IDEMPOTENCY_PARAMETER, problems
from trek_site.shared.errors import PreconditionFailedError, UnprocessableError
from trek_site.shared.scopes import Scope

PROTOCOL: Final = "1.0.0"
ABILITIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Tus-Version": PROTOCOL,
        "Tus-Extension": "creation,expiration,checksum,termination",
        "Tus-Max-Size": str(RESUMABLE.upload_bytes),
        "Tus-Checksum-Algorithm": "sha256",
    }
)
_WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,15}")


def _header(name: str, description: str, *, kind: Any = OpenApiTypes.STR, required: bool = False) -> Any:
    return OpenApiParameter(
        name, kind, location=OpenApiParameter.HEADER, required=required, description=description
    )


VERSION_PARAMETER: Final = _header("Tus-Resumable", f"Version of the protocol: {PROTOCOL} (default).")
LENGTH_PARAMETER: Final = _header(
    "Upload-Length", "How many bytes the file has.", kind=OpenApiTypes.INT64, required=True
)
METADATA_PARAMETER: Final = _header(
    "Upload-Metadata",
    "`filename` and, if you like, `sha256` of the whole file in hex: each a name, a space and the value in "
    "Base64, separated by commas. Other names are ignored.",
    required=True,
)
OFFSET_PARAMETER: Final = _header(
    "Upload-Offset", "Where in the file the body begins.", kind=OpenApiTypes.INT64, required=True
)
CHECKSUM_PARAMETER: Final = _header(
    "Upload-Checksum",
    "`sha256`, a space and the digest of the body in Base64; then all of it counts or nothing.",
)


class UploadSerializer(serializers.Serializer[Any]):
    """A file that is sent in portions."""

    id = serializers.CharField(source="public_id")
    file_name = serializers.CharField()
    bytes = serializers.IntegerField(source="declared_bytes", help_text="As declared.")
    sha256 = serializers.CharField(source="declared_sha256", help_text="As declared; may be empty.")
    offset = serializers.IntegerField(source="received_bytes", help_text="How many bytes are here.")
    is_complete = serializers.BooleanField()
    submission = serializers.CharField(help_text="Id of what it became, empty until then.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(help_text="When it is thrown away.")


class UploadListSerializer(serializers.Serializer[Any]):
    """Files that wait for the rest, or for being submitted."""

    results = UploadSerializer(many=True)


class _ProtocolView(APIView):
    """What every answer of the protocol has, refusals among them."""

    permission_classes = [IsAuthenticated]
    scope = Scope.SUBMIT

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse a version that is not spoken here."""
        super().initial(request, *args, **kwargs)
        asked = request.headers.get("Tus-Resumable", PROTOCOL)
        if asked != PROTOCOL and request.method != "OPTIONS":
            raise PreconditionFailedError(headers={"Tus-Version": PROTOCOL})

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Say which version this is."""
        response.headers["Tus-Resumable"] = PROTOCOL
        return super().finalize_response(request, response, *args, **kwargs)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:  # noqa: ARG002 - the framework's
        """What of the protocol is spoken here."""
        return Response(status=204, headers=dict(ABILITIES))


class UploadList(_ProtocolView):
    """Files that are sent in portions."""

    @extend_schema(
        operation_id="upload_list",
        summary="List your open uploads",
        parameters=[VERSION_PARAMETER],
        responses={200: UploadListSerializer, **problems(401, 403, 412)},
    )
    def get(self, request: Request) -> Response:
        """Newest first; there are never more than a few."""
        found = selectors.resumables_of(request.user)  # type: ignore[arg-type]  # Signed in.
        return Response(UploadListSerializer({"results": found}).data, headers={"Cache-Control": "no-store"})

    @extend_schema(
        operation_id="upload_create",
        summary="Begin to send a file in portions",
        request=None,
        parameters=[LENGTH_PARAMETER, METADATA_PARAMETER, IDEMPOTENCY_PARAMETER, VERSION_PARAMETER],
        responses={201: UploadSerializer, **problems(400, 401, 403, 409, 412, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Its address stands in `Location`; the file is sent there."""
        said = _metadata(request)
        if "filename" not in said:
            raise _mistake("Upload-Metadata", "Has to give the filename.")
        facts, _ = services.resumable_begin(
            services.Announcement(
                file_name=said["filename"],
                declared_bytes=_number(request, "Upload-Length"),
                declared_sha256=said.get("sha256", ""),
                idempotency_key=request.headers.get("Idempotency-Key"),
            ),
            owner=request.user,  # type: ignore[arg-type]  # Only people who are signed in get here.
        )
        headers = {**_state(facts), "Location": f"{request.path}{facts.public_id}/"}
        return Response(UploadSerializer(facts).data, status=201, headers=headers)


class Upload(_ProtocolView):
    """One of them."""

    parser_classes = [OffsetParser]

    @extend_schema(
        operation_id="upload",
        summary="Ask how much of an upload is here",
        parameters=[VERSION_PARAMETER],
        responses={200: UploadSerializer, **problems(401, 403, 404, 412)},
    )
    def get(self, request: Request, upload_id: str) -> Response:
        """`HEAD` gives the same without the body: `Upload-Offset`, `Upload-Length`, `Upload-Expires`."""
        facts = selectors.resumable_of(upload_id, request.user)  # type: ignore[arg-type]  # Signed in.
        headers = {**_state(facts), "Cache-Control": "no-store"}
        return Response(UploadSerializer(facts).data, headers=headers)

    @extend_schema(
        operation_id="upload_append",
        summary="Add bytes to an upload",
        request={OffsetParser.media_type: OpenApiTypes.BINARY},
        parameters=[OFFSET_PARAMETER, CHECKSUM_PARAMETER, VERSION_PARAMETER],
        responses={204: None, **problems(400, 401, 403, 404, 409, 412, 413, 415, 422, 460, 503)},
    )
    def patch(self, request: Request, upload_id: str) -> Response:
        """What arrived before a connection broke counts. A 409 says in `Upload-Offset` where to go on."""
        selectors.resumable_of(upload_id, request.user)  # type: ignore[arg-type]  # As below.
        offset, checksum = _number(request, "Upload-Offset"), _checksum(request)
        body: Any = request.data
        is_file = isinstance(body, RawBody)
        portion = services.Portion(
            offset=offset,
            length=body.declared_bytes if is_file else 0,
            chunks=body.chunks() if is_file else (),
            sha256=checksum,
        )
        facts = services.resumable_append(upload_id, request.user, portion)  # type: ignore[arg-type]  # Signed in.
        return Response(status=204, headers=_state(facts))

    @extend_schema(
        operation_id="upload_delete",
        summary="Throw an upload away",
        parameters=[VERSION_PARAMETER],
        responses={204: None, **problems(401, 403, 404, 412)},
    )
    def delete(self, request: Request, upload_id: str) -> Response:
        """What a submission was made of it stays."""
        services.resumable_drop(upload_id, request.user)  # type: ignore[arg-type]  # Signed in.
        return Response(status=204)


def _state(facts: selectors.ResumableFacts) -> dict[str, str]:
    return {
        "Upload-Offset": str(facts.received_bytes),
        "Upload-Length": str(facts.declared_bytes),
        "Upload-Expires": http_date(facts.expires_at.timestamp()),
    }


def _number(request: Request, name: str) -> int:
    value = request.headers.get(name, "")
    if not _WHOLE_NUMBER.fullmatch(value):
        raise _mistake(name, "Has to be a whole number of at most 15 digits.")
    return int(value)


def _metadata(request: Request) -> Mapping[str, str]:
    """The announced names and values.

    Raises:
        UnprocessableError: They are not written as the protocol says, or one is given twice.
    """
    said: dict[str, str] = {}
    for pair in filter(
        None, (part.strip() for part in request.headers.get("Upload-Metadata", "").split(","))
    ):
        name, _, encoded = pair.partition(" ")
        if name in said:
            raise _mistake("Upload-Metadata", "Gives a name twice.")
        try:
            said[name] = base64.b64decode(encoded, validate=True).decode()
        except (binascii.Error, ValueError) as fault:
            raise _mistake("Upload-Metadata", "Each value has to be UTF-8 in Base64.") from fault
    return said


def _checksum(request: Request) -> bytes | None:
    """The announced digest of the body; None where none was.

    Raises:
        UnprocessableError: It is of another kind, or no digest.
    """
    stated = request.headers.get("Upload-Checksum")
    if stated is None:
        return None
    kind, _, encoded = stated.partition(" ")
    try:
        digest = base64.b64decode(encoded, validate=True)
    except (binascii.Error, ValueError):
        digest = b""
    if kind != "sha256" or len(digest) != 32:  # noqa: PLR2004  # As long as its name says.
        raise _mistake("Upload-Checksum", "Has to be sha256, a space, and the digest in Base64.")
    return digest


def _mistake(name: str, text: str) -> UnprocessableError:
    mistake = {"pointer": f"/{name}", "code": "invalid", "detail": text}
    return UnprocessableError(f"{name}: {text}", errors=[mistake])
