"""One row of a release's CSV files: cells by header name, numbers, literals, and the place for faults."""

from __future__ import annotations

import ast
import math
from collections.abc import Mapping, Sequence

from scoring.engine.errors import DatasetFault

# What common CSV readers take for a missing value. "NA" is one of them: a continent column would read
# North America as missing, which is why no continent is read here.
MISSING = frozenset({
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>",
    "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null",
})  # fmt: skip


class Cells:
    """One CSV row by header name, with the place for faults."""

    __slots__ = ("_cells", "_columns", "_faults", "file", "row")

    def __init__(
        self,
        file: str,
        row: int,
        columns: Mapping[str, int],
        cells: Sequence[str],
        faults: list[DatasetFault],
    ) -> None:
        self.file, self.row = file, row
        self._columns, self._cells, self._faults = columns, cells, faults

    def text(self, column: str) -> str | None:
        """The cell as printed; None when it is missing."""
        cell = self._cells[self._columns[column]]
        return None if cell in MISSING else cell

    def identity(self, *columns: str) -> str:
        """The row's own id from the first of the columns that the file has; else its row number."""
        for column in columns:
            if column in self._columns:
                return self._cells[self._columns[column]].strip()
        return str(self.row)

    def number(self, column: str) -> float | None:
        """The cell as a double; None when it is missing; a fault when it does not read as a number."""
        cell = self._cells[self._columns[column]]
        if cell in MISSING:
            return None
        try:
            number = float(cell)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self.fault("number_unreadable", f'column {column} holds "{cell[:60]}", expected a finite number')
            return None
        return number

    def price(self, column: str) -> float | None:
        """The cell as an amount from 0; None when it is missing; a fault when nothing could cost that.

        A missing price is a rule of the evaluator's own; one below zero would pay for other bookings.
        """
        amount = self.number(column)
        if amount is None or amount >= 0:
            return amount
        cell = self._cells[self._columns[column]]
        self.fault("price", f'column {column} holds "{cell[:60]}", expected an amount from 0')
        return None

    def fault(self, rule: str, detail: str) -> None:
        """Note what is wrong with this row."""
        self._faults.append(DatasetFault(file=self.file, row=self.row, rule=rule, detail=detail))


def literal(cell: str | None, default: object) -> object:
    """A Python literal, parsed and never evaluated; the default when missing, blank or unparseable."""
    if cell is None or not cell.strip():
        return default
    try:
        parsed: object = ast.literal_eval(cell.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return default
    return parsed


LARGEST_EXACT_INTEGER = 2**53


def is_plain(value: object) -> bool:
    """Whether a literal means the same everywhere: JSON's kinds only, and no number beyond exact doubles."""
    if isinstance(value, dict):
        return all(isinstance(key, str) and is_plain(member) for key, member in value.items())
    if isinstance(value, list):
        return all(map(is_plain, value))
    if isinstance(value, (int, float)):
        return abs(value) <= LARGEST_EXACT_INTEGER
    return value is None or isinstance(value, str)
