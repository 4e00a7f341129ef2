"""Liveness looks at nothing; readiness at everything, and raises nothing."""

from __future__ import annotations

import json
import os
import time

import pytest
from django.db import DatabaseError
from django.test import override_settings

from trek_site import health
from trek_site.shared.sweeping import sweep


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path):
    """What workers left elsewhere is not seen here."""
    settings.TREK_DATA_DIR = tmp_path


def readyz(rf):
    response = health.readyz(rf.get("/readyz"))
    return response.status_code, json.loads(response.content)


def test_liveness_touches_no_database(rf):
    response = health.healthz(rf.get("/healthz"))

    assert (response.status_code, response.content) == (200, b"ok\n")
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.stack
@pytest.mark.django_db
def test_a_site_without_a_dataset_is_not_ready(rf):
    assert readyz(rf) == (
        503,
        {
            "ready": False,
            "database": True,
            "broker": True,
            "dataset": False,
            "oldest_waiting_s": None,
            "files_not_sound": 0,
            "swept_s": None,
        },
    )


@pytest.mark.django_db
def test_a_broker_that_is_away_is_told_but_takes_nothing_off_the_air(rf, monkeypatch):
    monkeypatch.setattr(health, "_dataset_is_there", lambda: True)
    monkeypatch.setattr(health, "_broker_connects", lambda: False)

    status, body = readyz(rf)

    assert (status, body["ready"], body["broker"]) == (200, True, False)


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_and_nothing_else_is_asked(rf, monkeypatch):
    def away():
        raise DatabaseError("away")

    monkeypatch.setattr(health, "_database_answers", away)

    status, body = readyz(rf)

    assert (status, body["database"], body["dataset"], body["oldest_waiting_s"]) == (503, False, False, None)


@pytest.mark.django_db
def test_the_longest_wait_of_either_kind_is_told(rf, monkeypatch):
    monkeypatch.setattr(health, "submission_waiting_s", lambda: 3.04)
    monkeypatch.setattr(health, "evaluation_waiting_s", lambda: 61.26)

    _, body = readyz(rf)

    assert body["oldest_waiting_s"] == 61.3


@pytest.mark.django_db
def test_when_a_worker_last_swept_is_told_by_the_sign_it_left(rf, settings):
    settings.TREK_SWEEPS = []
    sweep()
    an_hour_ago = time.time() - 3600
    os.utime(settings.TREK_DATA_DIR / "swept", (an_hour_ago, an_hour_ago))
    assert readyz(rf)[1]["swept_s"] >= 3600
    sweep()
    assert readyz(rf)[1]["swept_s"] < 3600


@override_settings(ALLOWED_HOSTS=["testserver"])
@pytest.mark.django_db
def test_both_are_addresses_of_the_site(client):
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").status_code == 503
