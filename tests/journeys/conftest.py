"""Sites for drills: of files only, or with PostgreSQL and Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.stack import Patterns, Stack
from tests.servers import NoBinaryError, private_postgres


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Patterns:
    """Sites of files only."""
    return Patterns(tmp_path_factory.mktemp("embedded"))


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Patterns]:
    """Sites in one PostgreSQL, which no drill may stop, each with a Redis of its own."""
    try:
        with private_postgres() as server:
            yield Patterns(tmp_path_factory.mktemp("servers"), server=server)
    except NoBinaryError as missing:
        pytest.skip(f"needs PostgreSQL and Redis: {missing}")


@pytest.fixture(params=["embedded", "servers"])
def patterns(request: pytest.FixtureRequest) -> Patterns:
    """Sites of each kind in turn."""
    found: Patterns = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def embedded_stack(embedded: Patterns, tmp_path: Path) -> Iterator[Stack]:
    """A site of files only, with the small world and an account."""
    with embedded.copy("prepared", tmp_path) as site:
        yield site


@pytest.fixture
def redis_stack(servers: Patterns, tmp_path: Path) -> Iterator[Stack]:
    """A site with a Redis that the drill may stop, with the small world and an account."""
    with servers.copy("prepared", tmp_path) as site:
        yield site


@pytest.fixture
def stack(patterns: Patterns, tmp_path: Path) -> Iterator[Stack]:
    """A site of its own, of each kind in turn, with the small world and an account."""
    with patterns.copy("prepared", tmp_path) as site:
        yield site


@pytest.fixture
def bare_stack(patterns: Patterns, tmp_path: Path) -> Iterator[Stack]:
    """A site of its own, of each kind in turn, without any dataset."""
    with patterns.copy("bare", tmp_path) as site:
        yield site
