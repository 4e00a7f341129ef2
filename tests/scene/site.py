"""The scene, served: for whoever looks at it with a browser."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.processes import ROOT, Environment, running_server

KEPT = "entries.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A site with the scene.

    Attributes:
        address: Where it answers, without a slash at the end.
        entries: Public ids by label of the run.
    """

    address: str
    entries: Mapping[str, str]


@contextmanager
def scene_site(folder: Path, profile: str) -> Iterator[Scene]:
    """Serve the scene from a folder, in which it is made unless it is there already.

    Args:
        folder: Holds database and files.
        profile: ``full``, which takes minutes, or ``small``.
    """
    made = folder / KEPT
    if not made.exists():
        folder.mkdir(parents=True, exist_ok=True)
        made.write_bytes(_seeded(folder, profile))
    with running_server(_environment(folder, role="web"), folder) as server:
        yield Scene(address=server.address, entries=json.loads(made.read_bytes()))


def _seeded(folder: Path, profile: str) -> bytes:
    return subprocess.run(
        [sys.executable, "-m", "tests.scene.seeding", profile],
        cwd=ROOT,
        env=_environment(folder, role="manage"),
        stdout=subprocess.PIPE,
        check=True,
    ).stdout


def _environment(folder: Path, *, role: str) -> Environment:
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TREK_", "DJANGO_", "DATABASE_", "CELERY_"))
    }
    return {
        **kept,
        "DATABASE_URL": f"sqlite:///{folder / 'scene.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "trek_site.settings.dev",
        "TREK_DATA_DIR": str(folder),
        "TREK_DEBUG": "off",
        "TREK_LOG_LEVEL": "ERROR",
        "TREK_ROLE": role,
    }
