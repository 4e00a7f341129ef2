"""What every test may ask for."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from uuid import uuid4

import pytest
from django.core.management.sql import emit_post_migrate_signal
from django.db import connection, transaction
from django.test import TransactionTestCase

from tests.processes import Environment
from trek_site.celery import app

# Tables that only grow.
TRIGGERS = [
    importlib.import_module("trek_site.accounts.migrations.0002_audit_events"),
    importlib.import_module("scoring.migrations.0010_reviews_stay"),
    importlib.import_module("scoring.migrations.0013_events_stay"),
    importlib.import_module("scoring.migrations.0015_receipts_stay"),
    importlib.import_module("scoring.migrations.0017_prices_stay"),
]


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
    """After a test without a transaction every row is deleted, which the audit log refuses at other times.

    On PostgreSQL Django would truncate instead, which makes every file of every table anew: for tables that
    hold a few rows, some fifty times the work.
    """
    original = TransactionTestCase._fixture_teardown

    def clean(self: TransactionTestCase) -> None:
        if connection.vendor == "sqlite":
            with _audit_log_unlocked_on_sqlite():
                original(self)
        elif _may_set_triggers_aside():
            _delete_every_row()
        else:
            original(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", clean)
        yield


@contextmanager
def _audit_log_unlocked_on_sqlite() -> Iterator[None]:
    with connection.cursor() as cursor:
        for statement in (statement for each in TRIGGERS for statement in each.DROP["sqlite"]):
            cursor.execute(statement)
        try:
            yield
        finally:
            for statement in (statement for each in TRIGGERS for statement in each.MAKE["sqlite"]):
                cursor.execute(statement)


@cache
def _may_set_triggers_aside() -> bool:
    """Whether the login is allowed to; one that is named in the environment may not be."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        return bool(cursor.fetchone()[0])


def _delete_every_row() -> None:
    """Leave the database as a new one is: empty, but for content types and permissions."""
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    with transaction.atomic(), connection.cursor() as cursor:
        # Neither foreign keys nor the audit log's trigger ask anything in this transaction.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    emit_post_migrate_signal(verbosity=0, interactive=False, db=connection.alias)


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
