"""Refusals: what the site answers when it will not do what was asked.

One class per reason. A service raises it; `trek_site.shared.problems` is the only translator into a page or
a problem document. The words for each code stand once, in `PUBLIC_TITLES`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

PUBLIC_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "bad_request": "The request could not be understood.",
        "checksum_mismatch": "The bytes are not those that were announced.",
        "conflict": "This contradicts something that already exists.",
        "csrf_failed": "The form was too old or came from elsewhere; load the page again.",
        "internal_error": "Something went wrong on our side.",
        "length_required": "State the length of what is sent (Content-Length).",
        "method_not_allowed": "This address does not support that method.",
        "not_acceptable": "The requested representation is not available.",
        "not_authenticated": "Sign in, or send a valid token.",
        "not_found": "There is nothing at this address.",
        "permission_refused": "You may not do this.",
        "precondition_failed": "This version of the protocol is not spoken here.",
        "rate_limited": "Too many requests; try again later.",
        "too_large": "What was sent is larger than allowed.",
        "unavailable": "The site cannot do this at the moment; try again later.",
        "unprocessable": "What was sent has mistakes.",
        "wrong_kind": "This kind of file is not accepted.",
    }
)


class DomainError(Exception):
    """A refusal with a public reason.

    Attributes:
        code: Permanent identifier of the reason, shown to programs.
        http_status: Status of the answer that carries it.
        detail: One public sentence about this very case; never quotes secrets, paths or other people's data.
        errors: Single mistakes, in the order found; empty when the detail says everything.
        retry_after: Seconds after which asking again makes sense; None when it never does.
        headers: Further headers of the answer, for protocols that expect a fact there.
    """

    code: ClassVar[str] = "bad_request"
    http_status: ClassVar[int] = 400

    def __init__(
        self,
        detail: str = "",
        *,
        errors: Sequence[Mapping[str, object]] = (),
        retry_after: int | None = None,
        headers: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.detail = detail
        self.errors = tuple(errors)
        self.retry_after = retry_after
        self.headers = headers
        super().__init__(detail or self.code)

    @property
    def title(self) -> str:
        """The public text of the code, the same in every case."""
        return PUBLIC_TITLES[self.code]


class NotFoundError(DomainError):
    """It does not exist, or the asker may not know that it does."""

    code = "not_found"
    http_status = 404


class PermissionRefusedError(DomainError):
    """The asker may see it but not do this with it."""

    code = "permission_refused"
    http_status = 403


class ConflictError(DomainError):
    """It contradicts what is already recorded."""

    code = "conflict"
    http_status = 409


class PreconditionFailedError(DomainError):
    """A version of a protocol that is not spoken here."""

    code = "precondition_failed"
    http_status = 412


class ChecksumMismatchError(DomainError):
    """Bytes that got damaged on their way. The status is that of the resumable-upload protocol."""

    code = "checksum_mismatch"
    http_status = 460


class TooLargeError(DomainError):
    """More bytes than allowed."""

    code = "too_large"
    http_status = 413


class LengthRequiredError(DomainError):
    """A body of which nobody said how long it is, so that a part of it could pass for the whole."""

    code = "length_required"
    http_status = 411


class WrongKindError(DomainError):
    """A file whose content is of no accepted kind."""

    code = "wrong_kind"
    http_status = 415


class UnprocessableError(DomainError):
    """Understood, but wrong in the places that `errors` names."""

    code = "unprocessable"
    http_status = 422


class RateLimitedError(DomainError):
    """Too often."""

    code = "rate_limited"
    http_status = 429


class UnavailableError(DomainError):
    """A passing fault: storage full, database or broker away."""

    code = "unavailable"
    http_status = 503
