"""How an upload is refused before anybody reads it: under the codes that a report would have."""

from __future__ import annotations

from typing import TypeVar

from scoring.engine.intake import ReceiptCode
from trek_site.shared.errors import DomainError, TooLargeError, UnprocessableError, WrongKindError

RefusalT = TypeVar("RefusalT", bound=DomainError)


def empty() -> UnprocessableError:
    """There are no bytes."""
    return _refusal(UnprocessableError, ReceiptCode.EMPTY, "The upload is empty.")


def too_large(limit: int, hint: str = "") -> TooLargeError:
    """There are more bytes than the limit; the hint says what to leave out."""
    text = f"The upload has more than {limit} bytes, which is the limit."
    return _refusal(TooLargeError, ReceiptCode.TOO_LARGE, f"{text} {hint}".strip())


def not_accepted(sort: str) -> WrongKindError:
    """Files of a sort, such as "named a.txt", are not taken."""
    text = f"Files {sort} are not accepted. Upload .jsonl, .jsonl.gz or .zip."
    return _refusal(WrongKindError, ReceiptCode.WRONG_KIND, text)


def misnamed(found: str, name: str) -> WrongKindError:
    """The content is of an accepted kind, and the name is that of another."""
    text = f'The file looks like {found} but is named "{name}". Rename it or upload the right file.'
    return _refusal(WrongKindError, ReceiptCode.MISNAMED, text)


def _refusal(sort: type[RefusalT], code: ReceiptCode, text: str) -> RefusalT:
    return sort(text, errors=[{"code": code.value, "detail": text}])
