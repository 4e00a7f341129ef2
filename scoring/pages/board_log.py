"""What happened to boards, as values: changes of boards, and what was published for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from scoring.board_filters import LogFilters
from scoring.pages.parts import Choice, PageLinks


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One thing that happened.

    Attributes:
        id: A URN that names it for good.
        kind: ``change`` of a board, or the publication of a ``dataset`` or an ``evaluator`` version.
        revision: Of the board, from then on; None for a publication.
        cause: A member of `scoring.states.Cause`; "" for a publication.
        entry_name: As this reader may know it today; "" for a publication.
        entry_id, entry_url: "" where the reader may not read the entry.
        said: What happened; after the entry's name, where there is one.
        effect: What it did to the ranks, in words.
        rank_before, rank_after: The entry's rank; None without one.
        others_moved: How many other entries moved by one place.
        url: The board as it was from then on; the version's page for a published dataset version.
    """

    id: str
    kind: str
    at: datetime
    version_name: str
    evaluator_version: str
    revision: int | None
    cause: str
    entry_name: str
    entry_id: str
    entry_url: str
    said: str
    effect: str
    rank_before: int | None
    rank_after: int | None
    others_moved: int
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Changes, newest first.

    Attributes:
        links: Counts changes of boards; publications stand between them.
        updated: When the newest line happened; None without one.
        versions, evaluators: The filters' choices, "all" first.
    """

    lines: Sequence[LogLine]
    links: PageLinks
    filters: LogFilters
    versions: Sequence[Choice]
    evaluators: Sequence[Choice]
    updated: datetime | None
    etag: str
