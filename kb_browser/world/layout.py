"""Writing a world in the official layout: files, column orders and the printed form of every value."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from kb_browser.columns import (
    AIRPORT_ORDER,
    ATTRACTION_ORDERS,
    CAR_ORDER,
    FLIGHT_ORDER,
    HOTEL_ORDERS,
    TASK_ORDER,
)
from kb_browser.release_files import AIRPORTS_FILE, city_file
from kb_browser.world.atlas import World
from kb_browser.world.gold import GoldRecord
from kb_browser.world.records import City
from scoring.tracks.trek.dataset import ATTRACTION_FOLDER, CAR_FOLDER, FLIGHTS, GOLD, HOTEL_FOLDER, QUERIES

Cells = Mapping[str, object]


def task_files(tasks: Iterable[Cells], gold: Iterable[GoldRecord]) -> Iterator[tuple[str, bytes]]:
    """The task file and the gold file as (path, bytes)."""
    yield QUERIES, csv_bytes(TASK_ORDER, tasks)
    yield GOLD, b"".join(json.dumps(record).encode("ascii") + b"\n" for record in gold)


def record_files(world: World, odd_columns: Collection[str]) -> Iterator[tuple[str, bytes]]:
    """The files of the knowledge base as (path, bytes).

    Some cities have columns in another order, as in the official release: whoever reads by position must
    fail here and not there.
    """
    yield FLIGHTS, csv_bytes(FLIGHT_ORDER, (flight.cells() for flight in world.flights))
    yield AIRPORTS_FILE, csv_bytes(AIRPORT_ORDER, _airports(world.cities))
    for position, city in enumerate(world.cities):
        name, odd = city.name, position if city.name in odd_columns else 0
        hotels = (hotel.cells() for hotel in world.hotels[name])
        yield city_file(HOTEL_FOLDER, name), csv_bytes(_order(HOTEL_ORDERS, odd), hotels)
        attractions = (attraction.cells() for attraction in world.attractions[name])
        yield city_file(ATTRACTION_FOLDER, name), csv_bytes(_order(ATTRACTION_ORDERS, odd), attractions)
        yield city_file(CAR_FOLDER, name), csv_bytes(CAR_ORDER, (car.cells() for car in world.cars[name]))


def csv_bytes(order: str, rows: Iterable[Cells]) -> bytes:
    """UTF-8, LF, one header line, quotes only where needed.

    Values are printed as Python prints them: a list is a literal, a float keeps its shortest form.
    """
    columns = order.split()
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([row[column] for column in columns] for row in rows)
    return text.getvalue().encode("utf-8")


def _order(orders: Sequence[str], odd: int) -> str:
    """The common order, or one of the others for a city with an odd number of its own."""
    return orders[0] if not odd else orders[1 + odd % (len(orders) - 1)]


def _airports(cities: Sequence[City]) -> Iterator[Cells]:
    identity = 0
    for city in cities:
        for airport in city.airports:
            identity += 1
            yield {
                "id": identity,
                "type": "large_airport",
                "airport_name": airport.name,
                "latitude_deg": airport.latitude,
                "longitude_deg": airport.longitude,
                "continent": airport.continent,
                "city": city.name,
                "iata_code": airport.iata,
                "wikipedia_link": "",
                "country": city.country,
            }
