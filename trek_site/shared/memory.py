"""A bound on how much memory one piece of work may take, so that one file cannot starve its neighbours."""

from __future__ import annotations

import resource
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

_STATM = Path("/proc/self/statm")
_LOCK = threading.Lock()


class _Bound:
    """The one bound of a process: the first piece of work sets it, the last one lifts it."""

    inside = 0
    before: tuple[int, int] = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    def enter(self, mib: int) -> None:
        with _LOCK:
            if self.inside == 0:
                self.before = resource.getrlimit(resource.RLIMIT_AS)
                held = int(_STATM.read_text().split()[0]) * resource.getpagesize()
                limits = (held + mib * 2**20, *(one for one in self.before if one != resource.RLIM_INFINITY))
                resource.setrlimit(resource.RLIMIT_AS, (min(limits), self.before[1]))
            self.inside += 1

    def leave(self) -> None:
        with _LOCK:
            self.inside -= 1
            if self.inside == 0:
                resource.setrlimit(resource.RLIMIT_AS, self.before)


_BOUND = _Bound()


@contextmanager
def memory_bounded(mib: int | None = None) -> Iterator[None]:
    """Let this process grow by so much inside the block; what would take more raises `MemoryError`.

    Counted from what the process holds now, because a child begins with the releases that its parent loaded.
    Where the system does not tell how much that is, nothing is bounded. The bound is the process's: pieces of
    work that overlap in threads share the first one's.

    Args:
        mib: In MiB; as the settings say when None.
    """
    if not _STATM.exists():
        yield
        return
    _BOUND.enter(settings.TREK_JOB_MEMORY_MIB if mib is None else mib)
    try:
        yield
    finally:
        _BOUND.leave()
