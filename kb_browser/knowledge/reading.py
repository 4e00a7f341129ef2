"""Records of a release by their address or number, and what belongs to them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kb_browser.knowledge.opening import KnowledgeFile
from kb_browser.knowledge.shelf import Kind

_SHORT = "id, kind, slug, name, city, summary"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLine:
    """A record among others. `slug` and `kind` are its address."""

    number: int
    kind: Kind
    slug: str
    name: str
    city: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A record with every cell of its row, as the release writes it, in the common order of columns.

    Attributes:
        cells: Text by column; None for a column that the record's own file does not have.
        bookings: Query index of each task that uses it, with how.
    """

    line: RecordLine
    cells: Mapping[str, str | None]
    bookings: Sequence[tuple[int, str]]


def records(file: KnowledgeFile, numbers: Sequence[int]) -> Sequence[RecordLine]:
    """The records of these numbers, in their order."""
    marks = ", ".join("?" * len(numbers))
    lines = file.lines(f"SELECT {_SHORT} FROM record WHERE id IN ({marks})", numbers)
    found = {line.number: line for line in map(_line, lines)}
    return [found[number] for number in numbers if number in found]


def record(file: KnowledgeFile, kind: Kind, slug: str) -> Record | None:
    """The record of an address; None where there is none."""
    found = file.line(
        f"SELECT {_SHORT}, cells, columns FROM record JOIN block USING (kind) WHERE kind = ? AND slug = ?",
        (kind.value, slug),
    )
    if found is None:
        return None
    *short, cells, columns = found
    line = _line(short)
    bookings = file.lines("SELECT query_index, how FROM booked WHERE id = ? ORDER BY 1, 2", (line.number,))
    return Record(
        line=line,
        cells=cells_by_column(json.loads(columns), cells),
        bookings=[(index, how) for index, how in bookings],
    )


def columns_of_kind(file: KnowledgeFile, kind: Kind) -> Sequence[str]:
    """Names of the columns of a kind, in the common order."""
    found = file.line("SELECT columns FROM block WHERE kind = ?", (kind.value,))
    columns: Sequence[str] = json.loads(found[0]) if found else ()
    return columns


def cells_by_column(columns: Sequence[str], cells: str) -> Mapping[str, str | None]:
    """The cells that a record is kept with, by their columns."""
    return dict(zip(columns, json.loads(cells), strict=True))


def _line(values: Sequence[Any]) -> RecordLine:
    number, kind, slug, name, city, summary = values
    return RecordLine(number=number, kind=Kind(kind), slug=slug, name=name, city=city, summary=summary)
