"""Makes the knowledge file of a release: whole, or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import statistics
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from kb_browser.columns import columns_of
from kb_browser.exports.tables import Cells, cells_of
from kb_browser.knowledge.bookings import booking_key, bookings_of_gold, bookings_of_requests
from kb_browser.knowledge.reading import RecordLine
from kb_browser.knowledge.rows import Row, number_or_none, row_of
from kb_browser.knowledge.shelf import INDEXES, LAYOUT, OFFERS, SCHEMA, Kind, Tag
from kb_browser.knowledge.words import comparable, is_spelt, slugs_of, variants, words_of
from kb_browser.release_files import AIRPORTS_FILE, ReleaseFolder, city_of
from scoring.engine.display import counted
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, GOLD, HOTEL_FOLDER, QUERIES

Say = Callable[[str], None]

_HASTE: Final = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;"

_FOLDERS: Final[Mapping[Kind, str]] = {
    Kind.HOTEL: HOTEL_FOLDER,
    Kind.ATTRACTION: ATTRACTION_FOLDER,
    Kind.CAR: CAR_FOLDER,
    Kind.FLIGHT: FLIGHTS,
}
"""The file of a kind, or the folder of its files."""
_TABLES: Final[Mapping[Kind, str]] = {
    Kind.HOTEL: "INSERT INTO hotel VALUES (?, ?, ?, ?, ?, ?)",
    Kind.ATTRACTION: "INSERT INTO attraction VALUES (?, ?, ?, ?, ?, ?, ?)",
    Kind.CAR: "INSERT INTO car VALUES (?, ?, ?, ?, ?)",
    Kind.FLIGHT: "INSERT INTO flight VALUES (?, ?, ?, ?, ?, ?)",
}


def knowledge_make(release: Path, target: Path, *, say: Say) -> None:
    """Make the knowledge file of a release folder; one that is there already is left as it is.

    Args:
        release: The release in the official layout.
        target: The file to be made.
        say: Told in a few words what is being done.

    Raises:
        DatasetError: The release cannot be read.
        OSError: The target cannot be written.
    """
    if target.is_file():
        return
    folder = ReleaseFolder(release)
    target.parent.mkdir(parents=True, exist_ok=True)
    room = Path(tempfile.mkdtemp(dir=target.parent, prefix=".making-"))
    draft = room / target.name
    try:
        with contextlib.closing(sqlite3.connect(draft)) as database:
            # The file is thrown away if anything goes wrong, so that no journal is of use.
            database.executescript(_HASTE + SCHEMA)
            _Maker(database, folder.files(), say).make(folder.digest())
        with draft.open("rb") as stream:
            os.fsync(stream.fileno())
        draft.replace(target)
    finally:
        shutil.rmtree(room, ignore_errors=True)


class _Maker:
    """Fills one empty file."""

    def __init__(self, database: sqlite3.Connection, files: Mapping[str, bytes], say: Say) -> None:
        self._database = database
        self._files = files
        self._say = say
        self._next = 1
        self._tags: dict[tuple[Kind, Tag, str], int] = {}
        self._tagged: list[tuple[int, int]] = []
        self._words: Counter[str] = Counter()
        self._named: set[str] = set()
        self._cities: dict[str, int] = {}
        self._countries: dict[str, str] = {}
        self._prices: dict[tuple[Kind, str], list[float]] = defaultdict(list)
        self._counts: Counter[tuple[str, str]] = Counter()
        self._booked: dict[tuple[str, ...], int] = {}

    def make(self, digest: str) -> None:
        """Everything, kind by kind: the ids of a kind are one block, in the order of the release."""
        self._database.execute("INSERT INTO about VALUES (?, ?)", (digest, LAYOUT))
        names = self._city_names()
        # Places of the cities are kept free: what is said of them is known when all else is in.
        self._cities = {name: place for place, name in enumerate(names, start=1)}
        self._next = len(names) + 1
        for kind in OFFERS:
            self._say(f"indexing {kind.value}")
            self._fill(kind)
        self._say("indexing cities")
        self._fill_cities(names)
        self._fill_bookings()
        self._fill_words()
        self._say("writing the indexes of the knowledge base")
        for index in ("named", "search"):
            self._database.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")
        self._database.executescript(INDEXES)
        self._database.execute("ANALYZE")
        self._database.commit()
        self._say(f"indexed {counted(self._next - 1, 'record')}")

    def _city_names(self) -> Sequence[str]:
        """Every city of a file or a flight, in code-point order."""
        of_files = {city_of(path) for path in self._files if city_of(path)}
        flights = self._cells(FLIGHTS)
        ends = {cells.get(end, "") for cells in flights for end in ("departure_city", "arrival_city")}
        return sorted(name for name in of_files | ends if name)

    def _cells(self, path: str) -> Iterator[Cells]:
        return cells_of(self._files[path]) if path in self._files else iter(())

    def _all_cells(self, kind: Kind) -> Iterator[tuple[Cells, str]]:
        if kind is Kind.FLIGHT:
            yield from ((cells, cells.get("departure_city", "")) for cells in self._cells(FLIGHTS))
            return
        for path in self._files:
            if path.startswith(f"{_FOLDERS[kind]}/"):
                yield from ((cells, city_of(path)) for cells in self._cells(path))

    def _fill(self, kind: Kind) -> None:
        found = [(cells, row_of(kind, cells, city)) for cells, city in self._all_cells(kind)]
        stems = slugs_of(self._cities)
        slugs = _slugs([row for _, row in found], stems)
        first = self._next
        # The order of columns differs between files; known ones come in the common order, others after them.
        columns = list(
            dict.fromkeys([*_columns_meant(kind), *(name for cells, _ in found for name in cells)])
        )
        for (cells, row), slug in zip(found, slugs, strict=True):
            self._add(row, cells, slug, [cells.get(name) for name in columns])
        self._block(kind, (first, self._next - 1), columns)

    def _block(self, kind: Kind, ids: tuple[int, int], columns: Sequence[str]) -> None:
        self._database.execute(
            "INSERT INTO block VALUES (?, ?, ?, ?)", (kind.value, *ids, json.dumps(columns))
        )

    def _add(self, row: Row, cells: Cells, slug: str, values: Sequence[str | None]) -> None:
        number = self._next
        self._next += 1
        line = RecordLine(
            number=number, kind=row.kind, slug=slug, name=row.name, city=row.city, summary=row.summary
        )
        self._record(line, values)
        self._measure(number, row)
        self._search(number, row.name, row.place, row.more)
        for mark, tags in ((Tag.PERSONA, row.personas), (Tag.FACILITY, row.facilities)):
            self._mark(number, row.kind, mark, tags)
        self._booked.setdefault(_key_of(row, cells), number)
        self._countries.setdefault(row.city, cells.get("country", ""))

    def _record(self, line: RecordLine, values: Sequence[object]) -> None:
        self._database.execute(
            "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (line.number, line.kind.value, line.slug, line.name, comparable(line.name), line.city,
             line.summary,             json.dumps(values, ensure_ascii=False, separators=(",", ":"))),
        )  # fmt: skip

    def _measure(self, number: int, row: Row) -> None:
        measures = list(row.measures)
        if row.kind is Kind.FLIGHT:
            there = str(measures[0])
            measures[0] = self._cities.get(there)
            self._counts[row.city, "leaving"] += 1
            self._counts[there, "landing"] += 1
        else:
            self._counts[row.city, row.kind.value] += 1
            if isinstance(measures[0], float):
                self._prices[row.kind, row.city].append(measures[0])
        self._database.execute(_TABLES[row.kind], (number, self._cities.get(row.city), *measures))

    def _search(self, number: int, name: str, place: str, more: str) -> None:
        words = [words_of(text) for text in (name, place, more)]
        self._words.update({word for part in words for word in part})
        self._named.update(words[0], words[1])
        self._database.execute("INSERT INTO named (rowid, words) VALUES (?, ?)", (number, " ".join(words[0])))
        # Nothing asks where a word stands or how often, so that each is kept once.
        everything = " ".join(dict.fromkeys(word for part in words for word in part))
        self._database.execute("INSERT INTO search (rowid, words) VALUES (?, ?)", (number, everything))

    def _mark(self, number: int, kind: Kind, mark: Tag, tags: Sequence[str]) -> None:
        for tag in tags:
            tag_id = self._tags.setdefault((kind, mark, tag), len(self._tags) + 1)
            self._tagged.append((tag_id, number))

    def _fill_cities(self, names: Sequence[str]) -> None:
        airports = self._airports()
        slugs = slugs_of(names)
        for name in names:
            number, ports = self._cities[name], list(airports.get(name, {}).values())
            country = self._countries.get(name) or (ports[0]["country"] if ports else "")
            codes = " ".join(port["iata_code"] for port in ports)
            middle = [
                _mean([number_or_none(port[axis]) for port in ports]) for axis in ("latitude", "longitude")
            ]
            counts = [
                self._counts[name, what] for what in ("hotels", "attractions", "cars", "leaving", "landing")
            ]
            medians = [_median(self._prices[kind, name]) for kind in (Kind.HOTEL, Kind.ATTRACTION, Kind.CAR)]
            summary = f"{country} · {counted(counts[0], 'hotel')} · {counted(counts[1], 'attraction')}"
            line = RecordLine(
                number=number, kind=Kind.CITY, slug=slugs[name], name=name, city=name, summary=summary
            )
            self._record(line, [name, country, codes])
            self._search(number, name, f"{country} {codes}", _text_of(ports))
            continent = ports[0]["continent"] if ports else ""
            self._database.execute(
                f"INSERT INTO city VALUES ({', '.join('?' * 15)})",
                (number, name, country, continent, *middle, json.dumps(ports, ensure_ascii=False),
                 *counts, *medians),
            )  # fmt: skip
        self._block(Kind.CITY, (1, len(names)), ["city", "country", "iata_code"])

    def _airports(self) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
        """The airports of each city by code: those that flights use, with the table's country names."""
        listed = {
            cells.get("iata_code", ""): cells.get("country", "") for cells in self._cells(AIRPORTS_FILE)
        }
        found: dict[str, dict[str, Mapping[str, str]]] = defaultdict(dict)
        for cells in self._cells(FLIGHTS):
            for end in ("departure", "arrival"):
                code = cells.get(f"{end}_airport_iata_code", "")
                if code in found[cells.get(f"{end}_city", "")]:
                    continue
                port = {
                    name: cells.get(f"{end}_airport_{name}", "")
                    for name in ("name", "latitude", "longitude", "continent")
                }
                port |= {"iata_code": code, "country": listed.get(code, "")}
                found[cells.get(f"{end}_city", "")][code] = port
        return {city: dict(sorted(ports.items())) for city, ports in found.items()}

    def _fill_bookings(self) -> None:
        """Named records that no city has are what makes a request infeasible: nothing uses them."""
        found = set()
        if GOLD in self._files:
            found |= {(self._booked.get(one.key), one.query_index, one.how)
                      for one in bookings_of_gold(self._files[GOLD])}  # fmt: skip
        found |= {(self._booked.get(one.key), one.query_index, one.how)
                  for one in bookings_of_requests(self._files[QUERIES])}  # fmt: skip
        known = [line for line in found if line[0] is not None]
        self._database.executemany("INSERT INTO booked VALUES (?, ?, ?)", known)

    def _fill_words(self) -> None:
        uses = Counter(tag_id for tag_id, _ in self._tagged)
        tags = [
            (tag_id, kind.value, mark.value, word, uses[tag_id])
            for (kind, mark, word), tag_id in self._tags.items()
        ]
        self._database.executemany("INSERT INTO tag VALUES (?, ?, ?, ?, ?)", tags)
        # In the order of the table: it is filled from one end and never searched meanwhile.
        self._database.executemany("INSERT INTO tagged VALUES (?, ?)", sorted(self._tagged))
        self._database.executemany("INSERT INTO word VALUES (?, ?)", sorted(self._words.items()))
        spellings = {(variant, word) for word in self._named if is_spelt(word) for variant in variants(word)}
        self._database.executemany("INSERT INTO spelling VALUES (?, ?)", sorted(spellings))


