"""The image and the compose file name only what exists. No engine is needed, and none is used."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml

from trek_site.settings import env
from trek_site.shared.jobs import HARD_LIMIT_S, QUEUES

ROOT = Path(__file__).resolve().parents[2]
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
CONTAINERFILE = (ROOT / "Containerfile").read_text()
OURS = ("web", "worker", "curator", "migrate")
# Belong to the database's own image and to Django.
OTHERS_VARIABLES = {"POSTGRES_PASSWORD", "POSTGRES_USER", "POSTGRES_DB", "DJANGO_SETTINGS_MODULE"}


def is_ours(name: str) -> bool:
    return name.startswith("TREK_") or name in {"DATABASE_URL", "CELERY_BROKER_URL"}


def run(command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)


def test_the_compose_file_sets_only_variables_that_the_settings_read():
    for role in OURS:
        assert set(COMPOSE["services"][role]["environment"]) <= set(env.VARIABLES)


def test_the_compose_file_asks_only_for_variables_that_exist():
    asked = set(re.findall(r"\$\{(\w+)", (ROOT / "compose.yaml").read_text()))

    assert asked <= set(env.VARIABLES) | OTHERS_VARIABLES


def test_every_variable_a_server_needs_is_given():
    for role in OURS:
        given = set(COMPOSE["services"][role]["environment"])
        assert {"DATABASE_URL", "CELERY_BROKER_URL", "TREK_CACHE_URL", "TREK_SECRET_KEY"} <= given
        assert {"TREK_ALLOWED_HOSTS", "TREK_SITE_URL"} <= given


def test_the_image_sets_only_variables_that_exist():
    named = {name for name in re.findall(r"\b([A-Z][A-Z_]+)=", CONTAINERFILE) if is_ours(name)}

    assert named <= set(env.VARIABLES)


def test_each_role_is_told_what_it_is():
    roles = {role: COMPOSE["services"][role]["environment"]["TREK_ROLE"] for role in OURS}

    assert roles == {"web": "web", "worker": "worker", "curator": "worker", "migrate": "manage"}


def test_messages_are_never_evicted_and_the_cache_is_apart():
    broker, cache = (" ".join(COMPOSE["services"][name]["command"]) for name in ("broker", "cache"))

    assert "--maxmemory-policy noeviction" in broker
    assert "--appendonly yes" in broker
    assert "--maxmemory-policy allkeys-lru" in cache
    environment = COMPOSE["services"]["web"]["environment"]
    assert environment["CELERY_BROKER_URL"] != environment["TREK_CACHE_URL"]


def test_a_stop_waits_longer_than_a_job_may_take():
    grace = COMPOSE["services"]["worker"]["stop_grace_period"]

    assert int(grace.removesuffix("s")) > HARD_LIMIT_S


def test_between_them_the_workers_take_from_every_queue():
    worker, curator = (COMPOSE["services"][role]["command"] for role in ("worker", "curator"))
    left_out = worker[worker.index("--exclude-queues") + 1]
    taken = curator[curator.index("--queues") + 1]

    assert left_out == taken
    assert taken in QUEUES.values()


def test_the_image_copies_only_what_is_there_and_does_not_run_as_root():
    copied = [line.split()[1:-1] for line in CONTAINERFILE.splitlines() if re.match(r"COPY (?!--from)", line)]

    assert all((ROOT / name).exists() for names in copied for name in names)
    assert re.search(r"^USER trek$", CONTAINERFILE, flags=re.MULTILINE)


@pytest.mark.parametrize("role", OURS)
def test_every_command_starts_a_program_that_knows_its_options(role):
    command = COMPOSE["services"][role]["command"]
    program = Path(sys.executable).with_name(command[0]) if command[0] != "python" else sys.executable

    done = run([program, *command[1:], "--help"])

    assert done.returncode == 0, done.stderr
    for option in (word for word in command if word.startswith("--")):
        assert option in done.stdout


def test_the_images_command_is_the_web_roles():
    assert f"CMD {json.dumps(COMPOSE['services']['web']['command'])}" in CONTAINERFILE


def test_gunicorn_accepts_its_configuration():
    program, *options = COMPOSE["services"]["web"]["command"]

    done = run([Path(sys.executable).with_name(program), "--check-config", *options])

    assert done.returncode == 0, done.stderr


def test_the_health_check_is_a_module_of_ours():
    probe = COMPOSE["services"]["web"]["healthcheck"]["test"]

    assert probe[:3] == ["CMD", "python", "-m"]
    assert importlib.import_module(probe[3]).main
