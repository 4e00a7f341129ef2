"""The page of a search: the best records of every kind, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.knowledge.reading import records
from kb_browser.knowledge.searching import COUNTED_MAX, Query, query_of, search
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.frame import KIND_WORDS, Frame, RecordLink, list_url, record_link
from scoring.engine.display import count

EACH: Final = 6
"""Records of a kind on the page of a search."""
EACH_MAX: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A word that was taken for others."""

    word: str
    others: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchGroup:
    """What was found of one kind.

    Attributes:
        title: The kind in the plural.
        total: How many there are, or COUNTED_MAX where there are more.
        total_text: The same as people read it.
        all_url: All of them; "" where there are no more than those.
    """

    kind: Kind
    title: str
    total: int
    is_counted: bool
    total_text: str
    records: Sequence[RecordLink]
    all_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchPage:
    """A search.

    Attributes:
        query: What was asked for; without words nothing was searched.
        groups: Kinds with at least one record.
    """

    frame: Frame
    query: Query
    groups: Sequence[SearchGroup]
    spellings: Sequence[Spelling]

    @property
    def total_text(self) -> str:
        """How many records were found."""
        total = sum(group.total for group in self.groups)
        more = "" if all(group.is_counted for group in self.groups) else "more than "
        return f"{more}{count(total)}"


def search_page(frame: Frame, text: str, *, each: int = EACH) -> SearchPage:
    """What a text finds; any text is a question."""
    query = query_of(text)
    hits = search(frame.file, query, each=each)
    numbers = [number for ids in hits.ids.values() for number in ids]
    lines = {line.number: line for line in records(frame.file, numbers)} if numbers else {}
    groups = [
        _group(
            frame,
            query,
            kind,
            hits.counts[kind],
            [record_link(frame.version.name, lines[one]) for one in ids],
        )
        for kind, ids in hits.ids.items()
        if ids
    ]
    spellings = [Spelling(word=word, others=others) for word, others in hits.spelt.items()]
    return SearchPage(frame=frame, query=query, groups=groups, spellings=spellings)


def _group(frame: Frame, query: Query, kind: Kind, total: int, links: Sequence[RecordLink]) -> SearchGroup:
    is_counted = total <= COUNTED_MAX
    shown = min(total, COUNTED_MAX)
    is_whole = is_counted and total <= len(links)
    return SearchGroup(
        kind=kind,
        title=KIND_WORDS[kind][1],
        total=shown,
        is_counted=is_counted,
        total_text=count(shown) if is_counted else f"more than {count(shown)}",
        records=links,
        all_url="" if is_whole or kind is Kind.CITY else list_url(frame.version.name, kind, q=query.text),
    )
