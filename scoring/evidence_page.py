"""What a task's page shows of the evidence, as values; conventions as in `scoring.pages`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TextPiece:
    """A part of a text; ``kind`` says what it is marked as, "" for nothing."""

    text: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceCell:
    """One cell.

    Attributes:
        text: Ready to be read.
        value: The number behind it; None where there is none, or none that is exact.
        detail: A second, smaller line, "" for none.
        state: ``pass``, ``partial`` or ``fail`` of a cell that is a verdict, "" of any other.
        record: Key of the record of the knowledge base that it names, "" for none.
        url: Where that record can be read, "" for nowhere.
    """

    text: str
    value: float | None = None
    detail: str = ""
    state: str = ""
    record: str = ""
    url: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether its text is all of it; most cells are."""
        return not (self.state or self.url or self.detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceHead:
    """A column; numbers stand to the right."""

    text: str
    is_number: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceTable:
    """What the verdict of a dimension rests on.

    Attributes:
        kind: ``checklist``, ``records``, ``personas``, ``bill``, ``cause``, ``visits`` or ``transitions``.
        note: How it is to be read.
        rows: Cells in the order of the heads; the first names the row.
        sums: Rows below a line: subtotals, a total.
        more_text: Says what is left out of an overlong table, "" for nothing.
        quote: A text of the answer with marked words; empty for none.
    """

    kind: str
    title: str
    note: str
    heads: Sequence[EvidenceHead]
    rows: Sequence[Sequence[EvidenceCell]]
    sums: Sequence[Sequence[EvidenceCell]] = ()
    more_text: str = ""
    quote: Sequence[TextPiece] = ()

    @property
    def lines(self) -> Sequence[tuple[EvidenceCell, Sequence[tuple[EvidenceHead, EvidenceCell]]]]:
        """The rows: the cell that names each, then the others with their columns, which a phone names too."""
        return [(row[0], tuple(zip(self.heads[1:], row[1:], strict=True))) for row in self.rows]
