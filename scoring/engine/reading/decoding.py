"""Parse one record strictly: depth and digits before parsing, duplicate members and overflow with it.

The standard library's decoder reads what there is anything to say about. A line it would take without a word
is read by msgspec, which is faster and refuses whatever calls for a word: numbers without a value, half of a
surrogate pair, anything that is not JSON. What both give is equal; a test compares them.

What no decoder tells is seen from an *outline* of the line, the brackets and colons that stand outside texts,
made by a few passes at the speed of memory: its nesting is the depth, and as many colons as the parsed
objects have members means that no name is repeated. Only when something is wrong is the line gone through a
second time, for the columns.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import msgspec

from scoring.engine.model import Json
from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits
from scoring.engine.reading.places import duplicates_in, long_numbers_in, too_deep_at
from scoring.engine.reading.syntax import explain

_INFINITY = float("inf")
_OUTLINE_TABLE = bytes.maketrans(b"{}", b"[]")
_OUTLINE_DELETES = bytes(set(range(256)) - set(b'"{}[]:'))

# Bytes a number may consist of. Of a run of them longer than the limit, so many samples in a row are such
# bytes; a line without such a row holds no number that long, and most lines are without.
_NUMBER_BYTES = b"0123456789.eE+-"
_SAMPLE_TABLE = bytes(ord("0") if byte in _NUMBER_BYTES else ord(" ") for byte in range(256))
_SAMPLES = 6

_ODD_ESCAPE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A line that is JSON, and what is worth looking for in it.

    Attributes:
        value: The value, fresh; numbers that are not finite are still in it.
        has_non_finite: It holds NaN, an infinity, or a number too big to be anything else.
        may_have_odd_text: It may hold a NUL or half of a surrogate pair in a text or name.
        may_be_bulky: An object, array or text in it may exceed its general limit.
    """

    value: Json
    has_non_finite: bool
    may_have_odd_text: bool
    may_be_bulky: bool


class _TooManyDigitsError(Exception):
    """Stops the decoder at a number longer than the limit; ``args[0]`` is its number of digits."""


