"""How much memory a program has taken at most."""

from __future__ import annotations

from pathlib import Path


def peak_mib() -> float:
    """The largest resident size of this program so far, in MiB.

    Not what `getrusage` says: that begins with the process which started this one, so that
    nothing smaller than it would ever be noticed.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii", errors="replace").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))
