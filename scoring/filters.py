"""What a reader may ask of a page, as values: read from a query string, written back into links.

Names and choices come from fixed lists; anything else falls back to the default, so that no text from
outside ever reaches a query's structure.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlencode

DIVISIONS = ("standard", "custom")
OPEN_WEIGHTS = ("yes", "no", "unknown")
MEANS = ("geometric", "arithmetic", "harmonic")
KINDS = ("feasible", "infeasible")
PERFECT = ("yes", "no")
MAX_TEXT = 100
MAX_PAGE = 10_000


def choice_in(raw: Mapping[str, str], name: str, choices: tuple[str, ...], default: str = "") -> str:
    """One of the choices; the default for anything else."""
    value = raw.get(name, "")
    return value if value in choices else default


def text_in(raw: Mapping[str, str], name: str) -> str:
    """Free text: bounded first, then without control characters (NUL breaks PostgreSQL)."""
    return "".join(c for c in raw.get(name, "")[:MAX_TEXT] if c.isprintable()).strip()


def page_in(raw: Mapping[str, str]) -> int:
    """The number of a page, from 1."""
    value = raw.get("page", "")
    if not (value.isascii() and value.isdecimal() and len(value) <= len(str(MAX_PAGE))):
        return 1
    return min(max(int(value), 1), MAX_PAGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedQuery:
    """Shared by all filters: the query string that leads back to the same view."""

    def with_(self, **changes: str | int) -> Self:
        """The same filter with some members replaced."""
        return dataclasses.replace(self, **changes)

    def query(self, **changes: str | int) -> str:
        """``?a=b`` for a link; members at their default are left out, so one view has one address."""
        changed = self.with_(**changes)
        pairs = [
            (member.name, getattr(changed, member.name))
            for member in dataclasses.fields(changed)
            if getattr(changed, member.name) != member.default
        ]
        return f"?{urlencode(pairs)}" if pairs else "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskFilters(LinkedQuery):
    """Which tasks of an entry are listed.

    Attributes:
        version: Name of a dataset version that the submission was carried over to, "" for its own.
        evaluator: Evaluator version, "" for the default one.
        kind: ``feasible``, ``infeasible`` or "" for both.
        failed: Key of a dimension; only tasks that score below 1 on it. "" for no such filter.
        alone: Key of a dimension; only unsolved tasks that fail nothing else. ``any`` for whichever it is.
        perfect: ``yes``, ``no`` or "" for both.
        group: Facet and value of a group of tasks, such as ``days:3``; one that there is not is dropped.
        text: Part of the request's text, ignoring case.
        page: From 1.
    """

    version: str = ""
    evaluator: str = ""
    kind: str = ""
    failed: str = ""
    alone: str = ""
    perfect: str = ""
    group: str = ""
    text: str = ""
    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str], *, dimensions: tuple[str, ...]) -> TaskFilters:
        """Read a query string against the track's dimension keys; never raises."""
        return cls(
            version=text_in(raw, "version"),
            evaluator=text_in(raw, "evaluator"),
            kind=choice_in(raw, "kind", KINDS),
            failed=choice_in(raw, "failed", dimensions),
            alone=choice_in(raw, "alone", (*dimensions, "any")),
            perfect=choice_in(raw, "perfect", PERFECT),
            group=text_in(raw, "group"),
            text=text_in(raw, "text"),
            page=page_in(raw),
        )
