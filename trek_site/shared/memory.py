"""A bound on how much memory one piece of work may take, so that one file cannot starve its neighbours."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

_STATM = Path("/proc/self/statm")


@contextmanager
def memory_bounded(mib: int | None = None) -> Iterator[None]:
    """Let this process grow by so much inside the block; what would take more raises `MemoryError`.

    Counted from what the process holds now, because a child begins with the releases that its parent loaded.
    Where the system does not tell how much that is, nothing is bounded.

    Args:
        mib: In MiB; as the settings say when None.
    """
    if not _STATM.exists():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    held = int(_STATM.read_text().split()[0]) * resource.getpagesize()
    wanted = held + (settings.TREK_JOB_MEMORY_MIB if mib is None else mib) * 2**20
    bounds = [wanted, *(limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY)]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounds), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