def _columns_meant(kind: Kind) -> Sequence[str]:
    place = _FOLDERS[kind]
    return columns_of(place if kind is Kind.FLIGHT else f"{place}/")


def _slugs(rows: Sequence[Row], stems: Mapping[str, str]) -> Iterator[str]:
    """An address for each record: its city's, a dot, its own; records of one city never share one."""
    of_city: dict[str, list[str]] = defaultdict(list)
    for row in rows:
        of_city[row.city if row.stem else ""].append(row.identity)
    slugs = {city: slugs_of(identities) for city, identities in of_city.items()}
    taken: Counter[str] = Counter()
    for row in rows:
        city = row.city if row.stem else ""
        slug = f"{stems[city]}.{slugs[city][row.identity]}" if city else slugs[city][row.identity]
        taken[slug] += 1
        # Two rows under one name are a fault that the check of a release reports; both can be looked at.
        yield slug if taken[slug] == 1 else f"{slug}.{taken[slug]}"


def _key_of(row: Row, cells: Cells) -> tuple[str, ...]:
    if row.kind is Kind.FLIGHT:
        return booking_key(row.kind, row.name)
    if row.kind is Kind.CAR:
        price = number_or_none(cells.get("price_per_day", "")) or 0.0
        return booking_key(row.kind, cells.get("car_type", ""), row.city, price)
    return booking_key(row.kind, row.name, row.city)


def _text_of(ports: Sequence[Mapping[str, str]]) -> str:
    return " ".join(["city cities", *(port["name"] for port in ports)])


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.fmean(known) if known else None


def _median(values: Sequence[float]) -> float | None:
    return statistics.median(values) if values else None
