"""What a rule is, and for which releases a breach is an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kb_browser.release_checks.release import Release


class Scope(StrEnum):
    """Where a breach is an error; elsewhere it is a note.

    SCORING: anywhere, because scores would mean something else. GENERATED: in releases of our own, which
    promise more than scoring needs. FULL: in our release of full size, which has fixed quotas and shares;
    elsewhere the rule is not asked at all.
    """

    SCORING = "scoring"
    GENERATED = "generated"
    FULL = "full"


class Flaw(NamedTuple):
    """One breach; ``row`` counts data rows (gold: lines) from 1, None means the whole file."""

    file: str
    row: int | None
    detail: str


@dataclass(frozen=True, slots=True)
class Rule:
    """One invariant: its number in the list of invariants, a permanent name, and the check itself."""

    number: int
    name: str
    scope: Scope
    find: Callable[[Release], Iterator[Flaw]]
