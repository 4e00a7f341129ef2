"""The cities of the world, from facts about airports that are nobody's property (see SOURCE.md)."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from kb_browser.world.countries import COUNTRIES
from kb_browser.world.lexicons import LEXICONS
from kb_browser.world.records import Airport, City

_FOLDER = Path(__file__).parent


def scaffold_cities(rich: Collection[str]) -> tuple[City, ...]:
    """All cities in the order of their airports' codes; those named in ``rich`` serve many personas."""
    airports: dict[str, list[Airport]] = {}
    countries: dict[str, str] = {}
    offsets = _offsets()
    for row in _rows("airports_scaffold.csv"):
        airports.setdefault(row["city"], []).append(
            Airport(
                iata=row["iata"],
                name=row["airport_name"],
                continent=row["continent"],
                latitude=float(row["latitude"]),
                longitude=float(row["longitude"]),
                utc_offset_min=offsets[row["iata"]],
            )
        )
        countries[row["city"]] = row["country"]
    return tuple(_city(name, countries[name], airports[name], is_rich=name in rich) for name in airports)


def _city(name: str, country: str, airports: list[Airport], *, is_rich: bool) -> City:
    known = COUNTRIES[country]
    return City(
        name=name,
        country=country,
        country_code=known.code,
        airports=tuple(airports),
        lexicon=LEXICONS[known.region],
        is_rich=is_rich,
    )


def _offsets() -> Mapping[str, int]:
    return {row["iata"]: int(row["utc_offset_min_2025_08_01"]) for row in _rows("airports_timezones.csv")}


def _rows(name: str) -> Iterator[dict[str, str]]:
    with (_FOLDER / name).open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)
