"""What was noticed in a bundle and what was said about it, as values."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityLine:
    """One finding.

    Attributes:
        title, meaning: From the catalogue.
        task_count: How many tasks it concerns; 0 where it concerns the file as a whole.
        tasks: The first of them.
        more: How many are not named.
        figures: What was counted, by name.
        holds: Whether it keeps the entry off the ranks until it is settled.
        is_open: Whether no review settled it.
    """

    code: str
    title: str
    meaning: str
    task_count: int
    tasks: Sequence[int]
    more: int
    figures: Mapping[str, object]
    holds: bool
    is_open: bool
    found_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewLine:
    """One review; the appeal is for its owner and curators.

    Attributes:
        verdict, verdict_title: What was decided, as a key and in words.
        codes: Of the findings that were open then, as far as the reader may know of them.
        answers_appeal: It answers an appeal against an earlier one.
        appeal: What the owner answered; "" for nothing yet.
        appealed_at: When; None likewise.
    """

    pk: int
    verdict: str
    verdict_title: str
    codes: Sequence[str]
    public_reason: str
    at: datetime
    answers_appeal: bool
    appeal: str
    appealed_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntegrityPage:
    """What a reader may see of a submission's findings and reviews.

    Attributes:
        findings: By code.
        reviews: Newest first.
        is_held: Something keeps the entry off the ranks for now.
        can_appeal: The reader may answer the newest review.
    """

    public_id: str
    findings: Sequence[IntegrityLine]
    reviews: Sequence[ReviewLine]
    is_held: bool
    can_appeal: bool

    @property
    def key(self) -> str:
        """Changes when anything shown here changes, and with nothing else."""
        shown = (tuple(self.findings), tuple(self.reviews), self.is_held, self.can_appeal)
        return hashlib.sha256(repr(shown).encode()).hexdigest()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.findings and not self.reviews


@dataclass(frozen=True, slots=True, kw_only=True)
class ResemblingEntry:
    """A submission of another account with the same plans; for curators only."""

    public_id: str
    display_name: str
    owner: str
    received_at: datetime
    is_later: bool
    shared: int
    comparable: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewPage:
    """What a curator sees of a submission before deciding."""

    integrity: IntegrityPage
    display_name: str
    owner: str
    is_public: bool
    is_withdrawn: bool
    status_url: str
    entry_url: str
    resembling: Sequence[ResemblingEntry]
