"""The shapes a value may have: types, lengths and ranges, written once and checked in one place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Complaint, Path, beyond, too_many, wrong_type
from scoring.tracks.trek.intake.limits import RECORD_LIMITS as MAX
from scoring.tracks.trek.intake.wording import shown

NULL: type = type(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What one member may hold.

    Attributes:
        types: Types of Python's JSON reader; None allows all. ``int`` also allows 17.0.
        expected: The types in words.
        chars: Longest text.
        items: Longest list.
        members: Largest object.
        low: Smallest number.
        high: Largest number.
        pattern: What a text must match as a whole.
        pattern_words: The pattern in words.
    """

    types: frozenset[type] | None = None
    expected: str = ""
    chars: int | None = None
    items: int | None = None
    members: int | None = None
    low: int | None = None
    high: int | None = None
    pattern: re.Pattern[str] | None = None
    pattern_words: str = ""


def _text(chars: int) -> Shape:
    return Shape(types=frozenset({str, NULL}), expected="text", chars=chars)


def _count(high: int) -> Shape:
    return Shape(types=frozenset({int, NULL}), expected="a whole number", low=0, high=high)


def _word(pattern: str, words: str) -> Shape:
    types = frozenset({str, NULL})
    return Shape(types=types, expected="text", pattern=re.compile(pattern), pattern_words=words)


LOOSE = Shape(chars=MAX.plan_text, items=MAX.loose_items, members=MAX.loose_members)
NAME = _text(MAX.name)
CITY = Shape(types=frozenset({str, int, float, bool, NULL}), expected="text", chars=MAX.city)
CLOCK = Shape(types=frozenset({str, int, float, NULL}), expected="text", chars=MAX.short_text)
MONEY = Shape(types=frozenset({str, int, float, NULL}), expected="a number", chars=MAX.short_text)
NUMBER_OR_TEXT = Shape(types=frozenset({str, int, NULL}), expected="text", chars=MAX.short_text)
ROUTE = Shape(chars=MAX.route_text, items=MAX.flights, members=MAX.entity_members)
REASON = _text(MAX.reason)
COUNT = _count(MAX.calls)
TOKENS = _count(MAX.tokens)

# Members of a record that need nothing beyond their own shape.
RECORD_SHAPES: dict[str, Shape] = {
    "refusal_reason": REASON,
    "tool_call_count": COUNT,
    "aux_call_count": COUNT,
    "total_turns": COUNT,
    "truncation_events": COUNT,
    "request_chars": TOKENS,
    "stop_condition": _word(r"[a-z][a-z0-9_.-]{0,63}", "a lower-case word of at most 64 characters"),
    "elapsed_sec": Shape(
        types=frozenset({int, float, NULL}), expected="a number of seconds", low=0, high=MAX.seconds
    ),
    "error": _text(MAX.plan_text),
    "query": _text(MAX.request),
    "model_id": Shape(
        types=frozenset({str, NULL}),
        expected="text",
        chars=MAX.model_id,
        pattern=re.compile(r".+", re.DOTALL),
        pattern_words="at least one character",
    ),
    "model_label": _word(
        r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}",
        "at most 128 letters, digits, dots, hyphens and underscores, the first a letter or digit",
    ),
}


def misfits(value: Json, shape: Shape, path: Path) -> Iterator[Complaint]:
    """Nothing, or the one complaint about a value that does not have the shape."""
    kind = type(value)
    if shape.types is not None and kind not in shape.types and not _is_whole(value, shape.types):
        yield wrong_type(path, shape.expected, shown(value))
    elif kind is str:
        yield from _text_misfits(str(value), shape, path)
    elif kind is list or kind is dict:
        yield from size_misfits(value, path, items=shape.items, members=shape.members)
    elif kind is int or kind is float:
        yield from _range_misfits(value, shape, path)


def size_misfits(
    value: Json, path: Path, *, items: int | None = None, members: int | None = None
) -> Iterator[Complaint]:
    """Nothing, or the complaint about a list or object with more in it than allowed."""
    if isinstance(value, list) and items is not None and len(value) > items:
        yield too_many(path, len(value), items, "items")
    elif isinstance(value, dict) and members is not None and len(value) > members:
        yield too_many(path, len(value), members, "members")


def is_whole(value: Json) -> bool:
    """Whether a value is a whole number; 17.0 is one, true is none."""
    return type(value) is int or (type(value) is float and value.is_integer())


def _is_whole(value: Json, types: frozenset[type]) -> bool:
    return int in types and is_whole(value)


def _text_misfits(value: str, shape: Shape, path: Path) -> Iterator[Complaint]:
    if shape.chars is not None and len(value) > shape.chars:
        yield too_many(path, len(value), shape.chars, "characters")
    elif shape.pattern is not None and shape.pattern.fullmatch(value) is None:
        yield beyond(path, f"must be {shape.pattern_words}")


def _range_misfits(value: Json, shape: Shape, path: Path) -> Iterator[Complaint]:
    assert isinstance(value, (int, float))
    if (shape.low is not None and value < shape.low) or (shape.high is not None and value > shape.high):
        bounds = f"at least {shape.low}" if shape.high is None else f"from {shape.low} to {shape.high}"
        yield beyond(path, f"{shown(value)} must be {bounds}")
