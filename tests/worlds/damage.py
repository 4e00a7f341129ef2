"""Kinds of damage that a release can take, each with the rule that must name it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from kb_browser.world.bundles import SMALL_WORLD

Files = dict[str, bytes]

HOTELS = "api/data/v2/hotel_data/Port Arden_hotel.csv"
ATTRACTIONS = "api/data/v2/attraction_data/Port Arden_attraction.csv"
CARS = "api/data/v2/car_data/Port Arden_rental_cars.csv"
FLIGHTS = "api/data/v2/flight_data/flights.csv"
QUERIES = "trek_queries.csv"
GOLD = "trek_gold.jsonl"


@dataclass(frozen=True, slots=True)
class Damage:
    """One mutation of the small world.

    Attributes:
        rule: The rule that must name it.
        file, row: Where it must be named; row None stands for the whole file.
        change: What is done to the files, in place.
    """

    rule: str
    file: str
    row: int | None
    change: Callable[[Files], None]

    def __str__(self) -> str:
        return f"{self.rule} in {self.file.rpartition('/')[2]}"


@cache
def sound_files() -> Mapping[str, bytes]:
    """The small world, manifest included."""
    places = [place for place in SMALL_WORLD.rglob("*") if place.is_file() and ".trek" not in place.parts]
    return {place.relative_to(SMALL_WORLD).as_posix(): place.read_bytes() for place in sorted(places)}


def cell(file: str, row: int, column: str, value: str | Callable[[str], str]) -> Callable[[Files], None]:
    """Put something else into one cell."""

    def change(files: Files) -> None:
        rows = list(csv.DictReader(io.StringIO(files[file].decode(), newline="")))
        old = rows[row - 1][column]
        rows[row - 1][column] = value(old) if callable(value) else value
        files[file] = written(rows)

    return change


def written(rows: list[dict[str, str]]) -> bytes:
    """Rows as a CSV file."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def replaced(file: str, old: str, new: str) -> Callable[[Files], None]:
    """Put one text in the place of another, once."""

    def change(files: Files) -> None:
        assert old.encode() in files[file], f"{old} is not in {file}"
        files[file] = files[file].replace(old.encode(), new.encode(), 1)

    return change


def removed(file: str) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        del files[file]

    return change


def gold(row: int, edit: Callable[[dict], None]) -> Callable[[Files], None]:
    """Edit one gold record."""

    def change(files: Files) -> None:
        lines = files[GOLD].splitlines()
        record = json.loads(lines[row - 1])
        edit(record)
        lines[row - 1] = json.dumps(record).encode()
        files[GOLD] = b"\n".join(lines) + b"\n"

    return change


def manifest(edit: Callable[[dict], None]) -> Callable[[Files], None]:
    """Edit the manifest."""

    def change(files: Files) -> None:
        stated = json.loads(files["manifest.json"])
        edit(stated)
        files["manifest.json"] = json.dumps(stated).encode()

    return change
