"""What the tests of scoring share."""

import pytest

from tests.factories import small_world
from tests.scoring.candidates import refusing, scored_make


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


@pytest.fixture
def runs(world, rung):
    """A board to rehearse: gold, a run that gives up task 5, and a private one that gives up task 1."""
    return (
        scored_make(world, display_name="Gold"),
        scored_make(world, refusing(5), display_name="Five"),
        scored_make(world, refusing(1), display_name="One", visibility="private"),
    )
