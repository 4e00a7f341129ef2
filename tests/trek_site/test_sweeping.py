"""The sweep goes on whatever happens in it."""

from __future__ import annotations

import pytest

from trek_site.shared.sweeping import SWEEP_EVERY_S, start_sweeping, sweep

runs: list[str] = []


def broken() -> None:
    raise ValueError("broken")


def sound() -> None:
    runs.append("sound")


@pytest.mark.django_db
def test_a_sweep_that_fails_is_logged_and_does_not_stop_the_others(settings, caplog):
    runs.clear()
    settings.TREK_SWEEPS = [f"{__name__}.broken", f"{__name__}.sound"]

    sweep()

    assert runs == ["sound"]
    assert [(record.message, record.levelname) for record in caplog.records] == [("sweep failed", "ERROR")]


def test_a_worker_sweeps_from_its_timer():
    calls = []

    class Timer:
        def call_repeatedly(self, secs, fun):
            calls.append((secs, fun))

    start_sweeping(Timer())

    assert calls == [(SWEEP_EVERY_S, sweep)]


@pytest.mark.django_db
def test_every_sweep_and_preload_that_the_settings_name_exists(settings):
    sweep()
