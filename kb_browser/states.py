"""Where a dataset version and a piece of curation work are, how they ended, and every move there is.

Services obey these tables, and the database checks what it can: pairs by constraints, moves by a trigger.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.db import models


class VersionState(models.TextChoices):
    """How far a version has come."""

    DRAFT = "draft", "draft"
    CHECKED = "checked", "checked"
    PUBLISHED = "published", "published"
    SUPERSEDED = "superseded", "superseded"


MOVES: Final[Mapping[VersionState, frozenset[VersionState]]] = MappingProxyType(
    {
        # A check that finds an error leaves a draft, or makes one again; a sound one may be repeated.
        VersionState.DRAFT: frozenset({VersionState.DRAFT, VersionState.CHECKED}),
        VersionState.CHECKED: frozenset({VersionState.DRAFT, VersionState.CHECKED, VersionState.PUBLISHED}),
        VersionState.PUBLISHED: frozenset({VersionState.SUPERSEDED}),
        VersionState.SUPERSEDED: frozenset(),
    }
)

READABLE: Final = (VersionState.PUBLISHED, VersionState.SUPERSEDED)
"""Citable for ever: everybody sees them and their boards. The others exist for curators only."""

EDITABLE: Final = (VersionState.DRAFT, VersionState.CHECKED)


def sources(target: VersionState) -> frozenset[VersionState]:
    """The states from which `target` may be reached."""
    return frozenset(state for state, following in MOVES.items() if target in following)


class CurationKind(models.TextChoices):
    """What a curator may have done in the background."""

    IMPORT = "import", "import"
    BUILD = "build", "build and import"
    CHECK = "check", "check"
    PUBLISH = "publish", "publish"
    EXPORT = "export", "make the downloads of"


class CurationState(models.TextChoices):
    """Where the work is."""

    QUEUED = "queued", "queued"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"


class CurationOutcome(models.TextChoices):
    """How it ended; empty until it has."""

    NONE = "", "not known yet"
    DONE = "done", "done"
    REFUSED = "refused", "refused"
    FAILED = "failed", "failed on our side"


CURATION_UNFINISHED: Final = (CurationState.QUEUED, CurationState.RUNNING)

CURATION_OUTCOMES: Final[Mapping[CurationState, frozenset[CurationOutcome]]] = MappingProxyType(
    {
        CurationState.QUEUED: frozenset({CurationOutcome.NONE}),
        CurationState.RUNNING: frozenset({CurationOutcome.NONE}),
        CurationState.FINISHED: frozenset(
            {CurationOutcome.DONE, CurationOutcome.REFUSED, CurationOutcome.FAILED}
        ),
    }
)

# Waiting is allowed a day, like every other work; five attempts of a quarter of an hour fit into two hours.
CURATION_DEADLINES: Final[Mapping[CurationState, timedelta]] = MappingProxyType(
    {CurationState.QUEUED: timedelta(hours=24), CurationState.RUNNING: timedelta(hours=2)}
)
