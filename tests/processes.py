"""Worker processes of their own for tests, in process groups that can be killed whole."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

Environment = Mapping[str, str]
ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A Celery worker with its children."""

    process: subprocess.Popen[bytes]
    log: Path

    def kill(self) -> None:
        """SIGKILL for the main process and every child, as when the machine dies."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """SIGTERM, which finishes the running job."""
        if self.process.poll() is not None:
            return
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.kill()

    def is_ready(self) -> bool:
        """Whether it has said that it takes jobs."""
        return b" ready." in self.log.read_bytes()


@contextmanager
def running_worker(environment: Environment, folder: Path, *, concurrency: int = 1) -> Iterator[Worker]:
    """A worker that takes jobs; stopped afterwards, and its log shown when it never got ready."""
    log = folder / f"worker-{time.monotonic_ns()}.log"
    command = [sys.executable, "-m", "celery", "-A", "trek_site.celery", "worker", "-c", str(concurrency)]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*command, "--without-gossip", "--without-mingle", "-l", "INFO"],
            cwd=ROOT,
            env=dict(environment),
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    worker = Worker(process=process, log=log)
    try:
        wait_until(worker.is_ready, within_s=60, otherwise=lambda: log.read_text(errors="replace"))
        yield worker
    finally:
        worker.stop()


def wait_until(
    condition: Callable[[], bool], *, within_s: float, otherwise: Callable[[], str] = lambda: ""
) -> None:
    """Poll until the condition holds.

    The time is what it may take on an idle machine; a busy one gets several times as much, and a test that
    passes waits no longer for it.

    Raises:
        AssertionError: It did not hold in time; with what `otherwise` has to say.
    """
    deadline = time.monotonic() + PATIENCE * within_s
    while not condition():
        assert time.monotonic() < deadline, f"not within {PATIENCE * within_s} s. {otherwise()}"
        time.sleep(0.05)
