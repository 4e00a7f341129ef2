"""Cut a stream into physical lines at the byte 0x0A, and read one as UTF-8 text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits

# JSON's own white space. Python's `splitlines` and `strip` know more kinds, which may stand in a text.
_BLANKS = b" \t\r\n"
_BLANK_CHARACTERS = _BLANKS.decode()
_BLANK_RUN = re.compile(rb"[ \t\r\n]*")

# Longest first: the mark of UTF-16-LE begins that of UTF-32-LE.
_WIDE_MARKS = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_HEAD_BYTES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One physical line that is not blank.

    Attributes:
        number: From 1, blank lines counted.
        offset: Byte in the unpacked file at which it begins.
        length: Bytes without the line's end.
        content: These bytes; None when the line is longer than the limit and was not kept.
        has_crlf: Whether it ends in CR LF, of which ``content`` holds neither.
    """

    number: int
    offset: int
    length: int
    content: bytes | None
    has_crlf: bool


def split_lines(parts: Iterable[bytes | Fault], limits: Limits) -> Iterator[Line | Fault]:
    """The lines that are not blank, in order; of the stream never more than one line is held.

    Faults in ``parts`` are passed on and end the stream, and so do an encoding of two or four bytes a
    character and one line more than the limit. A byte-order mark is reported and left out.
    """
    found = 0
    for piece in _Splitter(limits.line_bytes).run(_with_whole_head(parts)):
        if isinstance(piece, Line):
            found += 1
            if found > limits.lines:
                yield Fault(kind=FaultKind.TOO_MANY_LINES, facts={"max": limits.lines})
                return
        yield piece


def _with_whole_head(parts: Iterable[bytes | Fault]) -> Iterator[bytes | Fault]:
    """The same parts, the first ones joined until they hold enough bytes to tell the encoding."""
    head = b""
    is_whole = False
    for part in parts:
        if is_whole or isinstance(part, Fault):
            if not is_whole and head:
                yield head
            is_whole = True
            yield part
            continue
        head += part
        if len(head) >= _HEAD_BYTES:
            is_whole = True
            yield head
    if not is_whole and head:
        yield head


def _mark_of(head: bytes) -> Fault | None:
    """What the first bytes say about the encoding; None for plain UTF-8."""
    for mark, encoding in _WIDE_MARKS:
        if head.startswith(mark):
            return Fault(kind=FaultKind.WIDE_ENCODING, facts={"encoding": encoding})
    # JSON begins with an ASCII character, so a zero byte at the start is the other half of one.
    zeros = head[:_HEAD_BYTES].count(0)
    if zeros:
        encoding = "UTF-32" if zeros > _HEAD_BYTES // 2 else "UTF-16"
        return Fault(kind=FaultKind.WIDE_ENCODING, facts={"encoding": encoding})
    return Fault(kind=FaultKind.BYTE_ORDER_MARK) if head.startswith(codecs.BOM_UTF8) else None


class _Splitter:
    """The place reached in a file, and what is known of the line begun there."""

    def __init__(self, line_bytes: int) -> None:
        self._line_bytes = line_bytes
        self._number = 1
        self._offset = 0
        self._kept: list[bytes] = []
        self._kept_bytes = 0
        self._length = 0

    def run(self, parts: Iterable[bytes | Fault]) -> Iterator[Line | Fault]:
        """Every line of ``parts``, and the faults of the stream where they come up."""
        is_first = True
        for part in parts:
            if isinstance(part, Fault):
                yield part
                return
            start = 0
            mark = _mark_of(part) if is_first else None
            is_first = False
            if mark is not None:
                yield mark
                if mark.kind is FaultKind.WIDE_ENCODING:
                    return
                start = self._offset = len(codecs.BOM_UTF8)
            yield from self._feed(part, start)
        yield from self._end_line(has_feed=False)

    def _feed(self, part: bytes, start: int) -> Iterator[Line]:
        position = start
        while True:
            if not self._length:
                position = self._skip_blanks(part, position)
            end = part.find(b"\n", position)
            if end < 0:
                self._keep(part[position:])
                return
            self._keep(part[position:end])
            yield from self._end_line(has_feed=True)
            position = end + 1

    def _skip_blanks(self, part: bytes, position: int) -> int:
        """The start of the line that holds the next byte of substance; counts the blank lines before it.

        In one step, since a file may consist of a hundred million of them.
        """
        run = _BLANK_RUN.match(part, position)
        assert run is not None  # It matches nothing, too.
        last = part.rfind(b"\n", position, run.end())
        if last < 0:
            return position
        self._number += part.count(b"\n", position, run.end())
        self._offset += last + 1 - position
        return last + 1

    def _keep(self, piece: bytes) -> None:
        """Add to the line begun, holding at most one byte more than the limit: it may be the CR."""
        self._length += len(piece)
        room = self._line_bytes + 1 - self._kept_bytes
        if piece and room > 0:
            self._kept.append(piece[:room])
            self._kept_bytes += min(room, len(piece))

    def _end_line(self, *, has_feed: bool) -> Iterator[Line]:
        """The line begun, unless it is blank; the next one begins after it."""
        content, length = b"".join(self._kept), self._length
        has_crlf = has_feed and content.endswith(b"\r") and len(content) == length
        if has_crlf:
            content, length = content[:-1], length - 1
        if length > self._line_bytes or content.strip(_BLANKS):
            yield Line(
                number=self._number,
                offset=self._offset,
                length=length,
                content=content if length <= self._line_bytes else None,
                has_crlf=has_crlf,
            )
        self._number += 1
        self._offset += self._length + 1
        self._kept, self._kept_bytes, self._length = [], 0, 0


def read_text(line: Line, limits: Limits) -> str | Fault:
    """The line as text, decoded strictly."""
    if line.content is None:
        return Fault(kind=FaultKind.LINE_TOO_LONG, facts={"n": line.length, "max": limits.line_bytes})
    try:
        text = line.content.decode()
    except UnicodeDecodeError as error:
        value = f"{line.content[error.start]:02x}"
        column = len(line.content[: error.start].decode()) + 1
        return Fault(
            kind=FaultKind.NOT_UTF8, column=column, facts={"at": line.offset + error.start, "value": value}
        )
    # The official reading splits lines here, so what it would see is not what stands in the line.
    cut = text.strip(_BLANK_CHARACTERS).find("\r")
    if cut >= 0:
        column = len(text) - len(text.lstrip(_BLANK_CHARACTERS)) + cut + 1
        return Fault(kind=FaultKind.BARE_RETURN, column=column)
    return text
