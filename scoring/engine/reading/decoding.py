"""Parse one record strictly: depth and digits before parsing, duplicate members and overflow with it.

One decoder of the standard library does the work. What it cannot see is told from an *outline* of the
line, the brackets and colons that stand outside texts, made by a few passes at the speed of memory: its
nesting is the depth, and as many colons as the parsed objects have members means that no name is repeated.
Only when something is wrong is the line gone through a second time, for the columns.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

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

# A number is beyond the largest one by its exponent, or by more digits than this.
_FINITE_DIGITS = 308
_EXPONENT_MARK = b"0e0"
_EXPONENTS_LOOKED_AT = 1_000
_EXPONENT_TABLE = bytes(
    ord("0") if byte in b"0123456789+" else ord("e") if byte in b"eE" else ord(" ") for byte in range(256)
)

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
    """Hooks of the decoder, for one line."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.members = 0
        self.has_non_finite = False
        self.has_large_object = False

    def count(self, members: dict[str, Json]) -> dict[str, Json]:
        """Called for every object."""
        self.members += len(members)
        if len(members) > self._limits.members:
            self.has_large_object = True
        return members

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
        value = _decoder(watch, content, limits).decode(text)
    except json.JSONDecodeError as error:
        return (explain(text, error, marks if with_places else frozenset()),)
    except _TooManyDigitsError as error:
        long = Fault(kind=FaultKind.TOO_MANY_DIGITS, facts={"n": error.args[0], "max": limits.digits})
        return (long_numbers_in(text, limits) if with_places else ()) or (long,)
    except RecursionError:  # Only where the limit on depth is set above Python's own.
        return (deep,)
    if colons != watch.members:
        twice = Fault(kind=FaultKind.DUPLICATE_MEMBER, facts={"name": "…"})
        return (duplicates_in(text) if with_places else ()) or (twice,)
    return Decoded(
        value=value,
        has_non_finite=watch.has_non_finite,
        may_have_odd_text=has_odd and _ODD_ESCAPE.search(content) is not None,
        may_be_bulky=watch.has_large_object or _may_be_bulky(plain, escapes, limits),
    )


def _decoder(watch: _Watch, content: bytes, limits: Limits) -> json.JSONDecoder:
    """The standard decoder with this line's hooks; numbers get theirs only where one may need it.

    A hook called for every number takes longer than all the rest of the decoder.
    """
    step = max(limits.digits // _SAMPLES, 1)
    samples = content[::step].translate(_SAMPLE_TABLE)
    if b"0" * (limits.digits // step) not in samples:
        may_overflow = limits.digits > _FINITE_DIGITS or _has_exponent(content)
        return json.JSONDecoder(
            object_hook=watch.count,
            parse_constant=watch.constant,
            parse_float=watch.real if may_overflow else None,
        )
    return json.JSONDecoder(
        object_hook=watch.count,
        parse_constant=watch.constant,
        parse_float=watch.checked_real,
        parse_int=watch.checked_integer,
    )


def _has_exponent(content: bytes) -> bool:
    """Whether a number may have an exponent that makes it larger; never wrongly False.

    The digits before it are looked back to: in the escape of an accented letter a letter precedes them.
    """
    marks = content.translate(_EXPONENT_TABLE)
    at = marks.find(_EXPONENT_MARK)
    for _ in range(_EXPONENTS_LOOKED_AT):
        if at < 0:
            return False
        number = content[max(0, at - _FINITE_DIGITS) : at + 1]
        before = number.rstrip(b"0123456789.")[-1:]
        if not before.isalpha():
            return True
        at = marks.find(_EXPONENT_MARK, at + 1)
    return True


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


def _may_be_bulky(plain: bytes, escapes: int, limits: Limits) -> bool:
    """Whether an array or text may exceed its limit; cheap, and never wrongly False.

    A text beyond the limit has half as many escapes, or as many bytes in a row without a quotation mark.
    """
    if plain.count(b",") >= limits.items:
        return True
    half = limits.text_chars // 2
    if escapes >= half:
        return True
    step = max(half // 2, 1)
    return any(plain.find(b'"', start, start + step) < 0 for start in range(0, len(plain) - step, step))
