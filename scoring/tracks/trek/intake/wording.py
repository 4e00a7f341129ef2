"""Words for values from an upload: quoted, escaped and cut, so that a message can be shown anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.engine.display import counted
from scoring.tracks.trek.intake.limits import REPORT_LIMITS

_LAST_OF_FOUR_DIGITS = 0xFFFF
_POINTER_CHARS = 500
_RANGES_SHOWN = 12


def quoted(value: object) -> str:
    """The value's text on one line, at most 80 characters of it, everything invisible escaped."""
    return _cut(str(value), REPORT_LIMITS.quoted_chars)


def _cut(text: str, chars: int) -> str:
    kept = text[: chars + 1]
    escaped = "".join(character if character.isprintable() else _escaped(character) for character in kept)
    return escaped if len(escaped) <= chars else escaped[: chars - 1] + "…"


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= _LAST_OF_FOUR_DIGITS else f"\\U{code:08x}"


def kind_of(value: object) -> str:
    """The JSON type of a value, in words."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "text"
    return "a list" if isinstance(value, list) else "an object"


def shown(value: object) -> str:
    """The JSON type of a value, with the value where it is short enough to say."""
    if isinstance(value, bool) or value is None or isinstance(value, (list, dict)):
        return kind_of(value)
    return f'the text "{quoted(value)}"' if isinstance(value, str) else f"the number {quoted(value)}"


def pointer_of(path: Sequence[str | int]) -> str:
    """The path as a JSON Pointer (RFC 6901), cut at 500 characters."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return _cut("".join(f"/{step}" for step in steps), _POINTER_CHARS)


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers as ``0–3, 7, 9–12``, the first twelve ranges and how many follow."""
    spans: list[list[int]] = []
    for number in numbers:
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    words = [f"{first}" if first == last else f"{first}–{last}" for first, last in spans]
    more = len(words) - _RANGES_SHOWN
    return ", ".join(words[:_RANGES_SHOWN]) + (f" and {counted(more, 'more range')}" if more > 0 else "")
