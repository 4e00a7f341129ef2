"""Cut a stream into even blocks, and unpack gzip with every byte counted."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits

BLOCK_BYTES = 64 * 1024
_PORTION_BYTES = 1024 * 1024
_GZIP_ONLY = 31  # zlib's largest window plus "a gzip header must be there"

# Tools that cut a file into members make one per 64 KiB, 12,000 for the largest file accepted. Millions of
# empty members would cost minutes without ever reaching a limit on bytes.
_MEMBERS_MAX = 20_000


def portions(stream: BinaryIO, checkpoint: Callable[[], None] | None = None) -> Iterator[bytes]:
    """What is left of a stream, in blocks; ``checkpoint`` is called before each is read."""
    while True:
        if checkpoint is not None:
            checkpoint()
        portion = stream.read(_PORTION_BYTES)
        if not portion:
            return
        yield portion


def blocks(chunks: Iterable[bytes], size: int = BLOCK_BYTES) -> Iterator[bytes]:
    """The same bytes in blocks of ``size``, the last one shorter; never an empty block.

    What is found in a file must not depend on how it happened to arrive.
    """
    held = bytearray()
    for chunk in chunks:
        held += chunk
        whole = len(held) - len(held) % size
        for start in range(0, whole, size):
            yield bytes(held[start : start + size])
        del held[:whole]
    if held:
        yield bytes(held)


def gunzip(packed: Iterable[bytes], limits: Limits) -> Iterator[bytes | Fault]:
    """The content of a gzip file of one or more members, in parts of at most `BLOCK_BYTES`.

    Zero bytes after a member are padding and accepted, anything else there must be the next member. What
    was unpacked before a fault has been yielded; the fault is the last thing that comes.
    """
    stream = _Unpacking(limits)
    try:
        for block in packed:
            yield from stream.feed(block)
        stream.close()
    except _UnpackingError as stop:
        yield stop.fault


class _UnpackingError(Exception):
    """Ends an unpacking; never leaves this module."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.kind)
        self.fault = fault


class _Unpacking:
    """Where one unpacking stands: the member being read and the bytes in and out so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._member: zlib._Decompress | None = None
        self._members = 0
        self._packed_bytes = 0
        self._unpacked_bytes = 0

    def close(self) -> None:
        """The stream has ended; it may do so between members only."""
        if self._member is not None:
            raise self._damage()

    def feed(self, block: bytes) -> Iterator[bytes]:
        """What ``block`` unpacks to.

        Raises:
            _UnpackingError: It is damaged, or there is too much of it.
        """
        rest = block
        while True:
            if self._member is None:
                rest = rest.lstrip(b"\0")
                if not rest:
                    return
                self._member = zlib.decompressobj(_GZIP_ONLY)
                self._members += 1
            try:
                part = self._member.decompress(rest, BLOCK_BYTES)
            except zlib.error as error:
                raise self._damage() from error
            is_done = self._member.eof
            left = self._member.unused_data if is_done else self._member.unconsumed_tail
            self._packed_bytes += len(rest) - len(left)
            self._unpacked_bytes += len(part)
            self._refuse_excess()
            yield part
            # A full part may leave output inside zlib with no input left to show for it.
            if not is_done and not left and len(part) < BLOCK_BYTES:
                return
            rest = left
            self._member = None if is_done else self._member

    def _refuse_excess(self) -> None:
        limits, count = self._limits, self._unpacked_bytes
        if count > limits.unpacked_bytes:
            facts = {"n": count, "max": limits.unpacked_bytes}
            raise _UnpackingError(Fault(kind=FaultKind.UNPACKED_TOO_LARGE, facts=facts))
        if count > limits.ratio_after_bytes and count > limits.ratio * self._packed_bytes:
            facts = {"ratio": count // max(self._packed_bytes, 1), "max": limits.ratio}
            raise _UnpackingError(Fault(kind=FaultKind.RATIO_TOO_HIGH, facts=facts))
        if self._members > _MEMBERS_MAX:
            raise self._damage()

    def _damage(self) -> _UnpackingError:
        return _UnpackingError(Fault(kind=FaultKind.DAMAGED_GZIP, facts={"n": self._unpacked_bytes}))
