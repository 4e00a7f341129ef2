"""Refuses a request body that no address of the site would take, before a byte of it is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from scoring.receipts import RECEIPT_BYTES_MAX
from submissions.limits import MIB, UPLOAD_LIMITS
from trek_site.charsets import REFUSED, is_utf_8
from trek_site.shared.errors import DomainError, LengthRequiredError, TooLargeError, WrongKindError
from trek_site.shared.problems import problem_of, problem_response

# Where much less is ever sent: a receipt as a file, or as text in which every character is written as three.
SMALLER: Final[Mapping[str, int]] = {"/verify/": 3 * RECEIPT_BYTES_MAX + MIB}
# The largest upload of any track, and room for the other fields of the form around it.
BODY_BYTES_MAX: Final = max(limits.upload_bytes for limits in UPLOAD_LIMITS.values()) + MIB


class BodyLimitMiddleware:
    """Looks at what is declared; a server reads no more than that, and nothing where none is declared."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        refusal = _refusal(request)
        if refusal is not None:
            return problem_response(request, problem_of(refusal))
        return self._get_response(request)


def _refusal(request: HttpRequest) -> DomainError | None:
    declared = request.META.get("CONTENT_LENGTH") or ""
    most = SMALLER.get(request.path_info, BODY_BYTES_MAX)
    if declared.isdecimal() and int(declared) > most:
        return TooLargeError(f"The request has {int(declared)} bytes; at most {most} are taken.")
    if not declared and request.headers.get("Transfer-Encoding"):
        return LengthRequiredError("The body was sent in chunks without its length. Send it as one file.")
    if not is_utf_8(request.META.get(REFUSED, "")):
        return WrongKindError("Only UTF-8 is read; send the body in it, or leave the charset out.")
    return None
