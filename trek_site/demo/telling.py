"""Telling on a terminal or in a log how far long work has come."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from kb_browser.progress import Step

TOLD_EVERY_S: Final = 2.0
REPEATED_EVERY_S: Final = 10.0


class Teller:
    """A line for each new step, every two seconds one for how far it came, every ten one where it did not.

    Steps of one kind that follow each other quickly, as probes do, count as one; the first word is the kind.
    """

    def __init__(self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._say = say
        self._clock = clock
        self._kind = ""
        self._line = ""
        self._told = 0.0

    def __call__(self, step: Step) -> None:
        """Say it, unless something like it was said a moment ago."""
        kind, line, now = step.text.partition(" ")[0], str(step), self._clock()
        wait_s = REPEATED_EVERY_S if line == self._line else TOLD_EVERY_S if kind == self._kind else 0.0
        if now - self._told < wait_s:
            return
        self._kind, self._line, self._told = kind, line, now
        self._say(f"  {line}")
