"""Starts a module that is told to stop when the process that started it dies, however that dies.

Run as ``python -m trek_site.demo.tied PID MODULE ARGUMENTS…``, PID being the starting process. Linux alone
can do this; elsewhere the module is simply started.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from typing import Final

_PR_SET_PDEATHSIG: Final = 1


def main() -> None:
    """Tie this process to its parent and become the module."""
    parent, arguments = int(sys.argv[1]), sys.argv[2:]
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent:
        # It died before the tie was made.
        return
    os.execv(sys.executable, [sys.executable, "-m", *arguments])  # noqa: S606  (Our own interpreter.)


if __name__ == "__main__":
    main()
