"""One world for a whole module: it is costly to make, and no test leaves a trace in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction

from tests.access.world import World, world_make


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """The transaction of a test lies inside this one, so that what the test writes is taken back."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield world_make()
        transaction.set_rollback(True)
