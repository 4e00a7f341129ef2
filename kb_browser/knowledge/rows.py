"""One row of a release's files as it enters the knowledge file: shown, filtered by, searched. Pure."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from kb_browser.exports.tables import Cells
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge.words import slug_of

Number: TypeAlias = float | None
Measure: TypeAlias = float | str | None

CELLS_REMEMBERED: Final = 65_536
"""List cells that are parsed only once; a release repeats most of them."""

_CLOCK: Final = re.compile(r"(\d{1,2}):(\d{2})")
_FIRST_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A record.

    Attributes:
        identity: What names it inside its kind, in the release's own words; slugs are made of it.
        stem: The part of its address before that: the slug of its city; "" for flights.
        summary: What a list says beside its name.
        measures: What it can be filtered and ordered by, in the order of its kind's table, after the city.
        personas, facilities: What it is marked with.
        place, more: Further text that finds it.
    """

    kind: Kind
    identity: str
    stem: str
    name: str
    city: str
    summary: str
    measures: Sequence[Measure]
    personas: Sequence[str] = ()
    facilities: Sequence[str] = ()
    place: str = ""
    more: str = ""


def row_of(kind: Kind, cells: Cells, city: str) -> Row:
    """The record that the cells of a file describe; `city` is that of the file, or where a flight leaves."""
    return _READERS[kind](cells, city)


def minute_or_none(text: str) -> int | None:
    """HH:MM as minutes after midnight; None for anything else."""
    found = _CLOCK.fullmatch(text.strip())
    return int(found[1]) * 60 + int(found[2]) if found else None


def number_or_none(text: str) -> Number:
    """A number of a cell; None for an empty cell and for what is no finite number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


@lru_cache(maxsize=CELLS_REMEMBERED)
def members(cell: str) -> Sequence[str]:
    """The texts of a list cell, each once; none for a cell that is no list."""
    try:
        value = ast.literal_eval(cell)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return ()
    return tuple(dict.fromkeys(map(str, value))) if isinstance(value, list) else ()


def _hotel(cells: Cells, city: str) -> Row:
    personas, facilities = members(_cell(cells, "amenities_group")), members(_cell(cells, "amenities"))
    star, rating, price = (_short(_cell(cells, name)) for name in ("star", "rating", "price"))
    return Row(
        kind=Kind.HOTEL,
        identity=_cell(cells, "name"),
        stem=slug_of(city),
        name=_cell(cells, "name"),
        city=city,
        summary=f"{star} stars · rated {rating} · {price} USD a night",
        measures=[
            number_or_none(_cell(cells, name)) for name in ("price", "star", "rating", "rate_of_restaurant")
        ],
        personas=personas,
        facilities=facilities,
        place=f"{city} {_cell(cells, 'country')}",
        more=_text("hotel hotels", star, "stars", *personas, *facilities, _cell(cells, "address")),
    )


def _attraction(cells: Cells, city: str) -> Row:
    personas, facilities = members(_cell(cells, "facilities_group")), members(_cell(cells, "facilities"))
    sort, hours = _cell(cells, "type"), _cell(cells, "open_hours")
    opens, _, closes = hours.partition("-")
    price = _short(_cell(cells, "ticket_price"))
    visit = _FIRST_NUMBER.search(_cell(cells, "duration_of_visit"))
    return Row(
        kind=Kind.ATTRACTION,
        identity=_cell(cells, "attraction_name"),
        stem=slug_of(city),
        name=_cell(cells, "attraction_name"),
        city=city,
        summary=f"{sort} · {'free' if price == '0' else f'{price} USD'} · {hours.replace('-', '–')}",
        measures=[
            number_or_none(_cell(cells, "ticket_price")), sort, minute_or_none(opens), minute_or_none(closes),
            float(visit[0]) if visit else None,
        ],
        personas=personas,
        facilities=facilities,
        place=f"{city} {_cell(cells, 'country')}",
        more=_text("attraction attractions", sort, *personas, *facilities, _cell(cells, "address")),
    )  # fmt: skip


def _car(cells: Cells, city: str) -> Row:
    personas, facilities = (
        members(_cell(cells, "extra_services_group")),
        members(_cell(cells, "extra_services")),
    )
    sort, seats, pickup = (_cell(cells, name) for name in ("car_type", "capacity", "pickup_location"))
    return Row(
        kind=Kind.CAR,
        identity=_cell(cells, "car_id"),
        stem=slug_of(city),
        name=f"{sort} {_cell(cells, 'car_id')}",
        city=city,
        summary=f"{seats} seats · {_short(_cell(cells, 'price_per_day'))} USD a day · {pickup}",
        measures=[number_or_none(_cell(cells, "price_per_day")), sort, number_or_none(seats)],
        personas=personas,
        facilities=facilities,
        place=f"{city} {pickup}",
        more=_text("car cars", seats, "seats", *personas, *facilities),
    )


def _flight(cells: Cells, city: str) -> Row:
    number, there = _cell(cells, "flight_number"), _cell(cells, "arrival_city")
    leaves, lands = _cell(cells, "departure_time"), _cell(cells, "arrival_time")
    places = (
        "departure_airport_name",
        "departure_airport_iata_code",
        "arrival_airport_name",
        "arrival_airport_iata_code",
    )
    return Row(
        kind=Kind.FLIGHT,
        identity=number,
        stem="",
        name=number,
        city=city,
        summary=f"{city} → {there} · {leaves}–{lands} · {_short(_cell(cells, 'price'))} USD",
        measures=[
            there,
            number_or_none(_cell(cells, "price")),
            minute_or_none(leaves),
            minute_or_none(lands),
        ],
        # People write the number with and without its blank.
        place=_text(number.replace(" ", ""), city, there, *(_cell(cells, name) for name in places)),
        more="flight flights",
    )


_READERS: Final[Mapping[Kind, Callable[[Cells, str], Row]]] = {
    Kind.HOTEL: _hotel,
    Kind.ATTRACTION: _attraction,
    Kind.CAR: _car,
    Kind.FLIGHT: _flight,
}


def _cell(cells: Cells, name: str) -> str:
    return cells.get(name, "")


def _short(number: str) -> str:
    """A number without the decimals that say nothing."""
    return number.removesuffix(".0")


def _text(*parts: str) -> str:
    return " ".join(parts)
