"""Every hostile file, by name. The names begin with the kind of harm, B1 to B24."""

from __future__ import annotations

from tests.hostile.containers import CONTAINERS
from tests.hostile.fixture import Fixture
from tests.hostile.framing import FRAMING
from tests.hostile.records import RECORDS
from tests.hostile.texts import TEXTS

FIXTURES: dict[str, Fixture] = {**CONTAINERS, **FRAMING, **TEXTS, **RECORDS}
