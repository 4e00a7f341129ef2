"""The processes of the demo: site and worker, each in a group of its own, ended whole."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from trek_site.settings import env

HOST: Final = "127.0.0.1"
# Longer than the site and the worker take to finish what they are doing.
STOP_WITHIN_S: Final = 50
PORTS_TRIED: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """One process with whatever it started."""

    name: str
    process: subprocess.Popen[bytes]
    log: Path

    def has_ended(self) -> bool:
        """Whether it is gone, which it should not be before it is stopped."""
        return self.process.poll() is not None

    def ask_to_stop(self) -> None:
        """SIGTERM to the main process, which stops its own children."""
        if not self.has_ended():
            self.process.terminate()

    def see_off(self) -> None:
        """Wait for the end, and end what is left of the group by force."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(STOP_WITHIN_S)
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def free_port(wanted: int) -> int:
    """The wanted port, or the next one that nobody listens on.

    Raises:
        OSError: None of the next hundred is free.
    """
    for port in range(wanted, wanted + PORTS_TRIED):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError(f"no free port from {wanted} on")


@contextmanager
def running(port: int, folder: Path) -> Iterator[Sequence[Child]]:
    """Site and worker; both are stopped when the block ends, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    children: list[Child] = []
    try:
        children.append(_start_site(port, folder))
        children.append(_start_worker(folder))
        yield children
    finally:
        for child in children:
            child.ask_to_stop()
        for child in children:
            child.see_off()


def _start_site(port: int, folder: Path) -> Child:
    address = f"{HOST}:{port}"
    variables = {
        "TREK_ROLE": "web",
        "TREK_WEB_BIND": address,
        "TREK_SITE_URL": f"http://{address}",
        # The embedded cache is the process's own, so that counters are right with one process only.
        "TREK_WEB_WORKERS": "1",
        "TREK_DEBUG": "off",
    }
    arguments = ["gunicorn", "-c", "python:trek_site.gunicorn_conf", "trek_site.wsgi"]
    return _start("site", arguments, variables, folder)


def _start_worker(folder: Path) -> Child:
    # It takes from every queue. While one child checks a release for minutes, the other scores.
    arguments = ["celery", "-A", "trek_site.celery", "worker", "--concurrency", "2"]
    return _start(
        "worker", [*arguments, "--without-gossip", "--without-mingle"], {"TREK_ROLE": "worker"}, folder
    )


def _start(name: str, arguments: Sequence[str], variables: Mapping[str, str], folder: Path) -> Child:
    log = folder / f"{name}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603  (Our own interpreter and fixed arguments.)
            [sys.executable, "-m", "trek_site.demo.tied", str(os.getpid()), *arguments],
            env=env.for_child_process(**variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            # A group of its own: Ctrl-C reaches only the command, which then stops the others in order.
            start_new_session=True,
        )
    return Child(name=name, process=process, log=log)
