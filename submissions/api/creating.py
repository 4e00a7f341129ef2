"""Submitting: a file with the request, or an upload that was sent in portions before."""

from __future__ import annotations

import io
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kb_browser.selectors import dataset_version_current, dataset_version_named
from scoring.tracks import DEFAULT_TRACK
from submissions import services
from submissions.api.bodies import GzipParser, NdjsonParser, RawBody, RawBundleParser, ZipParser
from submissions.declarations import Declaration
from submissions.states import Purpose
from trek_site.shared.api import IDEMPOTENCY_PARAMETER, StrictSerializer, problems
from trek_site.shared.errors import NotFoundError, UnprocessableError
from trek_site.shared.json_bodies import JsonParser
from trek_site.shared.scopes import Scope

TRACK: Final = DEFAULT_TRACK
RAW_KINDS: Final = (
    "application/x-ndjson",
    "application/gzip",
    "application/zip",
    "application/octet-stream",
)


class SubmissionMembersSerializer(StrictSerializer):
    """What is said about an upload, beside the manifest."""

    purpose = serializers.ChoiceField(
        choices=Purpose.values,
        required=False,
        help_text="`entry` to be scored (default), or `check`: any part of a run, checked only.",
    )
    team = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="Id or name of a team of yours that it is sent for.",
    )
    dataset_version = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="Name of a published dataset version; the current one when absent.",
    )

    def declaration(self) -> Declaration:
        """What was said."""
        said = self.validated_data
        manifest = said.get("manifest") or ""
        if isinstance(manifest, str):
            manifest = manifest.encode("utf-8", "surrogatepass") if manifest.strip() else None
        return Declaration(
            purpose=Purpose(said.get("purpose", Purpose.ENTRY)),
            manifest=manifest,
            team=said.get("team", ""),
        )


class MultipartSubmissionSerializer(SubmissionMembersSerializer):
    """An upload as a form: the file is one of the members, the manifest another."""

    file = serializers.FileField(allow_empty_file=True, max_length=None)
    manifest = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="The manifest as a JSON document. Needed unless the file is an archive, which brings its "
        "own, or the purpose is `check`.",
    )


class RawSubmissionSerializer(SubmissionMembersSerializer):
    """An archive, or a file to be checked, as the body: these members stand in the query string."""

    file_name = serializers.CharField(max_length=255, help_text="Such as trek_<label>.zip.")


class NamedSubmissionSerializer(SubmissionMembersSerializer):
    """A file that is here already."""

    upload = serializers.CharField(max_length=12, help_text="Id of a complete upload of yours.")
    manifest = serializers.DictField(
        required=False,
        allow_empty=False,
        help_text="The manifest. Needed unless the file is an archive, which brings its own, or the purpose "
        "is `check`.",
    )


class ReceiptSerializer(serializers.Serializer[Any]):
    """An accepted upload."""

    id = serializers.CharField(source="public_id")
    is_new = serializers.BooleanField(help_text="False when a repeated request met its first one.")
    status_url = serializers.CharField()
    page_url = serializers.CharField()


def _query_parameters() -> list[OpenApiParameter]:
    names = RawSubmissionSerializer().fields
    return [
        OpenApiParameter(
            name,
            OpenApiTypes.STR,
            enum=list(field.choices) if isinstance(field, serializers.ChoiceField) else None,
            description=f"Only with a raw body. {field.help_text or ''}".strip(),
        )
        for name, field in names.items()
    ]


class SubmissionCreate(APIView):
    """Uploading."""

    permission_classes = [IsAuthenticated]
    scope = Scope.SUBMIT
    parser_classes = [MultiPartParser, JsonParser, NdjsonParser, GzipParser, ZipParser, RawBundleParser]

    @extend_schema(
        operation_id="submission_create",
        summary="Upload a run",
        description=(
            "Send the file as the member `file` of a form, beside the `manifest`; or an archive, or a file "
            "that is only to be checked, as the whole body with `file_name` and the other members in the "
            "query string; or, as JSON, the id of an `upload` that was sent in portions. The answer comes at "
            "once; follow `status_url`."
        ),
        request={
            "multipart/form-data": MultipartSubmissionSerializer,
            "application/json": NamedSubmissionSerializer,
            **dict.fromkeys(RAW_KINDS, OpenApiTypes.BINARY),
        },
        parameters=[
            IDEMPOTENCY_PARAMETER,
            *_query_parameters(),
        ],
        responses={202: ReceiptSerializer, **problems(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)},
    )
    def post(self, request: Request) -> Response:
        """Take an upload in."""
        if request.content_type.partition(";")[0].strip().lower() == JsonParser.media_type:
            return _submit_named(request)
        upload, file_name, said = _upload_in(request)
        receipt = services.submission_receive(
            services.Upload(
                chunks=upload.chunks(),
                file_name=file_name,
                idempotency_key=request.headers.get("Idempotency-Key"),
            ),
            owner=request.user,  # type: ignore[arg-type]  # Only people who are signed in get here.
            dataset_version=_version(said.validated_data.get("dataset_version", "")),
            declaration=said.declaration(),
        )
        return Response(_receipt_body(receipt), status=202)


def _submit_named(request: Request) -> Response:
    """Make a submission of an upload that was sent in portions."""
    said = NamedSubmissionSerializer(data=request.data)
    said.is_valid(raise_exception=True)
    receipt = services.resumable_submit(
        said.validated_data["upload"],
        key=request.headers.get("Idempotency-Key"),
        owner=request.user,  # type: ignore[arg-type]  # Only people who are signed in get here.
        dataset_version=_version(said.validated_data.get("dataset_version", "")),
        declaration=said.declaration(),
    )
    return Response(_receipt_body(receipt), status=202)


def _upload_in(request: Request) -> tuple[Any, str, SubmissionMembersSerializer]:
    """The bytes, the name they go by, and what is said about them."""
    body: Any = request.data
    said: SubmissionMembersSerializer
    if not body and request.content_type.partition(";")[0].strip().lower() in RAW_KINDS:
        # The framework asks no parser where there is nothing to parse.
        body = RawBody(stream=io.BytesIO(), declared_bytes=0)
    if isinstance(body, RawBody):
        _refuse_repeated(request.query_params)
        said = RawSubmissionSerializer(data=dict(request.query_params.items()))
        said.is_valid(raise_exception=True)
        return body, said.validated_data["file_name"], said
    _refuse_repeated(body)
    said = MultipartSubmissionSerializer(data=dict(body.items()))
    said.is_valid(raise_exception=True)
    upload = said.validated_data["file"]
    return upload, upload.name, said


def _refuse_repeated(members: Any) -> None:
    """Of two values for one member, taking either would ignore the other in silence."""
    mistakes = [
        {"pointer": f"/{name}", "code": "repeated", "detail": "Given more than once."}
        for name, values in (members.lists() if hasattr(members, "lists") else ())
        if len(values) > 1
    ]
    if mistakes:
        raise UnprocessableError("Some members are given more than once.", errors=mistakes)


def _version(name: str) -> Any:
    if name:
        return dataset_version_named(TRACK, name)
    version = dataset_version_current(TRACK)
    if version is None:
        raise NotFoundError("No dataset version is published yet.")
    return version


def _receipt_body(receipt: services.SubmissionReceipt) -> Any:
    from_row = {
        "public_id": receipt.public_id,
        "is_new": receipt.is_new,
        "status_url": f"/api/v1/submissions/{receipt.public_id}/",
        "page_url": f"/submissions/{receipt.public_id}/",
    }
    return ReceiptSerializer(from_row).data
