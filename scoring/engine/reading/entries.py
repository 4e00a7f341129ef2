"""Unpack one entry of an archive as a stream, with every byte counted and never written anywhere."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

from scoring.engine.reading.archives import Entry, broken
from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits
from scoring.engine.reading.unpacking import BLOCK_BYTES


def unpacked(
    stream: BinaryIO,
    entry: Entry,
    limits: Limits,
    *,
    max_bytes: int,
    checkpoint: Callable[[], None] | None = None,
) -> Iterator[bytes | Fault]:
    """The content of an entry in parts of at most `BLOCK_BYTES`; a fault is the last thing that comes.

    Args:
        stream: The archive; it is sought before every portion, so that it may be used in between.
        entry: What to read.
        limits: The ratio of bytes unpacked to bytes packed.
        max_bytes: Bytes of content beyond which it stops.
        checkpoint: Called before every portion; what it raises is passed on.
    """
    work = _Unpacking(entry, limits, max_bytes)
    for portion in _portions_of(stream, entry):
        if checkpoint is not None:
            checkpoint()
        for part in work.feed(portion):
            yield part
            if isinstance(part, Fault):
                return
    fault = work.closing_fault()
    if fault is not None:
        yield fault


def _portions_of(stream: BinaryIO, entry: Entry) -> Iterator[bytes]:
    position, end = entry.offset, entry.offset + entry.packed_bytes
    while position < end:
        stream.seek(position)
        portion = stream.read(min(BLOCK_BYTES, end - position))
        if not portion:
            return
        position += len(portion)
        yield portion


class _Unpacking:
    """Where the unpacking of one entry stands."""

    def __init__(self, entry: Entry, limits: Limits, max_bytes: int) -> None:
        self._entry = entry
        self._limits = limits
        self._max_bytes = max_bytes
        self._inflating = zlib.decompressobj(-zlib.MAX_WBITS) if entry.is_deflated else None
        self._packed = self._count = self._crc = 0

    def feed(self, portion: bytes) -> Iterator[bytes | Fault]:
        """What a portion unpacks to; a fault is the last thing that comes."""
        rest = portion
        while True:
            try:
                part = self._inflating.decompress(rest, BLOCK_BYTES) if self._inflating else rest
            except zlib.error:
                yield broken("the data of an entry is damaged")
                return
            left = self._inflating.unconsumed_tail if self._inflating else b""
            self._packed += len(rest) - len(left)
            self._count += len(part)
            self._crc = zlib.crc32(part, self._crc)
            fault = self._excess()
            if fault is not None:
                yield fault
                return
            if part:
                yield part
            # A full part may leave output inside zlib with no input left to show for it.
            if not self._inflating or (not left and len(part) < BLOCK_BYTES):
                return
            rest = left

    def closing_fault(self) -> Fault | None:
        """What is wrong with the entry as a whole, once all of it was read."""
        inflating, entry = self._inflating, self._entry
        is_whole = inflating is None or (inflating.eof and not inflating.unused_data)
        if is_whole and (self._count, self._crc) == (entry.content_bytes, entry.crc):
            return None
        return broken("an entry does not hold what its headers say")

    def _excess(self) -> Fault | None:
        """What is too much by now: bytes, bytes per packed byte, or bytes that no header announced."""
        count, limits = self._count, self._limits
        if count > self._max_bytes:
            return Fault(kind=FaultKind.UNPACKED_TOO_LARGE, facts={"n": count, "max": self._max_bytes})
        if count > limits.ratio_after_bytes and count > limits.ratio * self._packed:
            facts = {"ratio": count // max(self._packed, 1), "max": limits.ratio}
            return Fault(kind=FaultKind.RATIO_TOO_HIGH, facts=facts)
        if count > self._entry.content_bytes:
            return broken("an entry unpacks to more bytes than its headers say")
        return None
