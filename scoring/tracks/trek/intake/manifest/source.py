"""A manifest as it was written, before anybody asks what a field wants: values, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeAlias

from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.wording import kind_of, quoted

NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_NULL_WORDS = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class Plain:
    """A value whose type its field decides: an unquoted word of YAML, or what was typed into a form.

    Attributes:
        text: As written.
        has_null_words: Whether ``null`` and ``~`` mean that nothing is given, as in YAML.
    """

    text: str
    has_null_words: bool = True

    @property
    def is_null(self) -> bool:
        """Whether nothing is given."""
        return self.text in _NULL_WORDS if self.has_null_words else not self.text


class Unread(Enum):
    """Stands for a value about which a finding says already why it cannot be read."""

    UNREAD = "unread"


UNREAD = Unread.UNREAD

Raw: TypeAlias = "bool | int | float | str | Plain | Unread | Sequence[Raw] | Mapping[str, Raw] | None"


class Place(NamedTuple):
    """Where something stands in a file, both from 1."""

    line: int
    column: int


class Placed(NamedTuple):
    """A complaint, and its place where that is not the place of what its path leads to."""

    complaint: Complaint
    place: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A manifest as written.

    Attributes:
        value: What it holds; `UNREAD` when it cannot be read at all.
        complaints: What is wrong with it as a file, in order.
        places: Where values begin, by path; empty when it comes from no file.
    """

    value: Raw
    complaints: Sequence[Placed] = ()
    places: Mapping[Path, Place] = field(default_factory=dict)


def found(raw: Raw) -> str:
    """A value in words, cut and escaped."""
    if isinstance(raw, Plain):
        return f'"{quoted(raw.text)}"'
    if isinstance(raw, str):
        return f'the text "{quoted(raw)}"'
    if isinstance(raw, (int, float)) and not isinstance(raw, bool):
        return f"the number {quoted(raw)}"
    if isinstance(raw, Mapping):
        return "an object"
    return kind_of(list(raw) if isinstance(raw, Sequence) else raw)


def is_absent(raw: Raw) -> bool:
    """Whether a value says that nothing is given: null, or a text without any character to see."""
    if isinstance(raw, Plain):
        return raw.is_null or not raw.text.strip()
    return raw is None or (isinstance(raw, str) and not raw.strip())


def digits_of(number: str) -> int:
    """How many digits a number is written with."""
    return sum(map(str.isdigit, number))
