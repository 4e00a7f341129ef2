"""Where an evaluation is, how it ended, and every move there is. The database checks the pairs."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.db import models


class State(models.TextChoices):
    """Where it is."""

    QUEUED = "queued", "queued"
    RUNNING = "running", "running"
    FINISHED = "finished", "finished"


class Outcome(models.TextChoices):
    """How it ended; empty until it has."""

    NONE = "", "not known yet"
    SCORED = "scored", "scored"
    FAILED = "failed", "failed on our side"
    CANCELLED = "cancelled", "cancelled"


class Unranked(models.TextChoices):
    """Why an entry holds no rank; empty for one that does."""

    NONE = "", "ranked"
    PRIVATE = "private", "not published"
    WITHDRAWN = "withdrawn", "withdrawn"
    SUPERSEDED = "superseded", "superseded by a later version"
    DISCLOSURE = "disclosure", "not ranked because of what was disclosed"
    HELD = "held", "held back until reviewed"
    REVIEWED = "reviewed", "not ranked after a review"
    METRIC_MISSING = "metric_missing", "a ranking figure does not exist"


class Cause(models.TextChoices):
    """Why a board changed: one for each of its revisions."""

    ENTERED = "entered", "an entry was published"
    CARRIED = "carried", "an entry was carried over to this version or evaluator"
    RETURNED = "returned", "an entry returned to the ranks"
    CLEARED = "cleared", "a review let an entry back to the ranks"
    WITHDRAWN = "withdrawn", "an entry was withdrawn"
    SUPERSEDED = "superseded", "an entry was superseded by a later one"
    DISCLOSURE = "disclosure", "an entry left the ranks because of what was disclosed"
    HELD = "held", "an entry was held back until reviewed"
    REVIEWED = "reviewed", "a review took an entry off the ranks"
    SHOWN = "shown", "what is shown of an entry changed"


_LEAVING: Final[Mapping[Unranked, Cause]] = MappingProxyType(
    {
        Unranked.PRIVATE: Cause.WITHDRAWN,
        Unranked.WITHDRAWN: Cause.WITHDRAWN,
        Unranked.SUPERSEDED: Cause.SUPERSEDED,
        Unranked.DISCLOSURE: Cause.DISCLOSURE,
        Unranked.HELD: Cause.HELD,
        Unranked.REVIEWED: Cause.REVIEWED,
    }
)


def cause_of(before: Unranked, after: Unranked, *, is_carried: bool) -> Cause:
    """Why an entry's standing changed.

    Args:
        before: What kept it off the ranks.
        after: What keeps it off now.
        is_carried: The submission was made for another version, or was on another evaluator's board first.
    """
    if after != Unranked.NONE:
        return _LEAVING[after]
    if before == Unranked.PRIVATE:
        return Cause.CARRIED if is_carried else Cause.ENTERED
    return Cause.CLEARED if before in {Unranked.HELD, Unranked.REVIEWED} else Cause.RETURNED


class ReviewVerdict(models.TextChoices):
    """What a curator may decide about what was noticed in a bundle; the newest decision counts."""

    ASKED = "asked", "the owner was asked"
    CLEARED = "cleared", "cleared"
    HELD = "held", "held back"
    UNRANKED = "unranked", "not ranked"
    WITHDRAWN = "withdrawn", "withdrawn"


REVIEW_REASON_CHARS: Final = 2000
"""How much may be said about a decision to everybody."""
REVIEW_NOTE_CHARS: Final = 4000
"""How much may be noted for curators only."""
APPEAL_CHARS: Final = 4000
"""How much may be said against a decision."""

SETTLING: Final = (ReviewVerdict.CLEARED, ReviewVerdict.UNRANKED, ReviewVerdict.WITHDRAWN)
"""Verdicts after which the findings of that moment hold nothing back by themselves any more."""

MOVES: Final[Mapping[State, frozenset[State]]] = MappingProxyType(
    {
        State.QUEUED: frozenset({State.RUNNING, State.FINISHED}),
        # A worker that died is followed by another one: running again is a move too.
        State.RUNNING: frozenset({State.RUNNING, State.FINISHED}),
        State.FINISHED: frozenset(),
    }
)

FINAL: Final = frozenset(state for state, following in MOVES.items() if not following)
UNFINISHED: Final = tuple(state for state in State if state not in FINAL)
"""In the order of the way; an index of the table holds just these rows."""

OUTCOMES: Final[Mapping[State, frozenset[Outcome]]] = MappingProxyType(
    {
        State.QUEUED: frozenset({Outcome.NONE}),
        State.RUNNING: frozenset({Outcome.NONE}),
        State.FINISHED: frozenset({Outcome.SCORED, Outcome.FAILED, Outcome.CANCELLED}),
    }
)

# As for submissions: waiting may last a day, work five attempts of a few minutes.
DEADLINES: Final[Mapping[State, timedelta]] = MappingProxyType(
    {State.QUEUED: timedelta(hours=24), State.RUNNING: timedelta(minutes=30)}
)


def sources(target: State) -> frozenset[State]:
    """The states from which `target` may be reached."""
    return frozenset(state for state, following in MOVES.items() if target in following)
