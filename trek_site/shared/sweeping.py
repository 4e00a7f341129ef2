"""The sweep: rows that were left behind are found and nudged again, from inside every worker.

Any number of sweepers may run at once; each sweep only sends messages and moves rows by conditional updates.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final, Protocol, cast

from django.conf import settings
from django.db import close_old_connections, connections
from django.utils.module_loading import import_string

logger = logging.getLogger(__name__)

SWEEP_EVERY_S: Final = 3


class Timer(Protocol):
    """The part of Celery's timer that the sweep uses."""

    def call_repeatedly(self, secs: float, fun: Callable[[], None]) -> object:
        """Call the function every so many seconds until the worker stops."""


def sweep() -> None:
    """Run every sweep named in `TREK_SWEEPS` once; one that fails does not stop the others."""
    close_old_connections()
    try:
        for dotted in settings.TREK_SWEEPS:
            _sweep_one(dotted)
    finally:
        _close_connections()


def start_sweeping(timer: Timer) -> None:
    """Sweep every `SWEEP_EVERY_S` for as long as the worker lives."""
    timer.call_repeatedly(SWEEP_EVERY_S, sweep)


def _sweep_one(dotted: str) -> None:
    run = cast("Callable[[], object]", import_string(dotted))
    try:
        run()
    except Exception:  # A door: the next sweep is due whatever went wrong in this one.
        logger.exception("sweep failed", extra={"sweep": dotted})
        _close_connections()


def _close_connections() -> None:
    # The worker's main process keeps no connection between sweeps, because its children are forked from it.
    # One inside a transaction belongs to a caller who is not done with it.
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
