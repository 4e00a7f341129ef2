"""A pytest plugin that decides which database and broker the run uses, and says so at its end.

For each: the one named in the environment, else a local one that answers, else a private one started from an
installed program, else from a wheel, else the embedded stand-in. It runs before Django reads its settings.
`--embedded` goes straight to the stand-ins; `TREK_TEST_REQUIRE=database,broker` refuses them. On a server
that was already there we use a database, or a key prefix, of our own; nothing is ever flushed.
"""

from __future__ import annotations

import atexit
import getpass
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg
import pytest
import redis

from tests.servers import NoBinaryError, PrivateServer, make_postgres, make_redis, redis_answers

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
LOCAL_REDIS = "redis://127.0.0.1:6379/0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """One service as this run uses it."""

    url: str
    description: str


class State:
    """What was chosen; kept for the closing summary."""

    lines: tuple[str, ...] = ()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--embedded`."""
    parser.addoption(
        "--embedded", action="store_true", help="use SQLite and the folder broker, whatever else is there"
    )


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """Choose the services before pytest-django loads the settings."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker:
        # The variables were inherited; only what two workers would share is told apart.
        os.environ["TREK_DATA_DIR"] = str(Path(os.environ["TREK_DATA_DIR"]) / worker)
        os.environ["TREK_BROKER_PREFIX"] += f"{worker}:"
    else:
        _choose(is_embedded=early_config.known_args_namespace.embedded)
    return (yield)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was used, and which tests could not run and why."""
    terminalreporter.section("services")
    for line in State.lines:
        terminalreporter.write_line(line)
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reasons[reason.removeprefix("Skipped: ")] = reasons.get(reason.removeprefix("Skipped: "), 0) + 1
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"not run: {count} test{'s' if count > 1 else ''}: {reason}")


def chromium() -> str | None:
    """The installed browser that the browser tests drive."""
    return next((found for name in CHROMIUM_NAMES if (found := shutil.which(name))), None)


def _choose(*, is_embedded: bool) -> None:
    folder = tempfile.mkdtemp(prefix="trek-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    prefix = f"trek-test-{uuid4().hex[:8]}:"
    database, broker = (_embedded_database(), _embedded_broker())
    if not is_embedded:
        database, broker = _find_database(), _find_broker(prefix)
    _refuse_stand_ins(database, broker)
    os.environ["TREK_DATA_DIR"] = folder
    os.environ["TREK_BROKER_PREFIX"] = prefix
    # Making a test database may take longer than a page is given.
    os.environ.setdefault("TREK_ROLE", "worker")
    for name, chosen in (("DATABASE_URL", database), ("CELERY_BROKER_URL", broker)):
        # Without a variable the settings take the stand-in, inside the folder above.
        os.environ.pop(name, None)
        if chosen.url:
            os.environ[name] = chosen.url
    State.lines = (
        f"database: {database.description}",
        f"broker: {broker.description}",
        f"browser: {chromium() or 'none; install chromium to run the browser tests'}",
    )


def _refuse_stand_ins(database: Chosen, broker: Chosen) -> None:
    wanted = {word.strip() for word in os.environ.get("TREK_TEST_REQUIRE", "").split(",") if word.strip()}
    for name, chosen in (("database", database), ("broker", broker)):
        if name in wanted and not chosen.url:
            raise pytest.UsageError(f"TREK_TEST_REQUIRE asks for a {name}, but: {chosen.description}")


def _embedded_database(why: str = "asked for with --embedded") -> Chosen:
    return Chosen(url="", description=f"SQLite ({why})")


def _embedded_broker(why: str = "asked for with --embedded") -> Chosen:
    return Chosen(url="", description=f"trekfs, a folder ({why})")


def _find_database() -> Chosen:
    named = os.environ.get("DATABASE_URL")
    if named:
        return Chosen(url=named, description="the one that DATABASE_URL names")
    return _local_postgres() or _private("PostgreSQL", make_postgres, _embedded_database)


def _find_broker(prefix: str) -> Chosen:
    named = os.environ.get("CELERY_BROKER_URL")
    if named:
        _forget_keys_at_exit(named, prefix)
        return Chosen(
            url=named, description="the one that CELERY_BROKER_URL names, keys under a prefix of our own"
        )
    if redis_answers(LOCAL_REDIS):
        _forget_keys_at_exit(LOCAL_REDIS, prefix)
        return Chosen(
            url=LOCAL_REDIS, description="local Redis on 127.0.0.1:6379, keys under a prefix of our own"
        )
    return _private("Redis", make_redis, _embedded_broker)


def _local_postgres() -> Chosen | None:
    """A local server that lets the current user make a database."""
    user = quote(getpass.getuser())
    url = f"postgresql://{user}@127.0.0.1:5432/postgres"
    try:
        with psycopg.connect(url, connect_timeout=2) as connection:
            row = connection.execute(
                "SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
            ).fetchone()
            version = connection.info.server_version // 10000
    except psycopg.OperationalError:
        return None
    if not row or not row[0]:
        return None
    return Chosen(
        url=url, description=f"local PostgreSQL {version} on 127.0.0.1:5432, in a database of our own"
    )


def _private(name: str, make: Callable[[], PrivateServer], stand_in: Callable[[str], Chosen]) -> Chosen:
    try:
        server = make()
        atexit.register(server.remove)
        server.start()
    except (NoBinaryError, RuntimeError, OSError) as fault:
        return stand_in(f"no {name}: {str(fault).splitlines()[0]}")
    return Chosen(url=server.url, description=f"private {name}, {server.origin}")


def _forget_keys_at_exit(url: str, prefix: str) -> None:
    if url.startswith("redis"):
        atexit.register(_forget_keys, url, prefix)


def _forget_keys(url: str, prefix: str) -> None:
    client = redis.Redis.from_url(url, socket_connect_timeout=2)
    try:
        for key in client.scan_iter(match=f"{prefix}*"):
            client.delete(key)
    except redis.RedisError:
        return
    finally:
        client.close()
