"""Find columns: the second look at a line, taken only when something in it is wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits

_TOKEN = re.compile(r'["{}\[\],]|[^\s"{}\[\],:]+')
_BLANKS = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*[:,][ \t\r\n]*")
_DECODER = json.JSONDecoder()


class _Token(NamedTuple):
    """One token: its text (of a text, the value), where it begins, and the depth it leaves."""

    text: str
    start: int
    depth: int
    is_name: bool = False
    is_text: bool = False


# A record of an official run has a tenth of that. Beyond it the place is not worth the time.
_SEARCHED_CHARS = 1024 * 1024


def too_deep_at(text: str, limits: Limits) -> Fault:
    """The place of the first bracket that nests deeper than the limit; column 1 if the text ends before."""
    column = next((token.start + 1 for token in _tokens(text) if token.depth > limits.depth), 1)
    return Fault(kind=FaultKind.TOO_DEEP, column=column, facts={"max": limits.depth})


def long_numbers_in(text: str, limits: Limits) -> tuple[Fault, ...]:
    """Every number with more digits than the limit, in order; nothing when the first is out of reach."""
    return tuple(
        Fault(
            kind=FaultKind.TOO_MANY_DIGITS, column=token.start + 1, facts={"n": digits, "max": limits.digits}
        )
        for token in _tokens(text)
        if not token.is_text and (digits := sum(map(str.isdigit, token.text))) > limits.digits
    )


def duplicates_in(text: str) -> tuple[Fault, ...]:
    """Every name that its object has already had, in order, at the later one; nothing out of reach."""
    faults = []
    names: list[set[str]] = [set()]
    for token in _tokens(text):
        if token.depth >= len(names):
            names.append(set())
        del names[token.depth + 1 :]
        if not token.is_name:
            continue
        if token.text in names[-1]:
            faults.append(
                Fault(kind=FaultKind.DUPLICATE_MEMBER, column=token.start + 1, facts={"name": token.text})
            )
        names[-1].add(token.text)
    return tuple(faults)


def _tokens(text: str) -> Iterator[_Token]:
    """The tokens of a line but its colons; ends where the line stops being JSON, or is too long."""
    inside: list[str] = []
    expects_name = False
    position = 0
    while position < _SEARCHED_CHARS and (match := _TOKEN.search(text, position)) is not None:
        start, position, sign = match.start(), match.end(), match[0]
        if sign == '"':
            try:
                value, position = _DECODER.raw_decode(text, start)
            except json.JSONDecodeError:
                return
            yield _Token(value, start, len(inside), is_name=expects_name, is_text=True)
            expects_name = False
            continue
        if sign in {"{", "["}:
            inside.append(sign)
        elif sign in {"}", "]"} and inside:
            inside.pop()
        expects_name = sign in {"{", ","} and inside[-1:] == ["{"]
        yield _Token(sign, start, len(inside))


def column_of(text: str, path: Sequence[str | int]) -> int:
    """The column of the value at ``path`` in a line that is JSON, from 1.

    Where a part of the path is not there the column is that of the last part that is; so a member that is
    missing has the column of the object that lacks it.
    """
    position = _after_blanks(text, 0)
    for step in path:
        found = _child(text, position, step)
        if found is None:
            break
        position = found
    return position + 1


def _child(text: str, position: int, step: str | int) -> int | None:
    """Where the member or item begins inside the object or array at ``position``."""
    opener = text[position]
    if opener != ("{" if isinstance(step, str) else "["):
        return None
    position = _after_blanks(text, position + 1)
    index = 0
    while text[position] not in "}]":
        key: str | int = index
        if opener == "{":
            key, position = _DECODER.raw_decode(text, position)
            position = _after_separator(text, position)
        if key == step:
            return position
        _, position = _DECODER.raw_decode(text, position)
        position = _after_separator(text, position)
        index += 1
    return None


def _after_blanks(text: str, position: int) -> int:
    match = _BLANKS.match(text, position)
    assert match is not None  # It matches nothing, too.
    return match.end()


def _after_separator(text: str, position: int) -> int:
    """Past the colon or comma there, or, before a closing bracket, past blanks."""
    match = _SEPARATOR.match(text, position)
    return match.end() if match else _after_blanks(text, position)
