"""Invariants 1 to 6 and 41: files, headers, counts, ids, list cells, checksums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kb_browser import vocabulary
from kb_browser.columns import columns_of
from kb_browser.release_checks.release import Release, names
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.release_files import CITY_FILE_SUFFIXES, MANIFEST_FILE, city_file
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, GOLD, HOTEL_FOLDER
from scoring.tracks.trek.text import fold

_FULL_COUNTS: Mapping[str, int] = {
    "cities": 375,
    "airports": 392,
    "flights": 107_195,
    "hotels": 39_396,
    "attractions": 55_814,
    "cars": 10_125,
    "tasks": 800,
    "feasible": 533,
    "infeasible": 267,
}
_IDS: Mapping[str, str] = {HOTEL_FOLDER: "hotel_id", ATTRACTION_FOLDER: "attraction_id", CAR_FOLDER: "car_id"}
_LISTS: Sequence[tuple[str, str, frozenset[str]]] = (
    (HOTEL_FOLDER, "amenities_group", frozenset(vocabulary.PERSONAS)),
    (HOTEL_FOLDER, "amenities", vocabulary.words(vocabulary.BASE_HOTEL, vocabulary.HOTEL_FACILITIES)),
    (ATTRACTION_FOLDER, "facilities_group", frozenset(vocabulary.PERSONAS)),
    (
        ATTRACTION_FOLDER,
        "facilities",
        vocabulary.words(vocabulary.BASE_ATTRACTION, vocabulary.ATTRACTION_FACILITIES),
    ),
    (CAR_FOLDER, "extra_services_group", frozenset(vocabulary.PERSONAS)),
    (CAR_FOLDER, "extra_services", vocabulary.words(vocabulary.BASE_CAR, vocabulary.CAR_SERVICES)),
)


def _city_file_missing(release: Release) -> Iterator[Flaw]:
    for city in sorted(_flight_cities(release)):
        for folder in CITY_FILE_SUFFIXES:
            path = city_file(folder, city)
            if path not in release.tables:
                yield Flaw(path, None, f"flights name the city {city}, but the file is missing")


def _city_name(release: Release) -> Iterator[Flaw]:
    for folder in CITY_FILE_SUFFIXES:
        for city, table in release.city_tables(folder):
            for row, cells in table.rows:
                if cells["city_name"] not in ("", city):
                    yield Flaw(
                        table.file,
                        row,
                        f'city_name is "{cells["city_name"]}", the file is named "{city}"',
                    )


def _columns(release: Release) -> Iterator[Flaw]:
    for file, table in release.tables.items():
        required = columns_of(file)
        for column in required:
            if column not in table.columns:
                yield Flaw(file, None, f"column {column} is missing")
        for column, times in Counter(table.columns).items():
            if column not in required:
                yield Flaw(file, None, f'column "{column}" is not one of this file')
            elif times > 1:
                yield Flaw(file, None, f"column {column} stands {times} times")


def _counts(release: Release) -> Iterator[Flaw]:
    yield from _compared(release, release.manifest.counts, "the manifest says")


def _full_counts(release: Release) -> Iterator[Flaw]:
    yield from _compared(release, _FULL_COUNTS, "the full profile has")


def _compared(release: Release, wanted: Mapping[str, int], source: str) -> Iterator[Flaw]:
    found = _found_counts(release)
    for kind, count in wanted.items():
        if found.get(kind, count) != count:
            yield Flaw(MANIFEST_FILE, None, f"{found[kind]} {kind}, {source} {count}")


def _found_counts(release: Release) -> Mapping[str, int]:
    impossible = [cells["impossible"] for _, cells in release.tasks]
    return {
        "cities": sum(1 for _ in release.hotels),
        "airports": len({code for _, cells in release.flights for code in _codes(cells)}),
        "flights": len(release.flights),
        "hotels": sum(len(table.rows) for _, table in release.hotels),
        "attractions": sum(len(table.rows) for _, table in release.attractions),
        "cars": sum(len(table.rows) for _, table in release.cars),
        "tasks": len(impossible),
        "feasible": impossible.count("0.0"),
        "infeasible": impossible.count("1.0"),
    }


def _codes(cells: Mapping[str, str]) -> tuple[str, str]:
    return cells["departure_airport_iata_code"], cells["arrival_airport_iata_code"]


def _fold_clash(release: Release) -> Iterator[Flaw]:
    seen: dict[str, str] = {}
    for city, table in release.hotels:
        other = seen.setdefault(fold(city), city)
        if other != city and not any({city, other} <= twins for twins in release.manifest.fold_twins):
            yield Flaw(table.file, None, f'"{city}" and "{other}" are the same name without accents')


def _ids(release: Release) -> Iterator[Flaw]:
    for folder, column in _IDS.items():
        for _, table in release.city_tables(folder):
            for row, cells in table.rows:
                if cells[column] != str(row):
                    yield Flaw(table.file, row, f'{column} is "{cells[column]}", expected {row}')


def _flight_ids(release: Release) -> Iterator[Flaw]:
    last = 0
    for row, cells in release.flights:
        text = cells["flight_id"]
        if not text.isdecimal() or int(text) <= last:
            yield Flaw(FLIGHTS, row, f'flight_id "{text}" does not rise above {last}')
        else:
            last = int(text)


def _lists_parse(release: Release) -> Iterator[Flaw]:
    for folder, column, _ in _LISTS:
        for _, table in release.city_tables(folder):
            for row, cells in table.rows:
                if column in cells and cells[column] and names(cells[column]) is None:
                    yield Flaw(table.file, row, f"{column} is not a list of texts: {cells[column][:60]}")


def _list_members(release: Release) -> Iterator[Flaw]:
    for folder, column, known in _LISTS:
        for _, table in release.city_tables(folder):
            for row, cells in table.rows:
                members = names(cells[column]) or ()
                for member in sorted(set(members) - known):
                    yield Flaw(table.file, row, f'{column} holds "{member}", which is not in the vocabulary')
                if len(set(members)) != len(members):
                    yield Flaw(table.file, row, f"{column} names something twice")


def _checksums(release: Release) -> Iterator[Flaw]:
    stated = release.manifest.checksums
    for path in sorted(stated.keys() | release.checksums.keys()) if stated else ():
        if path not in release.checksums:
            yield Flaw(path, None, "the manifest lists this file, but it is missing")
        elif path not in stated:
            yield Flaw(path, None, "the manifest does not list this file")
        elif stated[path] != release.checksums[path]:
            yield Flaw(path, None, "the checksum differs from the manifest's")


def _flight_cities(release: Release) -> set[str]:
    ends = ("departure_city", "arrival_city")
    return {cells[end] for _, cells in release.flights for end in ends if cells[end]}


def _gold_missing(release: Release) -> Iterator[Flaw]:
    if not release.gold:
        yield Flaw(GOLD, None, "the release has no gold, so nothing proves that its tasks can be solved")


RULES = (
    Rule(1, "city_file_missing", Scope.SCORING, _city_file_missing),
    Rule(1, "city_name", Scope.SCORING, _city_name),
    Rule(2, "columns", Scope.GENERATED, _columns),
    Rule(3, "manifest_counts", Scope.GENERATED, _counts),
    Rule(3, "full_counts", Scope.FULL, _full_counts),
    Rule(4, "city_fold_clash", Scope.GENERATED, _fold_clash),
    Rule(5, "record_ids", Scope.GENERATED, _ids),
    Rule(5, "flight_ids", Scope.GENERATED, _flight_ids),
    Rule(6, "list_unreadable", Scope.GENERATED, _lists_parse),
    Rule(6, "list_members", Scope.GENERATED, _list_members),
    Rule(34, "gold_missing", Scope.SCORING, _gold_missing),
    Rule(41, "checksums", Scope.GENERATED, _checksums),
)
