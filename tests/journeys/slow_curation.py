"""Curation work at a pace at which it can be met in its middle, loaded into a worker before it forks."""

from __future__ import annotations

import time
from typing import Any

from kb_browser import examination, release_copies

FILE_S = 0.15
PROBE_S = 0.1


def install() -> None:
    """From now on every copied file and every probe takes a moment."""
    write, run_probes = release_copies._write, examination.run_probes

    def slow_write(*given: Any, **named: Any) -> None:
        write(*given, **named)
        time.sleep(FILE_S)

    def slow_probes(*given: Any, **named: Any) -> Any:
        for result in run_probes(*given, **named):
            time.sleep(PROBE_S)
            yield result

    release_copies._write = slow_write
    examination.run_probes = slow_probes
