"""Stopwatch, memory and child processes for the benchmarks. Only ratios of one run are worth comparing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
REPEATS = 7


def seconds(work: Callable[[], object]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def cpu_seconds(work: Callable[[], object]) -> float:
    """Processor time of one call in this process: what a busy machine disturbs least."""
    start = time.process_time()
    work()
    return time.process_time() - start


def child_times(work: Callable[[], object]) -> tuple[float, float]:
    """Wall time of one call, and the processor time of the processes it started and awaited."""
    before = _children_cpu()
    wall = seconds(work)
    return wall, _children_cpu() - before


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def alternating(one: Callable[[], object], other: Callable[[], object]) -> Sequence[tuple[float, float]]:
    """Processor times of both, in pairs and each leading in turn, after one pair to warm up.

    A machine that is busy for a while then slows both.
    """
    pairs = []
    for repeat in range(REPEATS + 1):
        if repeat % 2:
            second = cpu_seconds(other)
            pairs.append((cpu_seconds(one), second))
        else:
            pairs.append((cpu_seconds(one), cpu_seconds(other)))
    return pairs[1:]


def median_ratio(pairs: Sequence[tuple[float, float]]) -> float:
    """The middle one of the ratios, each within its pair."""
    return median(first / second for first, second in pairs)


def private_mb(process: int | str = "self") -> float:
    """Memory that belongs to one process alone, in MB."""
    fields = _memory(process)
    return (fields["Private_Clean"] + fields["Private_Dirty"]) / 1024


def resident_mb(process: int | str = "self") -> float:
    """Memory that one process has in core, shared pages included, in MB."""
    return _memory(process)["Rss"] / 1024


def _memory(process: int | str) -> Mapping[str, int]:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    return {line.split(":")[0]: int(line.split()[1]) for line in lines}


def python(arguments: Sequence[str], **environment: str) -> str:
    """Standard output of a Python of ours with these arguments.

    Raises:
        subprocess.CalledProcessError: It did not end well.
    """
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def report(title: str, *lines: str) -> None:
    """Print one benchmark's results."""
    sys.stdout.write("\n".join([title, *(f"  {line}" for line in lines), "", ""]))
    sys.stdout.flush()
