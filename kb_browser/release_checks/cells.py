"""Cells that are empty, and prices that cannot be: over all tables of the knowledge base.

An empty cell is a missing value, for which scoring has rules, so a release made elsewhere may have some.
A price that stands there and is below zero, or no number, would be scored as what it is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb_browser.release_checks.release import Release, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, HOTEL_FOLDER

_PRICES: Mapping[str, str] = {
    FLIGHTS: "price",
    HOTEL_FOLDER: "price",
    ATTRACTION_FOLDER: "ticket_price",
    CAR_FOLDER: "price_per_day",
}
_MAY_BE_FREE = ATTRACTION_FOLDER


def _empty(release: Release) -> Iterator[Flaw]:
    for file, table in release.tables.items():
        if _price_column(file) is None:
            continue
        for row, cells in table.rows:
            for column in table.columns:
                if not cells[column]:
                    yield Flaw(file, row, f"{column} is empty")


def _prices(release: Release) -> Iterator[Flaw]:
    for file, table in release.tables.items():
        column = _price_column(file)
        if column is None:
            continue
        may_be_free = file.startswith(f"{_MAY_BE_FREE}/")
        for row, cells in table.rows:
            price = number(cells[column])
            if cells[column] and (price is None or price < 0 or (price == 0 and not may_be_free)):
                yield Flaw(file, row, f'{column} "{cells[column]}" is not a price')


def _price_column(file: str) -> str | None:
    """The price column of a table of the knowledge base; None for any other file."""
    return _PRICES.get(file) or _PRICES.get(file.rpartition("/")[0])


RULES = (
    Rule(8, "empty_cell", Scope.GENERATED, _empty),
    Rule(8, "price", Scope.SCORING, _prices),
)
