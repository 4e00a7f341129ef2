"""The scene is made once for all tests of a file: they only read it, or take back what they change."""

from __future__ import annotations

import pytest
from django.core.cache import caches
from django.db import transaction
from django.test import Client, override_settings

from tests.scoring.recomputed.figures import Run
from tests.scoring.recomputed.public import Site
from tests.scoring.recomputed.scene import scene_make


@pytest.fixture(scope="module")
def _scene(django_db_setup, django_db_blocker, tmp_path_factory):
    folder = tmp_path_factory.mktemp("recomputed")
    with django_db_blocker.unblock(), override_settings(TREK_DATA_DIR=folder), transaction.atomic():
        scene_make()
        yield
        transaction.set_rollback(True)
    caches["boards"].clear()


@pytest.fixture
def site(_scene):
    return Site(Client())


@pytest.fixture(scope="module")
def runs(_scene):
    """Every ranked entry from its tasks, by public id, in the order of ranks."""
    public = Site(Client())
    rows = public.json("/api/v1/boards/trek/?source=evaluated")["rows"]
    return {row["id"]: Run(public.tasks(row["id"])) for row in rows}
