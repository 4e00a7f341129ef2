"""What every test may ask for."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from uuid import uuid4

import pytest
from django.db import connection
from django.test import TransactionTestCase

from tests.processes import Environment
from trek_site.celery import app

audit_triggers = importlib.import_module("trek_site.accounts.migrations.0002_audit_events")


@pytest.fixture(scope="session")
def jobs_are_known() -> None:
    """Every `tasks` module is imported, as in a worker; jobs that run in place are found by name."""
    app.autodiscover_tasks(force=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
    jobs_are_known: None,
) -> None:
    """Name the test database so that two runs on one server never meet."""
    if connection.vendor == "postgresql":
        connection.settings_dict["TEST"]["NAME"] = f"test_trek_{uuid4().hex[:12]}"


@pytest.fixture(scope="session", autouse=True)
def audit_log_gives_way_to_cleaning() -> Iterator[None]:
    """SQLite is cleaned row by row, which the audit log refuses: its trigger is set aside for that moment."""
    original = TransactionTestCase._fixture_teardown

    def clean(self: TransactionTestCase) -> None:
        if connection.vendor != "sqlite":
            original(self)
            return
        with connection.cursor() as cursor:
            for statement in audit_triggers.DROP["sqlite"]:
                cursor.execute(statement)
            try:
                original(self)
            finally:
                for statement in audit_triggers.MAKE["sqlite"]:
                    cursor.execute(statement)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", clean)
        yield


@pytest.fixture
def sends_jobs() -> Iterator[None]:
    """Jobs go to the broker instead of running in place."""
    was_eager = app.conf.task_always_eager
    app.conf.task_always_eager = False
    try:
        yield
    finally:
        app.conf.task_always_eager = was_eager


@pytest.fixture
def process_environment(transactional_db: None) -> Environment:
    """The environment in which a process of its own sees this test's database, broker and files."""
    return environment_of_this_test()


def environment_of_this_test() -> Environment:
    """As `process_environment`; the settings are those of development, so that jobs go to the broker."""
    return {
        **os.environ,
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "trek_site.settings.dev",
        "TREK_ROLE": "worker",
        "PYTHONUNBUFFERED": "1",
    }


def database_url() -> str:
    """The address of the test database, which exists only while the tests run."""
    parts = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{parts['NAME']}"
    host = str(parts["HOST"])
    login = f"{parts['USER']}:{parts['PASSWORD']}" if parts["PASSWORD"] else str(parts["USER"])
    if host.startswith("/"):
        return f"postgresql://{login}@/{parts['NAME']}?host={host}"
    return f"postgresql://{login}@{host}:{parts['PORT'] or 5432}/{parts['NAME']}"
