"""Which services a run uses, and that it says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CHOSEN = ("DATABASE_URL", "CELERY_BROKER_URL", "TREK_DATA_DIR", "TREK_BROKER_PREFIX", "TREK_TEST_REQUIRE")


def run(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A run of its own over one quick file, as if nothing had been chosen yet."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        if name not in CHOSEN and not name.startswith("PYTEST_")
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "tests/trek_site/test_csp.py", *arguments],
        cwd=ROOT,
        env={**inherited, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


@pytest.mark.stack
@pytest.mark.own_services
def test_embedded_uses_no_server_and_says_so():
    done = run("--embedded")

    assert done.returncode == 0, done.stdout
    assert "database: SQLite (asked for with --embedded)" in done.stdout
    assert "broker: trekfs, a folder (asked for with --embedded)" in done.stdout


@pytest.mark.stack
@pytest.mark.own_services
def test_named_services_are_taken_as_they_are(tmp_path):
    done = run(DATABASE_URL=f"sqlite:///{tmp_path}/named.sqlite3", CELERY_BROKER_URL="trekfs://")

    assert "database: the one that DATABASE_URL names" in done.stdout
    assert "broker: the one that CELERY_BROKER_URL names" in done.stdout


@pytest.mark.stack
@pytest.mark.own_services
@pytest.mark.parametrize("wanted", ["database", "broker", "database,broker"])
def test_a_stand_in_is_an_error_where_a_server_is_required(wanted):
    done = run("--embedded", TREK_TEST_REQUIRE=wanted)

    assert done.returncode != 0
    assert f"TREK_TEST_REQUIRE asks for a {wanted.split(',')[0]}" in done.stderr
