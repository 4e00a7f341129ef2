"""Where a rehearsal and each evaluation in it are, and how they ended. The database checks the pairs.

Both go the way of every evaluation (`scoring.states`), but may end otherwise. A rehearsal never waits: it is
running from the start.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.db import models

from scoring.states import State


class RehearsalOutcome(models.TextChoices):
    """How it ended; empty until it has."""

    NONE = "", "not known yet"
    REPORTED = "reported", "reported"
    CANCELLED = "cancelled", "cancelled"
    FAILED = "failed", "failed on our side"


class RehearsedOutcome(models.TextChoices):
    """How one evaluation in it ended; empty until it has."""

    NONE = "", "not known yet"
    SCORED = "scored", "scored"
    REFUSED = "refused", "does not fit the candidate"
    CANCELLED = "cancelled", "cancelled"
    FAILED = "failed", "failed on our side"


REHEARSAL_OUTCOMES: Final[Mapping[State, frozenset[RehearsalOutcome]]] = MappingProxyType(
    {
        State.RUNNING: frozenset({RehearsalOutcome.NONE}),
        State.FINISHED: frozenset(set(RehearsalOutcome) - {RehearsalOutcome.NONE}),
    }
)

REHEARSED_OUTCOMES: Final[Mapping[State, frozenset[RehearsedOutcome]]] = MappingProxyType(
    {
        State.QUEUED: frozenset({RehearsedOutcome.NONE}),
        State.RUNNING: frozenset({RehearsedOutcome.NONE}),
        State.FINISHED: frozenset(set(RehearsedOutcome) - {RehearsedOutcome.NONE}),
    }
)

# Longer than any evaluation in it may wait and run, so that the report outlives the last of them.
REHEARSAL_DEADLINE: Final = timedelta(hours=26)
