"""A release as its checks see it: parsed tables, gold, manifest, and every fault met while parsing."""

from __future__ import annotations

import ast
import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from kb_browser.columns import columns_of
from kb_browser.release_files import MANIFEST_FILE, city_of
from scoring.engine.display import counted
from scoring.engine.errors import DatasetFault
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, GOLD, HOTEL_FOLDER, QUERIES

RELEASE_FORMAT = "trek-release-1"

Row = Mapping[str, str]
"""One data row, column name to cell as printed; a column that the file lacks reads as empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One CSV file.

    Attributes:
        file: Path inside the release.
        columns: In file order.
        rows: Data rows with their number from 1; rows of a wrong width are faults and not here.
    """

    file: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, Row], ...]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a release of our own says about itself; all absent in a foreign one.

    Attributes:
        profile: ``small``, ``full`` or "" where the release is not ours.
        counts: Records of each kind.
        fold_twins: Groups of city names that differ only by accents, on purpose.
        utc_offsets_min: Offset in force on 1 August 2025, by airport code.
        checksums: SHA-256 in hex by path.
    """

    profile: str = ""
    counts: dict[str, int] = {}
    fold_twins: list[frozenset[str]] = []
    utc_offsets_min: dict[str, int] = {}
    checksums: dict[str, str] = msgspec.field(name="files", default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Release:
    """Everything parsed. Tables are keyed by path, per-city ones also by city.

    Compared by identity, so that what several rules need can be derived once per release.
    """

    tables: Mapping[str, Table]
    gold: Sequence[tuple[int, Mapping[str, object]]]
    manifest: Manifest
    checksums: Mapping[str, str]
    faults: Sequence[DatasetFault]

    def rows(self, file: str) -> Sequence[tuple[int, Row]]:
        """The numbered rows of one file; none if the release lacks it."""
        table = self.tables.get(file)
        return table.rows if table is not None else ()

    def city_tables(self, folder: str) -> Iterator[tuple[str, Table]]:
        """City and table of every per-city file of one folder, by path."""
        for path, table in self.tables.items():
            if path.startswith(f"{folder}/"):
                yield city_of(path), table

    @property
    def hotels(self) -> Iterator[tuple[str, Table]]:
        return self.city_tables(HOTEL_FOLDER)

    @property
    def attractions(self) -> Iterator[tuple[str, Table]]:
        return self.city_tables(ATTRACTION_FOLDER)

    @property
    def cars(self) -> Iterator[tuple[str, Table]]:
        return self.city_tables(CAR_FOLDER)

    @property
    def flights(self) -> Sequence[tuple[int, Row]]:
        return self.rows(FLIGHTS)

    @property
    def tasks(self) -> Sequence[tuple[int, Row]]:
        return self.rows(QUERIES)


def parse_release(
    files: Mapping[str, bytes], manifest: bytes | None, checksums: Mapping[str, str]
) -> Release:
    """Parse all files; what cannot be parsed is a fault of the release and otherwise left out."""
    faults: list[DatasetFault] = []
    tables = {
        path: table
        for path in files
        if path.endswith(".csv") and (table := _table(path, files[path], faults)) is not None
    }
    return Release(
        tables=tables,
        gold=_gold(files[GOLD], faults) if GOLD in files else (),
        manifest=_manifest(manifest, faults),
        checksums=checksums,
        faults=faults,
    )


@lru_cache(maxsize=200_000)
def literal(cell: str) -> object:
    """A Python literal; None where the cell holds none (an empty list is a list)."""
    try:
        value: object = ast.literal_eval(cell)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None
    return value


def names(cell: str) -> tuple[str, ...] | None:
    """The members of a list cell; None where it is no list of texts."""
    value = literal(cell)
    if not isinstance(value, list) or not all(isinstance(member, str) for member in value):
        return None
    return tuple(value)


def number(cell: str) -> float | None:
    """A finite number; None for anything else."""
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if value - value == 0 else None


def _table(path: str, content: bytes, faults: list[DatasetFault]) -> Table | None:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        faults.append(_fault(path, None, "not_utf8", f"byte {error.start} is not UTF-8"))
        return None
    lines = _lines(path, text.removeprefix("\ufeff"), faults)
    columns = tuple(next(lines, []))
    absent = dict.fromkeys(columns_of(path), "")
    rows = []
    for place, cells in enumerate((cells for cells in lines if cells), start=1):
        if len(cells) == len(columns):
            rows.append((place, {**absent, **dict(zip(columns, cells, strict=True))}))
        else:
            faults.append(
                _fault(
                    path,
                    place,
                    "row_width",
                    f"{counted(len(cells), 'cell')} under {counted(len(columns), 'column')}",
                )
            )
    return Table(file=path, columns=columns, rows=tuple(rows))


def _lines(path: str, text: str, faults: list[DatasetFault]) -> Iterator[list[str]]:
    """The lines of a CSV text; a fault where the dialect breaks off."""
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        yield from reader
    except csv.Error as error:
        faults.append(_fault(path, reader.line_num, "not_csv", str(error)))


def _gold(content: bytes, faults: list[DatasetFault]) -> Sequence[tuple[int, Mapping[str, object]]]:
    """Gold records with their line from 1; a line that is no object is a fault and answers nothing."""
    records: list[tuple[int, Mapping[str, object]]] = []
    for line, text in enumerate(content.splitlines(), start=1):
        try:
            record = json.loads(text)
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            faults.append(_fault(GOLD, line, "gold_line", "this line is not one JSON object"))
            record = {}
        records.append((line, record))
    return records


def checksums_stated(manifest: bytes | None) -> Mapping[str, str]:
    """SHA-256 in hex by path, as a release of our own lists them; nothing where none is listed legibly."""
    return _manifest(manifest, []).checksums


def _manifest(content: bytes | None, faults: list[DatasetFault]) -> Manifest:
    """The manifest of a release of our own; a foreign file of that name says nothing to us."""
    if content is None:
        return Manifest()
    try:
        stated = json.loads(content)
        is_ours = isinstance(stated, dict) and stated.get("format") == RELEASE_FORMAT
        return msgspec.convert(stated, Manifest) if is_ours else Manifest()
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        faults.append(_fault(MANIFEST_FILE, None, "manifest_unreadable", str(error)))
        return Manifest()


def _fault(file: str, row: int | None, rule: str, detail: str) -> DatasetFault:
    return DatasetFault(file=file, row=row, rule=rule, detail=detail)
