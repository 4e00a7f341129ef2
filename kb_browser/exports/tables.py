"""The tables of a release: which files each is made of, and what type a column has. Pure."""

from __future__ import annotations

import ast
import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from kb_browser.columns import columns_of
from kb_browser.exports.wording import COLUMN_WORDS
from scoring.tracks.trek.dataset import GOLD

Cells: TypeAlias = Mapping[str, str]
Value: TypeAlias = object


class Kind(StrEnum):
    """Type of a column."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    TRUTH = "truth"
    LIST = "list of texts"
    JSON = "JSON text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column."""

    name: str
    kind: Kind

    @property
    def description(self) -> str:
        """What it holds; empty for a column that the layout does not know."""
        return COLUMN_WORDS.get(self.name, "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table: typed columns, and its rows as often as they are asked for."""

    name: str
    columns: Sequence[Column]
    rows: Callable[[], Iterator[Mapping[str, Value]]]


# The type that a column is meant to have. A release made elsewhere may hold something else in it; then the
# column stays text, so that nothing is lost.
_MEANT: Final[Mapping[Kind, str]] = {
    Kind.WHOLE: ("query_index hotel_id attraction_id car_id flight_id id capacity implicit_keywords_count"),
    Kind.NUMBER: (
        "longitude latitude price rating star rate_of_restaurant ticket_price price_per_day "
        "departure_airport_latitude departure_airport_longitude arrival_airport_latitude "
        "arrival_airport_longitude latitude_deg longitude_deg balance impossible total_score"
    ),
    Kind.LIST: (
        "amenities_group amenities facilities_group facilities extra_services extra_services_group "
        "implicit_keywords"
    ),
    Kind.JSON: "hard_constraints req_flight req_car req_hotel req_attraction cities_count",
}
_KINDS: Final[Mapping[str, Kind]] = {
    column: kind for kind, columns in _MEANT.items() for column in columns.split()
}
_WHOLE_DIGITS_MAX: Final = 18
"""So many always fit 64 bits."""
_GOLD_COLUMNS: Final = (
    Column(name="query_index", kind=Kind.WHOLE),
    Column(name="is_feasible", kind=Kind.TRUTH),
    Column(name="refusal_reason", kind=Kind.TEXT),
    Column(name="plan", kind=Kind.JSON),
    Column(name="other_members", kind=Kind.JSON),
)


def csv_table(name: str, files: Mapping[str, bytes], paths: Sequence[str], *, index: str = "") -> Table:
    """The rows of one or more CSV files, file by file; columns are found by name.

    Args:
        name: Of the table.
        files: Content by path.
        paths: Of the files in their order.
        index: Name of a column that counts the rows from 0, in front of the others; "" for none.
    """
    names, kinds = _columns_found(files, paths)
    columns = [Column(name=column, kind=kinds[column]) for column in names]

    def rows() -> Iterator[Mapping[str, Value]]:
        for place, cells in enumerate(_all_cells(files, paths)):
            values = {column: _value(kinds[column], cells.get(column, "")) for column in names}
            yield {index: place, **values} if index else values

    head = [Column(name=index, kind=Kind.WHOLE)] if index else []
    return Table(name=name, columns=[*head, *columns], rows=rows)


def gold_table(content: bytes) -> Table:
    """The gold records, line i as task i; members beyond the known ones together in the last column."""

    def rows() -> Iterator[Mapping[str, Value]]:
        for place, line in enumerate(content.splitlines()):
            record = json.loads(line)
            others = {key: value for key, value in record.items() if key not in _GOLD_MEMBERS}
            yield {
                "query_index": place,
                "is_feasible": record.get("is_feasible"),
                "refusal_reason": record.get("refusal_reason"),
                "plan": _json_text(record["plan"]) if "plan" in record else None,
                "other_members": _json_text(others) if others else None,
            }

    return Table(name=GOLD.removeprefix("trek_").removesuffix(".jsonl"), columns=_GOLD_COLUMNS, rows=rows)


_GOLD_MEMBERS: Final = frozenset({"is_feasible", "refusal_reason", "plan"})


def cells_of(content: bytes) -> Iterator[Cells]:
    """The rows of a CSV file by column name; blank lines are none."""
    lines = csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    header = next(lines, [])
    for line in lines:
        if line:
            yield dict(zip(header, line, strict=True))


def _all_cells(files: Mapping[str, bytes], paths: Sequence[str]) -> Iterator[Cells]:
    for path in paths:
        yield from cells_of(files[path])


def _columns_found(
    files: Mapping[str, bytes], paths: Sequence[str]
) -> tuple[Sequence[str], Mapping[str, Kind]]:
    """Columns in the common order, unknown ones after them, each with the type that all its cells have."""
    kinds = {column: _KINDS.get(column, Kind.TEXT) for column in columns_of(paths[0])} if paths else {}
    for cells in _all_cells(files, paths):
        for column, cell in cells.items():
            kind = kinds.setdefault(column, _KINDS.get(column, Kind.TEXT))
            if kind is not Kind.TEXT and cell and _parsed(kind, cell) is None:
                kinds[column] = Kind.TEXT
    return list(kinds), kinds


def _value(kind: Kind, cell: str) -> Value:
    """The cell as its type; an empty cell is None unless it is text."""
    return cell if kind is Kind.TEXT else _parsed(kind, cell)


def _parsed(kind: Kind, cell: str) -> Value:
    return _PARSERS[kind](cell)


def _whole(cell: str) -> Value:
    # "+5" or a digit of another script would not come back as it was.
    is_plain = cell.isascii() and cell.removeprefix("-").isdecimal() and len(cell) <= _WHOLE_DIGITS_MAX
    return int(cell) if is_plain else None


def _number(cell: str) -> Value:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _list(cell: str) -> Value:
    value = _literal(cell)
    is_texts = isinstance(value, list) and all(isinstance(member, str) for member in value)
    return value if is_texts else None


def _json(cell: str) -> Value:
    value = _literal(cell)
    return _json_text(value) if isinstance(value, dict) else None


_PARSERS: Final[Mapping[Kind, Callable[[str], Value]]] = {
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.LIST: _list,
    Kind.JSON: _json,
}


def _literal(cell: str) -> object:
    try:
        value: object = ast.literal_eval(cell)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value


def _json_text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
