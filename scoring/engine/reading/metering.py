"""Count and digest a stream while somebody else reads it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from scoring.engine.reading.faults import Fault

Part = TypeVar("Part", bound=bytes | Fault)


class Meter(Generic[Part]):
    """Passes a stream on and counts and digests its bytes; stops beyond a limit."""

    def __init__(self, parts: Iterable[Part], limit: int | None = None) -> None:
        self._parts = iter(parts)
        self._limit = limit
        self._digest = hashlib.sha256()
        self.count = 0
        self.is_over = False
        self.is_whole = False

    def __iter__(self) -> Iterator[Part]:
        for part in self._parts:
            if isinstance(part, bytes):
                self.count += len(part)
                self._digest.update(part)
            if self._limit is not None and self.count > self._limit:
                self.is_over = True
                return
            yield part
        self.is_whole = not self.is_over

    @property
    def sha256(self) -> str | None:
        """The digest of the whole stream; None while it has not been read to its end."""
        return self._digest.hexdigest() if self.is_whole else None

    def drain(self) -> None:
        """Read what is left, for its digest; nothing once the limit was passed."""
        if not self.is_over:
            for _ in self:
                pass
