"""The servers that drills may kill: private, back under the same address, and gone without a trace."""

from __future__ import annotations

import signal
from contextlib import contextmanager

import psycopg
import pytest
import redis

from tests.servers import NoBinaryError, private_postgres, private_redis

pytestmark = [pytest.mark.stack, pytest.mark.own_services]


@contextmanager
def available(server):
    """The server, or a skip that names what is missing."""
    try:
        with server() as running:
            yield running
    except NoBinaryError as fault:
        pytest.skip(str(fault))


def test_postgres_survives_a_crash_with_what_was_committed():
    with available(private_postgres) as server:
        with psycopg.connect(server.url) as connection:
            connection.execute("CREATE TABLE kept (n integer)")
            connection.execute("INSERT INTO kept VALUES (1)")

        server.stop(signal.SIGKILL)
        with pytest.raises(psycopg.OperationalError):
            psycopg.connect(server.url, connect_timeout=1)
        server.start()

        with psycopg.connect(server.url) as connection:
            assert connection.execute("SELECT n FROM kept").fetchall() == [(1,)]
    assert not server.folder.exists()


def test_redis_forgets_everything_when_it_is_killed():
    with available(private_redis) as server:
        client = redis.Redis.from_url(server.url)
        client.set("kept", "1")

        server.stop(signal.SIGKILL)
        server.start()

        assert client.get("kept") is None
        client.close()
    assert not server.folder.exists()


def test_two_servers_stand_side_by_side():
    with available(private_redis) as one, available(private_redis) as other:
        assert one.url != other.url
