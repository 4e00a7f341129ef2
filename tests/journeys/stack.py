"""A whole site of its own for a drill: database, broker and folder that nobody else uses.

A drill kills and pauses worker processes and breaks brokers, so it never touches the servers of the test run.
What drills never harm they share: one PostgreSQL, in which each has its database, and the making of an empty
site. It acts through `tests.journeys.actor` in processes of their own and looks at the rows by plain SQL.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import psycopg

from tests.processes import ROOT, Server, Worker, running_server, running_worker, wait_until
from tests.servers import PrivateServer, database_drop, database_make, private_redis

DEV = "trek_site.settings.dev"
LEASE_S = 4

_number = itertools.count(1)


@dataclass(frozen=True, kw_only=True)
class Stack:
    """One site.

    Attributes:
        environment: What every process of it is started with.
        folder: Its files, logs of its workers included.
        broker: Its Redis server; None where the broker is a folder.
        now: The database's time, in its own words.
    """

    environment: dict[str, str]
    folder: Path
    now: str
    broker: PrivateServer | None = None
    _connect: Any = field(repr=False)

    def act(self, *arguments: str) -> Any:
        """Run one command of `tests.journeys.actor`; what it printed, read as JSON."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.journeys.actor", *arguments],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def worker(
        self, *, settings: str = DEV, concurrency: int = 2, lease_s: int = LEASE_S
    ) -> AbstractContextManager[Worker]:
        """A worker process, ready."""
        environment = {
            **self.environment,
            "DJANGO_SETTINGS_MODULE": settings,
            "TREK_LEASE_SECONDS": str(lease_s),
        }
        return running_worker(environment, self.folder, concurrency=concurrency)

    def server(self, *, port: int = 0) -> AbstractContextManager[Server]:
        """The site itself, ready to answer."""
        return running_server({**self.environment, "TREK_ROLE": "web"}, self.folder, port=port)

    def trek(self, *words: str, token: str) -> subprocess.Popen[str]:
        """A command of `trek`, under way."""
        return subprocess.Popen(
            [sys.executable, "-m", "trek_site.cli", *words],
            cwd=ROOT,
            env={**self.environment, "TREK_TOKEN": token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def rows(self, sql: str) -> Sequence[tuple[Any, ...]]:
        """What the query gives now."""
        with closing(self._connect()) as connection:
            return list(connection.execute(sql).fetchall())

    def count(self, table: str, where: str = "1=1") -> int:
        """How many rows of a table there are now."""
        return int(self.rows(f"SELECT count(*) FROM {table} WHERE {where}")[0][0])

    def wait_for(self, table: str, where: str, *, count: int = 1, within_s: float = 60) -> None:
        """Wait until at least so many rows are like that."""
        wait_until(
            lambda: self.count(table, where) >= count,
            within_s=within_s,
            otherwise=lambda: f"{table} where {where}: {self.count(table, where)} of {count}\n{self.logs()}",
        )

    def logs(self) -> str:
        """The end of every worker's log, for a failed assertion."""
        logs = sorted(self.folder.glob("worker-*.log"))
        return "\n".join(f"== {log.name}\n{log.read_text(errors='replace')[-3000:]}" for log in logs)


class Patterns:
    """Sites as drills begin with them: each is made once in this process, and copied for every drill.

    Attributes:
        BEGUN: What is done to which other pattern, or to a new site, by the name of the pattern.
    """

    BEGUN: Mapping[str, tuple[str, str]] = MappingProxyType(
        {"bare": ("", "migrate"), "prepared": ("bare", "prepare")}
    )

    def __init__(self, folder: Path, *, server: PrivateServer | None = None) -> None:
        """Keep them in a folder, and their databases in a server, or as files where there is none."""
        self._folder = folder
        self._server = server
        self._made: set[str] = set()

    @contextmanager
    def copy(self, name: str, folder: Path) -> Iterator[Stack]:
        """A site of its own that is like the pattern, in an empty folder."""
        self._make(name)
        shutil.copytree(self._folder / name, folder, dirs_exist_ok=True)
        with self._site(f"drill_{next(_number)}", folder, like=f"pattern_{name}") as site:
            yield site

    def _make(self, name: str) -> None:
        if name in self._made:
            return
        # Migrations take several seconds, so that they are done once and not for every pattern.
        before, command = self.BEGUN[name]
        home = self._folder / name
        if before:
            self._make(before)
            shutil.copytree(self._folder / before, home)
        else:
            home.mkdir()
        like = f"pattern_{before}" if before else ""
        with self._site(f"pattern_{name}", home, like=like, is_kept=True) as site:
            site.act(command)
        self._made.add(name)

    @contextmanager
    def _site(self, database: str, folder: Path, *, like: str = "", is_kept: bool = False) -> Iterator[Stack]:
        if self._server is None:
            yield _of_files(folder)
            return
        url = database_make(self._server, database, like=like)
        try:
            with private_redis() as broker:
                yield _of_servers(folder, url, broker)
        finally:
            if not is_kept:
                database_drop(self._server, database)


def _of_files(folder: Path) -> Stack:
    """SQLite and the folder broker: nothing but files."""
    database = folder / "db.sqlite3"
    return Stack(
        environment=_environment(folder, DATABASE_URL=f"sqlite:///{database}", CELERY_BROKER_URL="trekfs://"),
        folder=folder,
        now="strftime('%Y-%m-%d %H:%M:%f', 'now')",
        _connect=lambda: sqlite3.connect(database, timeout=20),
    )


def _of_servers(folder: Path, url: str, broker: PrivateServer) -> Stack:
    """A database of its own in a PostgreSQL that drills share, and a Redis that the drill may stop."""
    return Stack(
        environment=_environment(folder, DATABASE_URL=url, CELERY_BROKER_URL=broker.url),
        folder=folder,
        broker=broker,
        now="now()",
        _connect=lambda: psycopg.connect(url, autocommit=True),
    )


def _environment(folder: Path, **services: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TREK_", "DJANGO_"))}
    return {
        **kept,
        **services,
        "DJANGO_SETTINGS_MODULE": DEV,
        "TREK_DATA_DIR": str(folder),
        "TREK_ROLE": "worker",
        "PYTHONUNBUFFERED": "1",
    }
