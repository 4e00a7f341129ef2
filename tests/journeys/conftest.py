"""Stacks for drills."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.journeys.stack import Stack, embedded, servers
from tests.servers import NoBinaryError


@contextmanager
def _prepared(make: Callable[[Path], AbstractContextManager[Stack]], folder: Path) -> Iterator[Stack]:
    try:
        with make(folder) as site:
            site.act("prepare")
            yield site
    except NoBinaryError as missing:
        pytest.skip(f"needs PostgreSQL and Redis: {missing}")


@pytest.fixture
def embedded_stack(tmp_path: Path) -> Iterator[Stack]:
    """A site of files only."""
    with _prepared(embedded, tmp_path) as site:
        yield site


@pytest.fixture
def redis_stack(tmp_path: Path) -> Iterator[Stack]:
    """A site with PostgreSQL and Redis, which the drill may stop."""
    with _prepared(servers, tmp_path) as site:
        yield site


@pytest.fixture(params=[embedded, servers], ids=["embedded", "servers"])
def stack(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stack]:
    """A site of its own, of each kind in turn."""
    with _prepared(request.param, tmp_path) as site:
        yield site
