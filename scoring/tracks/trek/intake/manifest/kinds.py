"""The kinds of value a member may have: read, said in words, and stated as JSON Schema, in one place each."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, NamedTuple, Protocol

from scoring.engine.model import Json
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.source import NUMBER, Plain, Raw, digits_of, found
from scoring.tracks.trek.intake.manifest.texts import TextError, clean_text
from scoring.tracks.trek.intake.wording import quoted

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_ORCID = re.compile(r"(?:https?://orcid\.org/)?([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])")
_TRUE = frozenset({"true", "True", "TRUE"})
_FALSE = frozenset({"false", "False", "FALSE"})
_DAY = timedelta(days=1)


class Misfit(NamedTuple):
    """Why a value is not of its kind: the code, and what its template needs beside the place."""

    code: str
    facts: Mapping[str, Json]


class Kind(Protocol):
    """What a member may hold."""

    @property
    def control(self) -> str:
        """The form field: text, lines, choice, number, flag, date, url or email."""

    def read(self, raw: Raw, today: date) -> Any:
        """The value, or a `Misfit`; ``raw`` is given and readable."""

    def words(self) -> str:
        """What the value may be, to follow "must be"."""

    def schema(self) -> Mapping[str, Json]:
        """The same as JSON Schema, as far as it can say it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text.

    Attributes:
        chars: Longest text.
        control: Its form field; ``lines`` allows line feeds.
        pattern: What the whole text must match.
        expected: The pattern in words, to follow "must be".
        banned: What must not stand in it in any case of letters.
        is_lowered: Whether letters are made small.
    """

    chars: int
    control: str = "text"
    pattern: str = ""
    expected: str = ""
    banned: str = ""
    is_lowered: bool = False

    def read(self, raw: Raw, today: date) -> Any:
        del today
        text = text_of(raw)
        if text is None:
            return _misfit(f"must be text, found {found(raw)}")
        try:
            clean = clean_text(text, chars=self.chars, has_lines=self.control == "lines")
        except TextError as fault:
            return _misfit(str(fault))
        if self.pattern and re.fullmatch(self.pattern, clean) is None:
            return _misfit(f'must be {self.expected}, found "{quoted(clean)}"')
        if self.banned and self.banned in clean.casefold():
            return _misfit(f'must not hold "{self.banned}", which names no fixed model')
        return clean.lower() if self.is_lowered else clean

    def words(self) -> str:
        size = f"at most {self.chars:,} characters"
        base = f"{self.expected}, {size}" if self.expected and self.control != "text" else self.expected
        banned = f', without "{self.banned}"' if self.banned else ""
        return (base or f"text of {size}") + banned

    def schema(self) -> Mapping[str, Json]:
        pattern = f"^(?:{self.pattern})$" if self.pattern else r"\S"
        return {"type": "string", "maxLength": self.chars, "pattern": pattern}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several words, as written here."""

    choices: tuple[str, ...]
    control: str = "choice"

    def read(self, raw: Raw, today: date) -> Any:
        del today
        text = text_of(raw)
        if text is None:
            return _misfit(f"must be one of the words {', '.join(self.choices)}, found {found(raw)}")
        if text.strip() not in self.choices:
            return Misfit("F203", {"value": quoted(text), "choices": ", ".join(self.choices)})
        return text.strip()

    def words(self) -> str:
        return " or ".join(f"`{choice}`" for choice in self.choices)

    def schema(self) -> Mapping[str, Json]:
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """True or false; with ``is_true`` only true, for what has to be agreed to."""

    is_true: bool = False
    control: str = "flag"

    def read(self, raw: Raw, today: date) -> Any:
        del today
        value: Any = raw
        if isinstance(raw, Plain):
            word = raw.text.strip()
            value = True if word in _TRUE else False if word in _FALSE else raw
        if not isinstance(value, bool):
            return _misfit(f"must be true or false without quotation marks, found {found(raw)}")
        if self.is_true and not value:
            return _misfit("must be true; without this statement nothing is accepted")
        return value

    def words(self) -> str:
        return "true" if self.is_true else "true or false"

    def schema(self) -> Mapping[str, Json]:
        return {"const": True} if self.is_true else {"type": "boolean"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number, or one word in its place.

    Attributes:
        low: Smallest number, itself allowed unless ``is_above``.
        high: Largest number.
        is_above: Whether the number must be larger than ``low``.
        is_whole: Whether it must be whole; 17.0 is.
        word: The word that may stand for it; "" for none.
    """

    low: int
    high: int
    is_above: bool = False
    is_whole: bool = False
    word: str = ""

    @property
    def control(self) -> str:
        """A field for numbers takes no word."""
        return "text" if self.word else "number"

    def read(self, raw: Raw, today: date) -> Any:
        del today
        text = text_of(raw)
        if self.word and text is not None and text.strip() == self.word:
            return self.word
        value = _number_of(raw)
        if value is None or not self._is_within(value) or (self.is_whole and value != int(value)):
            return _misfit(f"must be {self.words()}, found {found(raw)}")
        # Adding zero makes -0.0 the 0.0 it is equal to.
        return int(value) if self.is_whole else float(value) + 0.0

    def _is_within(self, value: float) -> bool:
        """Whether the bounds hold; a number that is none holds none."""
        return (self.low < value if self.is_above else self.low <= value) and value <= self.high

    def words(self) -> str:
        kind = "a whole number" if self.is_whole else "a number"
        bounds = (
            f"above {self.low:,} up to {self.high:,}"
            if self.is_above
            else f"from {self.low:,} to {self.high:,}"
        )
        return f"{kind} {bounds}" + (f' or "{self.word}"' if self.word else "")

    def schema(self) -> Mapping[str, Json]:
        number: dict[str, Json] = {
            "type": "integer" if self.is_whole else "number",
            "exclusiveMinimum" if self.is_above else "minimum": self.low,
            "maximum": self.high,
        }
        return {"oneOf": [number, {"const": self.word}]} if self.word else number


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """A day that is not in the future, by one day of tolerance for those ahead of UTC."""

    control: str = "date"

    def read(self, raw: Raw, today: date) -> Any:
        text = text_of(raw)
        day = None if text is None else _day_of(text.strip())
        if day is None:
            return _misfit(f"must be {self.words()}, found {found(raw)}")
        if day > today + _DAY:
            return _misfit(f"{day.isoformat()} lies in the future")
        return day

    def words(self) -> str:
        return "a date written as YYYY-MM-DD"

    def schema(self) -> Mapping[str, Json]:
        return {"type": "string", "format": "date", "pattern": f"^{_DATE.pattern}$"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Orcid:
    """An ORCID, with or without its address; the last character is a checksum (ISO 7064, mod 11-2)."""

    control: str = "text"

    def read(self, raw: Raw, today: date) -> Any:
        del today
        text = text_of(raw)
        match = None if text is None else _ORCID.fullmatch(text.strip())
        if match is None:
            return _misfit(f"must be {self.words()}, found {found(raw)}")
        if not _has_right_checksum(match[1]):
            return _misfit(f'"{match[1]}" is no ORCID: its last character does not fit the others')
        return match[1]

    def words(self) -> str:
        return "an ORCID written as 0000-0000-0000-0000"

    def schema(self) -> Mapping[str, Json]:
        return {"type": "string", "pattern": f"^{_ORCID.pattern}$"}


def text_of(raw: Raw) -> str | None:
    """The text a value is, None when it is none."""
    return raw.text if isinstance(raw, Plain) else raw if isinstance(raw, str) else None


def plain_value(raw: Plain) -> Json:
    """What an unquoted word says where no field decides: what JSON would read, else text."""
    if raw.is_null:
        return None
    if raw.text in {"true", "false"}:
        return raw.text == "true"
    number = _number_of(raw)
    return raw.text if number is None else number


def _number_of(raw: Raw) -> int | float | None:
    """The number a value is; of a plain word, what JSON would read: ``0123`` and ``12:30`` are none."""
    if isinstance(raw, bool) or not isinstance(raw, (int, float, Plain)):
        return None
    if not isinstance(raw, Plain):
        return raw
    match = NUMBER.fullmatch(raw.text.strip())
    if match is None or digits_of(match[0]) > MAX.manifest_digits:
        return None
    return int(match[0]) if match[1] is None and match[2] is None else float(match[0])


def _day_of(text: str) -> date | None:
    if _DATE.fullmatch(text) is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _has_right_checksum(orcid: str) -> bool:
    total = 0
    digits: Sequence[str] = orcid.replace("-", "")
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    rest = (12 - total % 11) % 11
    return digits[-1] == ("X" if rest == 10 else str(rest))  # noqa: PLR2004 - ten has no digit


def _misfit(limit: str) -> Misfit:
    return Misfit("F205", {"limit": limit})
