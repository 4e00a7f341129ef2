"""The one translator of refusals and faults into answers.

Under `/api/` every error is `application/problem+json` with type, title, status, detail, code and errors[];
elsewhere it is a page. Services raise, doors let it pass, and nothing else builds an error answer.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from rest_framework import exceptions as drf

from trek_site.shared.errors import PUBLIC_TITLES, DomainError
from trek_site.shared.logs import bound_id

logger = logging.getLogger(__name__)

API_PREFIX: Final = "/api/"
CONTENT_TYPE: Final = "application/problem+json"
PAGES_OF_THEIR_OWN: Final = frozenset({403, 404, 413, 429, 500})


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One error answer before it is a page or a document."""

    status: int
    code: str
    title: str
    detail: str = ""
    errors: tuple[Mapping[str, object], ...] = ()
    retry_after: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        """The members of the problem document, always all of them."""
        return {
            "type": f"urn:trek:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
            "errors": [_mistake(error) for error in self.errors],
        }


def problem(status: int, code: str, detail: str = "", **rest: Any) -> Problem:
    """A problem with the public title of its code."""
    return Problem(status=status, code=code, title=PUBLIC_TITLES[code], detail=detail, **rest)


def problem_of(refusal: DomainError) -> Problem:
    """The problem that a refusal of a service stands for."""
    return Problem(
        status=refusal.http_status,
        code=refusal.code,
        title=refusal.title,
        detail=refusal.detail,
        errors=tuple(refusal.errors),
        retry_after=refusal.retry_after,
        headers=refusal.headers,
    )


def problem_response(request: HttpRequest, found: Problem) -> HttpResponse:
    """The answer: a document for programs, a page for people."""
    response: HttpResponse
    if request.path.startswith(API_PREFIX):
        response = JsonResponse(found.as_json(), status=found.status, content_type=CONTENT_TYPE)
    else:
        name = f"{found.status}.html" if found.status in PAGES_OF_THEIR_OWN else "error.html"
        context = {"problem": found, "request_id": bound_id("request_id")}
        response = render(request, name, context, status=found.status)
    if found.retry_after is not None:
        response.headers["Retry-After"] = str(found.retry_after)
    for name, value in found.headers.items():
        response.headers[name] = value
    response.headers["Cache-Control"] = "private, no-store"
    return response


class ProblemMiddleware:
    """Answers refusals that a view let pass, and addresses that no view is to see."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        # No name that is part of an address has one, and PostgreSQL takes none to look for.
        if "\0" in request.path_info:
            return problem_response(request, problem(404, "not_found"))
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Translate what has a public reason; leave the rest to Django, which logs it and answers 500."""
        found = _public_problem(fault)
        if found is None:
            return None
        logger.info("refused", extra={"code": found.code, "status": found.status})
        return problem_response(request, found)


def problem_exception_handler(fault: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Django REST framework's exception handler: the same documents as everywhere else."""
    found = _public_problem(fault)
    if found is None and isinstance(fault, drf.APIException):
        found = _framework_problem(fault)
    if found is None:
        return None
    response = problem_response(context["request"], found)
    challenge = getattr(fault, "auth_header", None)
    if challenge:
        response.headers["WWW-Authenticate"] = challenge
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """`handler400` of the site; some of what Django answers so has a better status."""
    return problem_response(request, _public_problem(exception) or problem(400, "bad_request"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django's.)
    """`handler403` of the site."""
    return problem_response(request, problem(403, "permission_refused"))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  (Django's.)
    """`handler404` of the site."""
    return problem_response(request, problem(404, "not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """`handler500` of the site: says nothing but the request's id, under which the log has the rest."""
    request_id = bound_id("request_id")
    detail = f"Quote {request_id} when you report this." if request_id else ""
    return problem_response(request, problem(500, "internal_error", detail))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001  (Django's.)
    """`CSRF_FAILURE_VIEW` of the site."""
    return problem_response(request, problem(403, "csrf_failed"))


def _mistake(error: Mapping[str, object]) -> dict[str, object]:
    """The members of one mistake, always all of them."""
    return {name: str(error.get(name, "")) for name in ("pointer", "code", "detail")}


def _public_problem(fault: Exception) -> Problem | None:
    if isinstance(fault, DomainError):
        return problem_of(fault)
    if isinstance(fault, Http404):
        return problem(404, "not_found")
    if isinstance(fault, PermissionDenied):
        return problem(403, "permission_refused")
    if isinstance(fault, RequestDataTooBig):
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        return problem(413, "too_large", f"Without its files, a request holds at most {most} bytes.")
    if isinstance(fault, TooManyFilesSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        return problem(413, "too_large", f"A form holds at most {most} files.")
    if isinstance(fault, TooManyFieldsSent):
        most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS
        return problem(400, "bad_request", f"A request holds at most {most} fields.")
    if isinstance(fault, BadRequest | SuspiciousOperation):
        return problem(400, "bad_request")
    return None


# Codes of the framework's own exceptions, most special first.
_FRAMEWORK_CODES: Final[tuple[tuple[type[drf.APIException], str], ...]] = (
    (drf.ValidationError, "unprocessable"),
    (drf.ParseError, "bad_request"),
    (drf.AuthenticationFailed, "not_authenticated"),
    (drf.NotAuthenticated, "not_authenticated"),
    (drf.PermissionDenied, "permission_refused"),
    (drf.NotFound, "not_found"),
    (drf.MethodNotAllowed, "method_not_allowed"),
    (drf.NotAcceptable, "not_acceptable"),
    (drf.UnsupportedMediaType, "wrong_kind"),
    (drf.Throttled, "rate_limited"),
)


def _framework_problem(fault: drf.APIException) -> Problem:
    code = next((code for kind, code in _FRAMEWORK_CODES if isinstance(fault, kind)), "bad_request")
    if isinstance(fault, drf.ValidationError):
        return problem(422, code, errors=tuple(_mistakes(fault.detail)))
    wait = getattr(fault, "wait", None)
    return problem(
        fault.status_code, code, str(fault.detail), retry_after=None if wait is None else max(1, round(wait))
    )


def _mistakes(detail: object, pointer: str = "") -> Iterator[Mapping[str, object]]:
    """The serializer's tree of mistakes, flattened: JSON pointer and message, in the serializer's order."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _mistakes(inner, pointer if name == "non_field_errors" else f"{pointer}/{name}")
    elif isinstance(detail, list | tuple):
        for position, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list | tuple)
            yield from _mistakes(inner, f"{pointer}/{position}" if nested else pointer)
    else:
        yield {
            "pointer": pointer,
            "code": str(getattr(detail, "code", "invalid")),
            "detail": str(detail),
        }
