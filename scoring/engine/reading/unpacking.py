"""Cut a stream into even blocks, and unpack gzip with every byte counted."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from scoring.engine.reading.faults import Fault, FaultKind
from scoring.engine.reading.limits import Limits

BLOCK_BYTES = 64 * 1024
_GZIP_ONLY = 31  # zlib's largest window plus "a gzip header must be there"

# Tools that cut a file into members make one per 64 KiB, 12,000 for the largest file accepted. Millions of
# empty members would cost minutes without ever reaching a limit on bytes.
_MEMBERS_MAX = 20_000


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
    for block in packed:
        for part in stream.feed(block):
            yield part
            if isinstance(part, Fault):
                return
    if stream.is_inside_member:
        yield stream.damage()


class _Unpacking:
    """Where one unpacking stands: the member being read and the bytes in and out so far."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._member: zlib._Decompress | None = None
        self._members = 0
        self._packed_bytes = 0
        self._unpacked_bytes = 0

    @property
    def is_inside_member(self) -> bool:
        return self._member is not None

    def damage(self) -> Fault:
        return Fault(kind=FaultKind.DAMAGED_GZIP, facts={"n": self._unpacked_bytes})

    def feed(self, block: bytes) -> Iterator[bytes | Fault]:
        """What ``block`` unpacks to, ending with a fault if there is one."""
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
            except zlib.error:
                yield self.damage()
                return
            is_done = self._member.eof
            left = self._member.unused_data if is_done else self._member.unconsumed_tail
            self._packed_bytes += len(rest) - len(left)
            self._unpacked_bytes += len(part)
            yield self._excess() or part
            # A full part may leave output inside zlib with no input left to show for it.
            if not is_done and not left and len(part) < BLOCK_BYTES:
                return
            rest = left
            self._member = None if is_done else self._member

    def _excess(self) -> Fault | None:
        limits, count = self._limits, self._unpacked_bytes
        if count > limits.unpacked_bytes:
            return Fault(kind=FaultKind.UNPACKED_TOO_LARGE, facts={"n": count, "max": limits.unpacked_bytes})
        if count > limits.ratio_after_bytes and count > limits.ratio * self._packed_bytes:
            ratio = count // max(self._packed_bytes, 1)
            return Fault(kind=FaultKind.RATIO_TOO_HIGH, facts={"ratio": ratio, "max": limits.ratio})
        return self.damage() if self._members > _MEMBERS_MAX else None
