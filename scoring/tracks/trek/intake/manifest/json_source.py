"""Read a manifest written as JSON, with the place of every value and every fault."""

from __future__ import annotations

import json
import re
from bisect import bisect_left

from scoring.tracks.trek.intake.complaints import Complaint, Path
from scoring.tracks.trek.intake.manifest.limits import MANIFEST_LIMITS as MAX
from scoring.tracks.trek.intake.manifest.source import (
    NUMBER,
    UNREAD,
    Document,
    Place,
    Placed,
    Raw,
    digits_of,
)
from scoring.tracks.trek.intake.wording import quoted

_BLANKS = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[^\s{}\[\],:\"]{1,40}")
_LITERALS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_NO_NUMBERS = frozenset({"NaN", "Infinity", "-Infinity"})
_DECODER = json.JSONDecoder()
_KEEP_ONE = "Readers differ in which of the two they take; keep one."
_LIBRARY = "Write the file with a JSON library."

# The decoder's own words about a text, by their beginning, and ours; what else it says is about escapes.
_TEXT_FAULTS = {
    "Unterminated": ("the text that begins here has no end", ""),
    "Invalid control": (
        "an unescaped control character in a text",
        "A line break inside a text is written as \\n.",
    ),
}
_BAD_ESCAPE = ("a backslash that begins no JSON escape", "A backslash is written twice.")


class _StopError(Exception):
    """Ends the reading; never leaves this module."""

    def __init__(self, complaint: Complaint, position: int) -> None:
        super().__init__(complaint.code)
        self.complaint = complaint
        self.position = position


def read_json(text: str) -> Document:
    """The document in ``text``; never raises."""
    reader = _Reader(text)
    try:
        value = reader.document()
    except _StopError as stop:
        reader.complain(stop.complaint, stop.position)
        value = UNREAD
    return Document(value=value, complaints=tuple(reader.complaints), places=reader.places)


class _Reader:
    """One text being read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._breaks = [index for index, character in enumerate(text) if character == "\n"]
        self.complaints: list[Placed] = []
        self.places: dict[Path, Place] = {}

    def document(self) -> Raw:
        """The one value of the text.

        Raises:
            _StopError: The text is no JSON, or too deep.
        """
        value, position = self._value(self._after_blanks(0), ())
        position = self._after_blanks(position)
        if position < len(self._text):
            raise _not_json(position, "there is more text after the manifest")
        return value

    def complain(self, complaint: Complaint, position: int) -> None:
        """Keep a complaint about what stands at a position."""
        self.complaints.append(Placed(complaint, self._place(position)))

    def _value(self, position: int, path: Path) -> tuple[Raw, int]:
        self.places.setdefault(path, self._place(position))
        sign = self._text[position : position + 1]
        if sign in {"{", "["}:
            if len(path) >= MAX.manifest_depth:
                limit = f"nested deeper than {MAX.manifest_depth}"
                raise _StopError(Complaint("F205", path, {"limit": limit}), position)
            return self._object(position, path) if sign == "{" else self._list(position, path)
        if sign == '"':
            return self._string(position)
        return self._scalar(position, path)

    def _object(self, position: int, path: Path) -> tuple[Raw, int]:
        members: dict[str, Raw] = {}
        position = self._after_blanks(position + 1)
        while self._text[position : position + 1] != "}":
            start = position
            if self._text[position : position + 1] != '"':
                raise self._slip(position, "a member name in double quotation marks was expected")
            name, position = self._string(position)
            position = self._after_blanks(position)
            if self._text[position : position + 1] != ":":
                raise self._slip(position, "a colon was expected")
            value, position = self._value(self._after_blanks(position + 1), (*path, name))
            if name in members:
                self.complain(_twice(name, path), start)
            members.setdefault(name, value)
            position = self._after_comma(position, "}")
        return members, position + 1

    def _list(self, position: int, path: Path) -> tuple[Raw, int]:
        values: list[Raw] = []
        position = self._after_blanks(position + 1)
        while self._text[position : position + 1] != "]":
            value, position = self._value(position, (*path, len(values)))
            values.append(value)
            position = self._after_comma(position, "]")
        return values, position + 1

    def _after_comma(self, position: int, closer: str) -> int:
        """Where the next member or item, or the closing bracket, stands."""
        position = self._after_blanks(position)
        sign = self._text[position : position + 1]
        if sign == closer:
            return position
        if sign != ",":
            raise self._slip(position, "a comma or closing bracket was expected")
        following = self._after_blanks(position + 1)
        if self._text[following : following + 1] in {"}", "]"}:
            raise _not_json(
                position, "a comma before the closing bracket", "JSON has no trailing comma; delete it."
            )
        return following

    def _string(self, position: int) -> tuple[str, int]:
        try:
            value, end = _DECODER.raw_decode(self._text, position)
        except json.JSONDecodeError as error:
            told = (words for start, words in _TEXT_FAULTS.items() if error.msg.startswith(start))
            reason, hint = next(told, _BAD_ESCAPE)
            raise _not_json(error.pos, reason, hint) from error
        return str(value), end

    def _scalar(self, position: int, path: Path) -> tuple[Raw, int]:
        match = _WORD.match(self._text, position)
        word = match[0] if match else ""
        if word in _LITERALS:
            return _LITERALS[word], position + len(word)
        if word in _NO_NUMBERS:
            raise _not_json(position, f"{word} is no number of JSON", "Leave out what was not measured.")
        number = NUMBER.match(self._text, position)
        if number is None:
            raise self._slip(position, "this is not a JSON value")
        digits = digits_of(number[0])
        if digits > MAX.manifest_digits:
            limit = f"has {digits} digits; at most {MAX.manifest_digits} are allowed"
            self.complain(Complaint("F205", path, {"limit": limit}), position)
            return UNREAD, number.end()
        is_whole = number[1] is None and number[2] is None
        return (int(number[0]) if is_whole else float(number[0])), number.end()

    def _slip(self, position: int, reason: str) -> _StopError:
        """The fault at a position, by what stands there."""
        rest = self._text[position : position + 8]
        if not rest:
            return _not_json(position, "the file ends too early", "Was it cut off?")
        if rest.startswith(("//", "/*", "#")):
            return _not_json(position, "JSON has no comments", "Delete it, or use YAML.")
        if rest.startswith(("'", "None", "True", "False")):
            hint = "This looks like a printed Python object; write it with a JSON library."
            return _not_json(position, reason, hint)
        return _not_json(position, reason, _LIBRARY)

    def _after_blanks(self, position: int) -> int:
        match = _BLANKS.match(self._text, position)
        assert match is not None  # It matches nothing, too.
        return match.end()

    def _place(self, position: int) -> Place:
        line = bisect_left(self._breaks, position)
        start = self._breaks[line - 1] + 1 if line else 0
        return Place(line + 1, position - start + 1)


def _not_json(position: int, reason: str, hint: str = "") -> _StopError:
    return _StopError(Complaint("F201", (), {"format": "JSON", "reason": reason, "hint": hint}), position)


def _twice(name: str, path: Path) -> Complaint:
    reason = f'member "{quoted(name)}" appears twice in the same object'
    return Complaint("F201", (*path, name), {"format": "JSON", "reason": reason, "hint": _KEEP_ONE})
