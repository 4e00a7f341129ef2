"""What the tests of scoring share."""

import pytest

from tests.factories import small_world


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path):
    """Uploads of one test are not seen by another."""
    settings.TREK_DATA_DIR = tmp_path / "data"


@pytest.fixture
def world(db):
    """The small world, published."""
    return small_world()


@pytest.fixture
def rung(monkeypatch):
    """The messages of sweeps, kept instead of sent."""
    sent = []
    monkeypatch.setattr(
        "trek_site.shared.leased_work.ring", lambda name, **ids: sent.append((name, ids)) or True
    )
    return sent
