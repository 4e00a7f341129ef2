"""What several pages have in common."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One value of a filter: its link, and whether it is in force now."""

    value: str
    label: str
    query: str
    is_selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinks:
    """Where a reader is in a long list. ``first``..``last`` are positions from 1; 0 when it is empty."""

    number: int
    page_count: int
    total: int
    first: int
    last: int
    previous_query: str
    next_query: str
