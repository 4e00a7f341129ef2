"""A pytest plugin that puts quick tests first, and can leave out what does not depend on the services."""

from __future__ import annotations

import gc

import pytest

DATABASE = {"db", "transactional_db", "django_db_reset_sequences", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--touching-services`."""
    parser.addoption(
        "--touching-services",
        action="store_true",
        help="only tests that use the database or the broker of the run; the others would say the same again",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sort by how long a test of its kind takes; within a kind the order stays as it was."""
    if config.getoption("touching_services"):
        left_out = [item for item in items if not _touches_services(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if _touches_services(item)]
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    """Keep what collecting made, which stays to the end, out of every later search for garbage."""
    gc.collect()
    gc.freeze()


def _place(item: pytest.Item) -> int:
    """0 pure, 1 with a database, 2 with processes of its own, 3 with a browser.

    Browser tests come last because they are many and short: two workers then end at nearly the same time.
    """
    if item.get_closest_marker("browser"):
        return 3
    if item.get_closest_marker("own_services"):
        return 2
    return int(_touches_services(item))


def _touches_services(item: pytest.Item) -> bool:
    """Whether the test asks for the database, by a mark or a fixture, or says that it depends on services."""
    is_marked = any(item.get_closest_marker(name) for name in ("django_db", "stack"))
    return is_marked or not DATABASE.isdisjoint(getattr(item, "fixturenames", ()))
