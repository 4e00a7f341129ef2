"""The sweep: rows that were left behind are found and nudged again, from inside every worker.

Any number of sweepers may run at once; each sweep only sends messages and moves rows by conditional updates.
Each leaves a sign in the folder that all processes see, so that a site on which nobody sweeps can be told
from one on which there is nothing to do.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
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
        _leave_sign()


def swept_s() -> float | None:
    """How long ago a worker swept, in seconds; None if none ever did or the folder cannot be read.

    By the clock of whoever asks: machines may differ by their clocks' difference.
    """
    try:
        return max(0.0, time.time() - _sign().stat().st_mtime)
    except OSError:
        return None


def start_sweeping(timer: Timer) -> None:
    """Sweep every `SWEEP_EVERY_S` for as long as the worker lives."""
    timer.call_repeatedly(SWEEP_EVERY_S, sweep)


def _sign() -> Path:
    return Path(settings.TREK_DATA_DIR) / "swept"


def _leave_sign() -> None:
    try:
        _sign().touch()
    except OSError as fault:
        # A full disk, say: it ends no worker, and the age that is told grows.
        logger.warning("no sign left", extra={"fault": type(fault).__name__})


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
