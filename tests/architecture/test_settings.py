"""Settings: one reader of the environment, documented, refusing to start on what is missing or wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from trek_site.settings import env
from trek_site.settings.services import broker_settings, database_settings
from trek_site.shared.jobs import HARD_LIMIT_S

ROOT = Path(__file__).resolve().parents[2]
SERVER = {
    "DJANGO_SETTINGS_MODULE": "trek_site.settings.prod",
    "TREK_SECRET_KEY": "made-up-for-this-test-with-more-than-fifty-characters-0123456789",
    "TREK_SIGNING_KEY": "5ec2e7" + "0" * 58,
    "TREK_ALLOWED_HOSTS": "board.example.org",
    "TREK_SITE_URL": "https://board.example.org",
    "TREK_EMAIL_URL": "smtp+tls://trek:s3cret@mail.example.org:587",
    "DATABASE_URL": "postgresql://trek@127.0.0.1:1/trek",
    "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
    "TREK_CACHE_URL": "redis://127.0.0.1:1/1",
}
WITHOUT_A_DEFAULT = sorted(set(SERVER) - {"DJANGO_SETTINGS_MODULE"})


def start(tmp_path: Path, **changes: str) -> subprocess.CompletedProcess[str]:
    """`check --deploy` on a server with these variables; an empty one counts as absent."""
    # Browser tests in this process leave DJANGO_ALLOW_ASYNC_UNSAFE behind, which no server may have.
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in env.VARIABLES and not name.startswith("DJANGO_")
    }
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**inherited, **SERVER, "TREK_DATA_DIR": str(tmp_path), **changes},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_deployment_check_has_nothing_to_say(tmp_path):
    done = start(tmp_path)

    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.parametrize("name", WITHOUT_A_DEFAULT)
def test_a_server_does_not_start_without(tmp_path, name):
    done = start(tmp_path, **{name: ""})

    assert done.returncode != 0
    assert f"{name} is not set" in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "mysql://trek:s3cret@db/trek"),
        ("CELERY_BROKER_URL", "trekfs://"),
        ("CELERY_BROKER_URL", "amqp://trek:s3cret@broker"),
        ("TREK_SITE_URL", "board.example.org"),
        ("TREK_EMAIL_URL", "mail.example.org:s3cret"),
        ("TREK_SIGNING_KEY", "s3cret"),
        ("TREK_SIGNING_KEY", "S3CRET" + "0" * 58),
        ("TREK_PROXY_HOPS", "one"),
        ("TREK_PROXY_HOPS", "-1"),
        ("TREK_HSTS_SECONDS", "0"),
        ("TREK_ROLE", "boss"),
        ("TREK_LOG_FORMAT", "xml"),
        ("TREK_STATIC_ROOT", "relative/folder"),
    ],
)
def test_a_value_that_does_not_fit_stops_the_start_and_is_named(tmp_path, name, value):
    done = start(tmp_path, **{name: value})

    assert done.returncode != 0
    assert f"ImproperlyConfigured: {name} " in done.stderr
    assert "s3cret" not in done.stderr


def test_a_data_folder_that_cannot_be_made_is_named(tmp_path):
    blocker = tmp_path / "file"
    blocker.touch()

    done = start(tmp_path, TREK_DATA_DIR=str(blocker / "data"))

    assert "ImproperlyConfigured: TREK_DATA_DIR names a folder that cannot be made" in done.stderr


def test_every_variable_is_documented_and_every_documented_one_is_read():
    text = (ROOT / "docs" / "configuration.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", text, flags=re.MULTILINE))

    assert documented == set(env.VARIABLES)


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"TREK_GITHUB_CLIENT_ID": "x"}, "TREK_GITHUB_CLIENT_SECRET is not set"),
        ({"TREK_ORCID_CLIENT_ID": "x"}, "TREK_ORCID_CLIENT_SECRET is not set"),
        ({"TREK_OIDC_CLIENT_ID": "x"}, "TREK_OIDC_CLIENT_SECRET is not set"),
        (
            {"TREK_OIDC_CLIENT_ID": "x", "TREK_OIDC_CLIENT_SECRET": "s3cret"},
            "TREK_OIDC_SERVER_URL is not set",
        ),
    ],
)
def test_a_provider_is_configured_as_a_whole(tmp_path, given, named):
    done = start(tmp_path, **given)

    assert done.returncode != 0
    assert named in done.stderr
    assert "s3cret" not in done.stderr


def test_every_variable_that_is_declared_is_asked_for():
    sources = "\n".join(path.read_text() for path in (ROOT / "trek_site").rglob("*.py"))
    calls = re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', sources)

    assert set(calls) == set(env.VARIABLES)


def test_a_variable_that_is_not_declared_cannot_be_read():
    with pytest.raises(KeyError):
        env.text("TREK_UNDECLARED")


@pytest.mark.parametrize(
    "address",
    ["postgresql://", "postgresql://trek@db:notaport/trek", "postgresql://trek@db", "sqlite://", "nonsense"],
)
def test_an_address_of_no_database_is_refused(monkeypatch, address):
    monkeypatch.setenv("DATABASE_URL", address)

    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        env.database("DATABASE_URL")


def test_a_unix_socket_is_a_host(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgresql://trek@/board?host=/run/postgresql")

    found = env.database("DATABASE_URL")

    assert (found["HOST"], found["NAME"], found["USER"]) == ("/run/postgresql", "board", "trek")


@pytest.mark.parametrize(
    ("role", "statement", "lock"), [("web", 5000, 2000), ("worker", 30000, 2000), ("manage", 0, 0)]
)
def test_postgres_bounds_statements_locks_and_forgotten_transactions(role, statement, lock):
    parsed = {"ENGINE": "django.db.backends.postgresql", "NAME": "trek"}

    found = database_settings(parsed, role=role)

    assert found["OPTIONS"]["options"] == (
        f"-c statement_timeout={statement} -c lock_timeout={lock} "
        "-c idle_in_transaction_session_timeout=30000"
    )
    assert found["CONN_HEALTH_CHECKS"] is True


def test_sqlite_starts_transactions_as_writers():
    found = database_settings({"ENGINE": "django.db.backends.sqlite3", "NAME": "x"}, role="web")

    assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in found["OPTIONS"]["init_command"]


def test_redis_gives_a_message_back_only_after_the_hard_limit_of_a_job(tmp_path):
    found = broker_settings("redis://broker/0", folder=tmp_path, prefix="trek:")

    assert found.transport_options == {
        "visibility_timeout": 60,
        "socket_timeout": 5,
        "socket_connect_timeout": 2,
        "unacked_restore_interval": 10,
        "unacked_restore_throttle": 1,
        "global_keyprefix": "trek:",
    }
    assert found.transport_options["visibility_timeout"] >= 1.1 * HARD_LIMIT_S


def test_the_folder_broker_has_no_remote_control(tmp_path):
    found = broker_settings("trekfs://", folder=tmp_path, prefix="")

    assert found.has_remote_control is False
    assert found.transport_options["data_folder_in"] == found.transport_options["data_folder_out"]


def test_jobs_are_acknowledged_late_one_at_a_time_as_json():
    assert {name: getattr(settings, f"CELERY_{name}") for name in EXPECTED_OF_CELERY} == EXPECTED_OF_CELERY


EXPECTED_OF_CELERY = {
    "TASK_ACKS_LATE": True,
    "TASK_REJECT_ON_WORKER_LOST": True,
    "WORKER_PREFETCH_MULTIPLIER": 1,
    "TASK_IGNORE_RESULT": True,
    "TASK_SERIALIZER": "json",
    "ACCEPT_CONTENT": ["json"],
    "BROKER_CONNECTION_RETRY_ON_STARTUP": True,
    "TASK_SOFT_TIME_LIMIT": 30,
    "TASK_TIME_LIMIT": 40,
    "TASK_PUBLISH_RETRY_POLICY": {
        "max_retries": 1,
        "interval_start": 0,
        "interval_step": 0.1,
        "interval_max": 0.1,
    },
}


def test_no_setting_of_ours_is_unread():
    folders = ("trek_site", "submissions", "scoring", "kb_browser")
    sources = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    defined = {
        name
        for path in sources
        if path.parent.name == "settings"
        for name in re.findall(r"^(TREK_\w+)\b[^=\n]*= ", path.read_text(), re.MULTILINE)
    }
    read = set(re.findall(r"settings\.(TREK_\w+)", "".join(path.read_text() for path in sources)))
    assert defined - read == set()