class _Watch:
    """Hooks of the standard decoder, for one line."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.has_non_finite = False

    def constant(self, name: str) -> float:
        """Called for NaN, Infinity and -Infinity."""
        self.has_non_finite = True
        return float(name)

    def real(self, digits: str) -> float:
        """Called for every number with a fraction or an exponent."""
        value = float(digits)
        if abs(value) == _INFINITY:
            self.has_non_finite = True
        return value

    def checked_integer(self, digits: str) -> int:
        """In place of `int`, which refuses 4,300 digits with an error that has no place."""
        self._refuse_long(digits)
        return int(digits)

    def checked_real(self, digits: str) -> float:
        """As `real`, for lines in which a number may be too long."""
        self._refuse_long(digits)
        return self.real(digits)

    def _refuse_long(self, digits: str) -> None:
        count = sum(map(str.isdigit, digits))
        if count > self._limits.digits:
            raise _TooManyDigitsError(count)


def decode(
    text: str,
    content: bytes,
    limits: Limits,
    *,
    marks: frozenset[str] = frozenset(),
    with_places: bool = True,
) -> Decoded | tuple[Fault, ...]:
    """Parse one line; never raises.

    Args:
        text: The line.
        content: The same as UTF-8 bytes.
        limits: Depth, digits, members, items and lengths.
        marks: Members of which a record has at least one; they tell a record glued to a torn one.
        with_places: Whether a fault's column is looked for, which goes through the line again.

    Returns:
        The value, or every fault of the first kind found, in the order depth, digits and syntax (the one
        that comes first in the line), duplicate members.
    """
    plain, escapes, has_odd = _without_escapes(content)
    colons, depth = _outline(plain, limits.depth)
    deep = Fault(kind=FaultKind.TOO_DEEP, facts={"max": limits.depth})
    if depth > limits.depth:
        return (too_deep_at(text, limits) if with_places else deep,)
    watch = _Watch(limits)
    try:
        value = _parsed(text, content, watch, limits)
    except json.JSONDecodeError as error:
        return (explain(text, error, marks if with_places else frozenset()),)
    except _TooManyDigitsError as error:
        long = Fault(kind=FaultKind.TOO_MANY_DIGITS, facts={"n": error.args[0], "max": limits.digits})
        return (long_numbers_in(text, limits) if with_places else ()) or (long,)
    except RecursionError:  # Only where the limit on depth is set above Python's own.
        return (deep,)
    census = _census_of(value)
    if colons != census.members:
        twice = Fault(kind=FaultKind.DUPLICATE_MEMBER, facts={"name": "…"})
        return (duplicates_in(text) if with_places else ()) or (twice,)
    return Decoded(
        value=value,
        has_non_finite=watch.has_non_finite,
        may_have_odd_text=has_odd and _ODD_ESCAPE.search(content) is not None,
        may_be_bulky=(
            census.largest_object > limits.members
            or census.longest_array > limits.items
            or _may_have_long_text(plain, escapes, limits)
        ),
    )


def _parsed(text: str, content: bytes, watch: _Watch, limits: Limits) -> Json:
    """The value of a line.

    Raises:
        json.JSONDecodeError: The line is no JSON.
        _TooManyDigitsError: A number in it is too long.
        RecursionError: It is nested deeper than Python can read.
    """
    may_be_long = _may_have_long_number(content, limits)
    if not may_be_long:
        try:
            quick: Json = msgspec.json.decode(content)
            return quick
        except (msgspec.MsgspecError, RecursionError):
            pass  # The standard decoder takes it, or says why not and where.
    decoder = json.JSONDecoder(
        parse_constant=watch.constant,
        parse_float=watch.checked_real if may_be_long else watch.real,
        parse_int=watch.checked_integer if may_be_long else None,
    )
    value: Json = decoder.decode(text)
    return value


def _may_have_long_number(content: bytes, limits: Limits) -> bool:
    """Whether a number may have more digits than the limit; cheap, and never wrongly False."""
    step = max(limits.digits // _SAMPLES, 1)
    samples = content[::step].translate(_SAMPLE_TABLE)
    return b"0" * (limits.digits // step) in samples


@dataclass(frozen=True, slots=True, kw_only=True)
class _Census:
    """How much there is in a value: members of all objects, and how many the largest ones hold."""

    members: int
    largest_object: int
    longest_array: int


def _census_of(value: Json) -> _Census:
    """Count level by level, so that no depth is too deep and no value costs a call."""
    members = largest_object = longest_array = 0
    level: list[Json] = [value]
    while level:
        below: list[Json] = []
        for one in level:
            # No subclass comes out of a decoder.
            kind = type(one)
            if kind is dict:
                size = len(one)  # type: ignore[arg-type]
                members += size
                if size > largest_object:  # noqa: PLR1730  (A call of max takes as long as all the rest.)
                    largest_object = size
                below += one.values()  # type: ignore[union-attr]
            elif kind is list:
                size = len(one)  # type: ignore[arg-type]
                if size > longest_array:  # noqa: PLR1730
                    longest_array = size
                below += one  # type: ignore[arg-type]
        level = below
    return _Census(members=members, largest_object=largest_object, longest_array=longest_array)


def _without_escapes(content: bytes) -> tuple[bytes, int, bool]:
    r"""The line without escaped quotation marks and backslashes, the number of backslashes, and ``\u``.

    Other escapes may stay: they hold nothing that is part of an outline. A backslash outside a text is no
    JSON, and the decoder stops there.
    """
    first = content.find(b"\\")
    if first < 0:
        return content, 0, False
    # In official files escapes stand close together, in the previews of results.
    last = content.rfind(b"\\") + 2
    region = content[first:last]
    escapes = region.count(b"\\")
    if b"\\\\" in region:
        region = region.replace(b"\\\\", b"")
    has_unicode = b"\\u" in region
    return content[:first] + region.replace(b'\\"', b"") + content[last:], escapes, has_unicode


def _outline(plain: bytes, depth_max: int) -> tuple[int, int]:
    """Colons outside texts and the nesting depth; a depth beyond the limit is only known to be beyond.

    Exact for JSON. For anything else the decoder stops before it goes deeper than twice the limit.
    """
    outline = plain.translate(_OUTLINE_TABLE, _OUTLINE_DELETES)
    # Two quotation marks side by side are an empty text, or the end of one and the beginning of the next:
    # without them the same brackets and colons stand inside texts.
    outline = outline.replace(b'""', b"")
    outline = b"".join(outline.split(b'"')[::2])
    colons = outline.count(b":")
    brackets = outline.replace(b":", b"")
    rounds = 0
    while rounds <= depth_max and brackets:
        inner = brackets.replace(b"[]", b"")
        if len(inner) == len(brackets):
            break
        brackets = inner
        rounds += 1
    return colons, max(rounds, brackets.count(b"["))


def _may_have_long_text(plain: bytes, escapes: int, limits: Limits) -> bool:
    """Whether a text may exceed its limit; cheap, and never wrongly False.

    A text beyond the limit has half as many escapes, or as many bytes in a row without a quotation mark.
    """
    half = limits.text_chars // 2
    if escapes >= half:
        return True
    step = max(half // 2, 1)
    return any(plain.find(b'"', start, start + step) < 0 for start in range(0, len(plain) - step, step))
