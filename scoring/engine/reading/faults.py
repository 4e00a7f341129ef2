"""What can be wrong with the bytes of a record file, before anybody asks what the records mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.engine.model import Json


class FaultKind(StrEnum):
    """One kind of fault; ``facts`` of a `Fault` lists what each carries."""

    BROKEN_ARCHIVE = "broken_archive"  # reason
    TOO_MANY_ENTRIES = "too_many_entries"  # n, max
    DAMAGED_GZIP = "damaged_gzip"  # n: unpacked bytes before the damage
    UNPACKED_TOO_LARGE = "unpacked_too_large"  # n, max
    RATIO_TOO_HIGH = "ratio_too_high"  # ratio, max
    WIDE_ENCODING = "wide_encoding"  # encoding
    BYTE_ORDER_MARK = "byte_order_mark"
    TOO_MANY_LINES = "too_many_lines"  # max
    LINE_TOO_LONG = "line_too_long"  # n, max
    BARE_RETURN = "bare_return"
    NOT_UTF8 = "not_utf8"  # at: offset in the file; value: the byte in two hexadecimal digits
    NOT_JSON = "not_json"  # reason, hint
    DUPLICATE_MEMBER = "duplicate_member"  # name
    TOO_DEEP = "too_deep"  # max
    TOO_MANY_DIGITS = "too_many_digits"  # n, max


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault and its place.

    Attributes:
        kind: What is wrong.
        column: Character of the line from 1; 1 where it is not known.
        facts: What the sentence about it needs, as listed at the kind.
    """

    kind: FaultKind
    column: int = 1
    facts: Mapping[str, Json] = field(default_factory=dict)
