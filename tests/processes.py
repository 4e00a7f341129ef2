"""Worker processes of their own for tests, in process groups that can be killed whole."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """The site behind gunicorn, as in production."""

    process: subprocess.Popen[bytes]
    address: str

    def kill(self) -> None:
        """SIGKILL for every process of it."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running_server(environment: Environment, folder: Path, *, port: int = 0) -> Iterator[Server]:
    """The site on a port of this machine, ready to answer; ended afterwards."""
    port = port or free_port()
    log = folder / f"server-{time.monotonic_ns()}.log"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:trek_site.gunicorn_conf", "trek_site.wsgi"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**environment, "TREK_WEB_BIND": f"127.0.0.1:{port}", "TREK_WEB_WORKERS": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
    server = Server(process=process, address=f"http://127.0.0.1:{port}")
    try:
        wait_until(lambda: _answers(port), within_s=60, otherwise=lambda: log.read_text(errors="replace"))
        yield server
    finally:
        if process.poll() is None:
            server.kill()


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()


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


def wait_until_quiet(logs: Iterable[Path], *, for_s: float) -> None:
    """Wait until nothing was logged for a while: everything that anybody was told of is done."""
    watched = list(logs)
    seen = (-1, time.monotonic())

    def is_quiet() -> bool:
        nonlocal seen
        size = sum(log.stat().st_size for log in watched)
        if size != seen[0]:
            seen = (size, time.monotonic())
        return time.monotonic() - seen[1] > for_s

    wait_until(is_quiet, within_s=90)
