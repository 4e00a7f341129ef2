"""Where a submission is, how it ended, and every move there is: the one table that services obey.

The state says who has to act, the outcome says how the check ended. The database checks the pairs.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.db import models


class State(models.TextChoices):
    """Where it is."""

    RECEIVED = "received", "received"
    CHECKING = "checking", "checking"
    CHECKED = "checked", "checked"
    CANCELLED = "cancelled", "cancelled"
    FAILED = "failed", "failed on our side"


class Outcome(models.TextChoices):
    """How the check ended; empty until it has."""

    NONE = "", "not known yet"
    VALID = "valid", "valid"
    NEEDS_CONFIRMATION = "needs_confirmation", "needs confirmation"
    INVALID = "invalid", "invalid"


class Purpose(models.TextChoices):
    """What it was sent for."""

    ENTRY = "entry", "to be scored"
    CHECK = "check", "only to be checked"


class CancelledBy(models.TextChoices):
    """Who ended it; empty unless it was cancelled."""

    NOBODY = "", "not cancelled"
    OWNER = "owner", "its owner"
    DEADLINE = "deadline", "nobody confirmed it in time"


class Visibility(models.TextChoices):
    """Who may see the scores, and whether with names."""

    PRIVATE = "private", "private"
    ANONYMOUS = "anonymous", "anonymous"
    PUBLIC = "public", "public"


SHOWN: Final = (Visibility.ANONYMOUS, Visibility.PUBLIC)
"""The visibilities under which everybody sees the scores."""


class Division(models.TextChoices):
    """Official harness, or the submitter's own."""

    STANDARD = "standard", "standard"
    CUSTOM = "custom", "custom"


class OpenWeights(models.TextChoices):
    """Whether the model's weights can be had."""

    YES = "yes", "yes"
    NO = "no", "no"
    UNKNOWN = "unknown", "unknown"


class Kind(models.TextChoices):
    """What was sent, told by its first bytes."""

    JSONL = "jsonl", "JSON lines"
    JSONL_GZ = "jsonl.gz", "JSON lines, gzip"
    ZIP = "zip", "archive with manifest"


class Door(models.TextChoices):
    """By which way somebody of the staff looked at private work."""

    PAGE = "page", "page"
    API = "api", "API"
    ADMIN = "admin", "admin"
    FILE = "file", "file"


class QuotaKind(models.TextChoices):
    """What a quota counts."""

    UPLOAD = "upload", "uploads"
    CHECK = "check", "format checks"
    INVALID = "invalid", "uploads that brought no entry"
    PUBLISH = "publish", "entries made public"


class QuotaReason(models.TextChoices):
    """Why a row of the ledger was written."""

    RECEIVED = "received", "an upload was received"
    REFUSED = "refused", "the check found mistakes"
    CANCELLED = "cancelled", "it was cancelled"
    PUBLISHED = "published", "it was published"
    OUR_FAULT = "our_fault", "it failed on our side"


class NoticeKind(models.TextChoices):
    """What somebody is told by mail."""

    INVALID = "invalid", "it was refused"
    NEEDS_CONFIRMATION = "needs_confirmation", "it needs a confirmation"
    SCORED = "scored", "it is scored"
    FAILED = "failed", "it failed on our side"
    ANONYMITY_ENDS = "anonymity_ends", "its names appear soon"
    ANONYMITY_ENDED = "anonymity_ended", "its names have appeared"
    INTEGRITY = "integrity", "somebody has to look at it"
    REVIEWED = "reviewed", "a curator has said something about it"
    WITHDRAWN = "withdrawn", "a moderator took it off the board"


MOVES: Final[Mapping[State, frozenset[State]]] = MappingProxyType(
    {
        State.RECEIVED: frozenset({State.CHECKING, State.CANCELLED, State.FAILED}),
        # A worker that died is followed by another one: checking again is a move too.
        State.CHECKING: frozenset({State.CHECKING, State.CHECKED, State.CANCELLED, State.FAILED}),
        # As long as nothing was scored; whoever scores says so.
        State.CHECKED: frozenset({State.CANCELLED}),
        State.CANCELLED: frozenset(),
        State.FAILED: frozenset(),
    }
)

FINAL: Final = frozenset({State.CHECKED, State.CANCELLED, State.FAILED})
"""States in which the machinery of checks has nothing left to do."""
UNFINISHED: Final = tuple(state for state in State if state not in FINAL)
"""In the order of the way; an index of the table holds just these rows."""

OUTCOMES: Final[Mapping[State, frozenset[Outcome]]] = MappingProxyType(
    {
        State.RECEIVED: frozenset({Outcome.NONE}),
        State.CHECKING: frozenset({Outcome.NONE}),
        State.CHECKED: frozenset({Outcome.VALID, Outcome.NEEDS_CONFIRMATION, Outcome.INVALID}),
        State.CANCELLED: frozenset({Outcome.NONE, Outcome.VALID, Outcome.NEEDS_CONFIRMATION}),
        State.FAILED: frozenset({Outcome.NONE}),
    }
)

# How long a submission may stay in a state before we call it our fault. Waiting is allowed a day, because a
# night without workers must not cost anybody their upload; work has five attempts of a few minutes.
DEADLINES: Final[Mapping[State, timedelta]] = MappingProxyType(
    {State.RECEIVED: timedelta(hours=24), State.CHECKING: timedelta(minutes=30)}
)

# After so long without an answer of its owner a submission that needs one is cancelled.
CONFIRM_WITHIN: Final = timedelta(days=30)

# Until a mail that was not taken is tried again: about half a day in all, then it is left.
NOTICE_PAUSES: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 120, 600, 600))
WITHDRAWAL_REASON_CHARS: Final = 1000
"""How much may be said about why an entry was withdrawn."""

NOTICE_ATTEMPTS: Final = len(NOTICE_PAUSES)

ANONYMOUS_AT_MOST: Final = timedelta(days=180)
"""How long an entry may be shown without names, from its publication."""


def sources(target: State) -> frozenset[State]:
    """The states from which `target` may be reached."""
    return frozenset(state for state, following in MOVES.items() if target in following)
