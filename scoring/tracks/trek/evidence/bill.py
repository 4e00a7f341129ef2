"""D3 as a bill: every line with its factors, subtotals by part, and what is left of the budget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from scoring.engine.model import Json
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.bill import AIR, CARS, FLOOR, LODGING, TICKETS, BillLine, bill_of
from scoring.tracks.trek.evidence.listing import Listing, listed

_UNITS: Final[Mapping[str, str]] = {AIR: "seat", LODGING: "room", TICKETS: "ticket", CARS: "day"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Factor:
    """A whole number of something, such as 2 rooms."""

    count: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BillRow:
    """Equal lines that follow each other, as one: rooms × nights × price.

    Attributes:
        part, what, place, price, source, record: As in ``BillLine``.
        factors: What the price is multiplied by.
        amount: USD; the sum of the lines.
    """

    part: str
    what: Json
    place: str
    factors: tuple[Factor, ...]
    price: float
    source: str
    record: str | None
    amount: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BillEvidence:
    """The bill against the budget, in USD.

    Attributes:
        parts: Subtotals by part, in the order of the bill; added up for the reader, not for the verdict.
        total: The evaluator's own sum, line by line in its order.
    """

    lines: Listing[BillRow]
    parts: Mapping[str, float]
    total: float
    budget: float
    books_anything: bool

    @property
    def is_met(self) -> bool:
        """Whether something is billed, and no more than the budget."""
        return self.books_anything and self.total > 0 and not self.total > self.budget


def bill_evidence(attempt: Attempt) -> BillEvidence:
    """The bill of an answered task whose request states a budget.

    Raises:
        UnscorableError: As ``bill_of``; not for a plan that was scored.
    """
    bill = bill_of(attempt)
    parts: dict[str, float] = {}
    for line in bill.lines:
        parts[line.part] = parts.get(line.part, 0.0) + line.amount
    return BillEvidence(
        lines=listed(_rows(bill.lines, attempt.task.rooms)),
        parts=parts,
        total=bill.total,
        budget=attempt.task.budget,
        books_anything=attempt.plan.books_anything,
    )


def _rows(lines: Sequence[BillLine], rooms: int) -> Iterator[BillRow]:
    for _, equal in groupby(lines, key=_alike):
        group = list(equal)
        line = group[0]
        yield BillRow(
            part=line.part,
            what=line.what,
            place=line.place,
            factors=_factors(line, len(group), rooms),
            price=float(line.price),
            source=line.source,
            record=line.record,
            amount=sum(one.amount for one in group),
        )


def _alike(line: BillLine) -> tuple[object, ...]:
    """Nights in one hotel are lines of their own; nothing else is put together."""
    same = (line.part, str(line.what), line.place, line.price, line.source, line.record, line.quantity)
    return same if line.part == LODGING else (id(line),)


def _factors(line: BillLine, lines: int, rooms: int) -> tuple[Factor, ...]:
    if line.part != LODGING:
        return (Factor(count=line.quantity, unit=_UNITS[line.part]),)
    # The missing nights of a city are one line whose quantity counts room-nights.
    nights = line.quantity // rooms if line.source == FLOOR and rooms else lines
    return (Factor(count=rooms, unit="room"), Factor(count=nights, unit="night"))
