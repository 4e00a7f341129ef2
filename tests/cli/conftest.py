"""What the tests of commands that ask a site share."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from scoring.tracks import TREK_INTAKE
from tests.factories import small_world, user_make
from tests.manifests import manifest_make
from trek_site.accounts.services import token_issue
from trek_site.cli import main


@dataclass(frozen=True, kw_only=True)
class Submitter:
    """Somebody at a shell, with a token for a site that runs."""

    user: Any
    site: str
    home: Path

    def run(self, *words: str) -> int:
        """One command; its exit status."""
        return main([*words, "--server", self.site])

    def bundle(self, name: str, content: bytes) -> Path:
        """A file of theirs."""
        path = self.home / name
        path.write_bytes(content)
        return path

    def manifest(self, bundle: Path, **said: Any) -> Path:
        """A manifest for it, which bears its label."""
        path = self.home / f"{bundle.name}.manifest.json"
        text = manifest_make(**{"label": TREK_INTAKE.label_in(bundle.name), **said})
        path.write_text(json.dumps(text))
        return path


@pytest.fixture
def submitter(live_server, settings, tmp_path, monkeypatch):
    """A site with the small world, and somebody with a token for it."""
    settings.TREK_DATA_DIR = tmp_path / "data"
    small_world()
    user = user_make()
    _, plain = token_issue(user, name="shell")
    monkeypatch.setenv("TREK_TOKEN", plain)
    home = tmp_path / "home"
    home.mkdir()
    return Submitter(user=user, site=live_server.url, home=home)
