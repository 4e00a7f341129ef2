"""Reading a release: tasks and knowledge base from the official files, by header name.

Source: official rules, sections 3.1 and 4; layout of the official release.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.engine.errors import DatasetError, DatasetFault
from scoring.tracks.trek.cells import Cells, literal
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.rows import Attraction, Car, CityFile, Flight, Hotel, KnowledgeBaseRows
from scoring.tracks.trek.task import Task, TaskFacts, facts_of
from scoring.tracks.trek.task_row import TASK_COLUMNS, read_task

QUERIES = "trek_queries.csv"
GOLD = "trek_gold.jsonl"
KB_FOLDER = "api/data/v2"
FLIGHTS = f"{KB_FOLDER}/flight_data/flights.csv"
HOTEL_SUFFIX = "_hotel.csv"
ATTRACTION_SUFFIX = "_attraction.csv"
CAR_SUFFIX = "_rental_cars.csv"
HOTEL_FOLDER = f"{KB_FOLDER}/hotel_data"
ATTRACTION_FOLDER = f"{KB_FOLDER}/attraction_data"
CAR_FOLDER = f"{KB_FOLDER}/car_data"

_Record = TypeVar("_Record", Hotel, Attraction, Car)


@dataclass(frozen=True, slots=True)
class TrekDataset:
    """A release ready for scoring: tasks in file order, their facts, and the indexed knowledge base."""

    tasks: tuple[Task, ...]
    facts: tuple[TaskFacts, ...]
    kb: KnowledgeBase
    rows: KnowledgeBaseRows


def build_dataset(tasks: Sequence[Task], rows: KnowledgeBaseRows) -> TrekDataset:
    """Index what a release or a snapshot holds."""
    return TrekDataset(
        tasks=tuple(tasks), facts=tuple(facts_of(task) for task in tasks), kb=KnowledgeBase(rows), rows=rows
    )


def read_dataset(files: Mapping[str, bytes]) -> TrekDataset:
    """Parse a release.

    Args:
        files: Content by path inside the release folder; only paths of the official layout are read,
            embeddings and other neighbours are ignored.

    Raises:
        DatasetError: With every fault found, each with file, row and rule.
    """
    reader = _ReleaseReader(files)
    tasks = reader.tasks()
    rows = reader.knowledge_base()
    if reader.faults:
        raise DatasetError(reader.faults)
    return build_dataset(tasks, rows)


class _ReleaseReader:
    """Reads one release; collects faults instead of stopping at the first."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self.faults: list[DatasetFault] = []
        self._vocabulary: dict[str, int] = {}
        self._lists: dict[str, tuple[int, ...]] = {}

    def tasks(self) -> list[Task]:
        """The tasks in file order."""
        return [read_task(cells) for cells in self._rows(QUERIES, TASK_COLUMNS)]

    def knowledge_base(self) -> KnowledgeBaseRows:
        """All records; a city without a file simply has none."""
        flights = tuple(_flight(cells) for cells in self._rows(FLIGHTS,

    def _hotel(self, city: str, cells: Cells) -> Hotel:
        number = cells.number
        return Hotel(
            f"hotel:{city}:{cells.identity('hotel_id', 'id')}", cells.text("name"), number("price"),
            number("star"), number("rate_of_restaurant"), number("latitude"), number("longitude"), self._facilities(cells, "amenities"),
        )

    def _attraction(self, city: str, cells: Cells) -> Attraction:
        number = cells.number
        return Attraction(
            f"attraction:{city}:{cells.identity('attraction_id', 'id')}",
            cells.text("attraction_name"),
            number("ticket_price"),
            cells.text("open_hours"),
            cells.text("duration_of_visit"), number("latitude"), number("longitude"),
            self._facilities(cells, "facilities"),
        )

    def _car(self, city: str, cells: Cells) -> Car:
        return Car(
            f"car:{city}:{cells.identity('car_id')}", cells.identity("car_id"), cells.text("car_type"),
            cells.number("price_per_day"),
            cells.number("capacity"), self._facilities(cells, "extra_services"),
        )


FLIGHT_COLUMNS = (
    "departure_city", "arrival_city", "departure_time", "arrival_time", "flight_number", "price",
    "departure_airport_latitude", "departure_airport_longitude", "arrival_airport_latitude",
    "arrival_airport_longitude",
)  # fmt: skip
HOTEL_COLUMNS = (
    "name", "price", "star", "rate_of_restaurant", "latitude", "longitude", "amenities",
)  # fmt: skip
ATTRACTION_COLUMNS = (
    "attraction_name", "ticket_price", "open_hours", "duration_of_visit", "latitude", "longitude",
    "facilities",
)  # fmt: skip
CAR_COLUMNS = ("car_id", "car_type", "capacity", "price_per_day", "extra_services")


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(f"{folder}/") and "/" not in path[len(folder) + 1 :]


def _flight(cells: Cells) -> Flight:
    text, number = cells.text, cells.number
    return Flight(
        f"flight:{cells.identity('flight_id')}", text("flight_number"), text("departure_city"),
        text("arrival_city"),
        text("departure_time"), text("arrival_time"), number("price"),
        number("departure_airport_latitude"), number("departure_airport_longitude"),
        number("arrival_airport_latitude"), number("arrival_airport_longitude"),
    )  # fmt: skip
