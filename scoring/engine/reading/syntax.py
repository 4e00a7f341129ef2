"""Say why a line is not JSON, and what most likely happened to it."""

from __future__ import annotations

import json
import re
from enum import StrEnum

from scoring.engine.reading.faults import Fault, FaultKind

_RECORD_START = re.compile(r'\{\s*"')
_PYTHON_WORD = re.compile(r"'|[bru]+'|None\b|True\b|False\b|\(|set\(|datetime\.")
_CUT_WORDS = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
_DECODER = json.JSONDecoder()

# Beginnings of further records that are tried in one line before the search is given up.
_STARTS_MAX = 5_000


class Slip(StrEnum):
    """What most likely happened."""

    CUT_OFF = "cut_off"
    CUT_OFF_IN_TEXT = "cut_off_in_text"
    GLUED = "glued"
    SECOND_VALUE = "second_value"
    TRAILING_COMMA = "trailing_comma"
    PYTHON_OBJECT = "python_object"
    CONTROL_CHARACTER = "control_character"
    BAD_ESCAPE = "bad_escape"
    BYTE_ORDER_MARK = "byte_order_mark"
    MISSING_COMMA = "missing_comma"
    UNQUOTED_NAME = "unquoted_name"
    OTHER = "other"


_CUT_OFF = "The line is cut off; was the run or the upload interrupted?"
_MEND_TORN = (
    "Delete the torn part and keep a complete record on a line of its own, or resume the run so that "
    "the tasks are done again."
)

# Slip → what is wrong, how to mend it.
TEXTS: dict[Slip, tuple[str, str]] = {
    Slip.CUT_OFF: (
        "the line ends inside an object or array",
        f"{_CUT_OFF} {_MEND_TORN}",
    ),
    Slip.CUT_OFF_IN_TEXT: (
        "the line ends inside a text",
        f"{_CUT_OFF} Or is a line break in a text not written as \\n? {_MEND_TORN}",
    ),
    Slip.GLUED: (
        "a torn record with the next record glued to it",
        f"The line is cut off where a run was killed, and the resumed run went on behind it. {_MEND_TORN}",
    ),
    Slip.SECOND_VALUE: (
        "there is more text after the record",
        "Two records on one line? Write one record per line.",
    ),
    Slip.TRAILING_COMMA: (
        "a comma before the closing bracket",
        "JSON has no trailing comma; delete it.",
    ),
    Slip.PYTHON_OBJECT: (
        "this is not a JSON value",
        "This looks like a printed Python object; write it with a JSON library.",
    ),
    Slip.CONTROL_CHARACTER: (
        "an unescaped control character in a text",
        "A tab or line break inside a text is written as \\t or \\n.",
    ),
    Slip.BAD_ESCAPE: (
        "a backslash that begins no JSON escape",
        "A backslash inside a text is written twice.",
    ),
    Slip.BYTE_ORDER_MARK: (
        "a byte-order mark inside the file",
        "Save the file as UTF-8 without byte-order marks.",
    ),
    Slip.MISSING_COMMA: (
        "a comma or closing bracket was expected",
        'Was a quotation mark inside a text not written as \\"? Write records with a JSON library.',
    ),
    Slip.UNQUOTED_NAME: (
        "a member name in double quotation marks was expected",
        "Write records with a JSON library.",
    ),
    Slip.OTHER: (
        "this is not a JSON value",
        "Write one JSON object per line.",
    ),
}


def explain(text: str, error: json.JSONDecodeError, marks: frozenset[str]) -> Fault:
    """The fault for a line the decoder refused.

    Args:
        text: The line.
        error: What the decoder says; only its position and the beginning of its message are used.
        marks: Members of which a record has at least one; none leave glued records undetected.
    """
    slip, position = _slip(text, error)
    if slip is not Slip.TRAILING_COMMA and marks and _is_glued(text, marks):
        slip = Slip.GLUED
    reason, hint = TEXTS[slip]
    return Fault(
        kind=FaultKind.NOT_JSON,
        column=position + 1,
        facts={"reason": reason, "hint": hint, "is_cut_off": _is_cut_off(slip)},
    )


def _is_cut_off(slip: Slip) -> bool:
    return slip in {Slip.CUT_OFF, Slip.CUT_OFF_IN_TEXT}


# The decoder's own words, by their beginning; they have not changed between the versions supported.
_BY_MESSAGE = (
    ("Unterminated string", Slip.CUT_OFF_IN_TEXT),
    ("Invalid control character", Slip.CONTROL_CHARACTER),
    ("Extra data", Slip.SECOND_VALUE),
    ("Invalid \\", Slip.BAD_ESCAPE),
)


def _slip(text: str, error: json.JSONDecodeError) -> tuple[Slip, int]:
    """What happened, and where."""
    position = error.pos
    for beginning, slip in _BY_MESSAGE:
        if error.msg.startswith(beginning):
            return slip, position
    rest = text[position:].strip()
    if not rest or any(word.startswith(rest) for word in _CUT_WORDS):
        return Slip.CUT_OFF, position
    comma = _trailing_comma(text, position)
    if comma is not None:
        return Slip.TRAILING_COMMA, comma
    if rest.startswith("\ufeff"):
        return Slip.BYTE_ORDER_MARK, position
    if _PYTHON_WORD.match(rest):
        return Slip.PYTHON_OBJECT, position
    if error.msg.startswith("Expecting ','"):
        return Slip.MISSING_COMMA, position
    return (Slip.UNQUOTED_NAME if "property name" in error.msg else Slip.OTHER), position


def _trailing_comma(text: str, position: int) -> int | None:
    """Where a comma stands with only blanks between it and a closing bracket at the error."""
    # Older decoders stop at the bracket, newer ones at the comma.
    closing = text[position + 1 :].lstrip()[:1] if text[position] == "," else text[position]
    before = text[: position + 1 if text[position] == "," else position].rstrip()
    return len(before) - 1 if closing in {"}", "]"} and before.endswith(",") else None


def _is_glued(text: str, marks: frozenset[str]) -> bool:
    """Whether a complete record ends the line although the line as a whole is not JSON."""
    end = len(text.rstrip())
    for tried, start in enumerate(_RECORD_START.finditer(text, 1)):
        if tried >= _STARTS_MAX:
            return False
        try:
            value, stop = _DECODER.raw_decode(text, start.start())
        except ValueError:
            continue
        if stop == end:
            return not marks.isdisjoint(value)
    return False
