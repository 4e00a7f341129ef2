"""A record of one version beside the same record of another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.exports.wording import COLUMN_WORDS
from kb_browser.knowledge.opening import KnowledgeFile
from kb_browser.knowledge.reading import Record, RecordLine, record
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge.words import comparable
from kb_browser.knowledge_pages.frame import (
    Frame,
    RecordLink,
    frame_of,
    kind_named,
    record_link,
)
from trek_site.shared.errors import NotFoundError

# Cars and flights are told apart by a number that their slug holds; everything else by its name.
_NUMBERED: Final = frozenset({Kind.CAR, Kind.FLIGHT})


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedField:
    """A cell in both versions; None where that version's record has no such column."""

    name: str
    words: str
    here: str | None
    there: str | None

    @property
    def is_different(self) -> bool:
        """Whether the two versions write it differently."""
        return self.here != self.there


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedRecordPage:
    """A record beside itself.

    Attributes:
        other: Name of the version it is set beside; "" while none is picked.
        there: The record there; None where that version has none.
        fields: All cells; empty without a record there.
    """

    frame: Frame
    kind: Kind
    link: RecordLink
    other: str
    there: RecordLink | None
    fields: Sequence[ComparedField]

    @property
    def different_count(self) -> int:
        """How many cells differ."""
        return sum(field.is_different for field in self.fields)


def compared_record_page(frame: Frame, kind_name: str, slug: str, other: str) -> ComparedRecordPage:
    """A record beside that of another version; "" for no other yet.

    Raises:
        NotFoundError: This version has no such record, or there is no such other version.
        UnavailableError: The other version's knowledge file is not made yet.
    """
    kind = kind_named(kind_name)
    found = record(frame.file, kind, slug)
    if found is None:
        raise NotFoundError("This version of the knowledge base has no such record.")
    beside = frame_of(other) if other else None
    there = _same(beside.file, found.line) if beside else None
    return ComparedRecordPage(
        frame=frame,
        kind=kind,
        link=record_link(frame.version.name, found.line),
        other=other,
        there=record_link(other, there.line) if there else None,
        fields=list(_fields(found.cells, there.cells)) if there else (),
    )


def _same(file: KnowledgeFile, line: RecordLine) -> Record | None:
    """The record of another version that the release would call the same."""
    if line.kind in _NUMBERED:
        lines = file.lines(
            "SELECT slug FROM record WHERE kind = ? AND slug = ?", (line.kind.value, line.slug)
        )
    else:
        lines = file.lines(
            "SELECT slug FROM record WHERE kind = ? AND name = ? AND city = ? AND comparable = ? ORDER BY id",
            (line.kind.value, line.name, line.city, comparable(line.name)),
        )
    return record(file, line.kind, lines[0][0]) if lines else None


def _fields(here: Mapping[str, str | None], there: Mapping[str, str | None]) -> Iterator[ComparedField]:
    for name in dict.fromkeys([*here, *there]):
        yield ComparedField(
            name=name, words=COLUMN_WORDS.get(name, ""), here=here.get(name), there=there.get(name)
        )
