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
        flights = tuple(_flight(cells) for cells in self._rows(FLIGHTS, FLIGHT_COLUMNS))
        hotels = self._city_files(HOTEL_FOLDER, HOTEL_SUFFIX, HOTEL_COLUMNS, self._hotel)
        attractions = self._city_files(
            ATTRACTION_FOLDER, ATTRACTION_SUFFIX, ATTRACTION_COLUMNS, self._attraction
        )
        cars = self._city_files(CAR_FOLDER, CAR_SUFFIX, CAR_COLUMNS, self._car)
        return KnowledgeBaseRows(flights, hotels, attractions, cars, tuple(self._vocabulary))

    def _city_files(
        self, folder: str, suffix: str, columns: Sequence[str], make: Callable[[str, Cells], _Record]
    ) -> tuple[CityFile[_Record], ...]:
        files = []
        for path in sorted(path for path in self._files if _is_in(path, folder) and path.endswith(suffix)):
            name = path[len(folder) + 1 :]
            city = unicodedata.normalize("NFC", name[: -len(suffix)])
            rows = tuple(make(city, cells) for cells in self._rows(path, columns))
            files.append(CityFile(name, city, rows))
        return tuple(files)

    def _rows(self, path: str, columns: Sequence[str]) -> Iterator[Cells]:
        """The data rows of a CSV file; nothing but faults when it cannot be read."""
        content = self._files.get(path)
        if content is None:
            return self._fault(path, None, "file_missing", "the release has no such file")
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            return self._fault(path, None, "not_utf8", f"byte {error.start} is not UTF-8")
        reader = self._cells_of(path, text)
        header = {name: position for position, name in enumerate(next(reader, []))}
        missing = [column for column in columns if column not in header]
        if missing:
            return self._fault(path, None, "column_missing", f"the header lacks {', '.join(missing)}")
        for row, cells in enumerate((cells for cells in reader if cells), start=1):
            if len(cells) != len(header):
                self._fault(path, row, "row_width", f"{len(cells)} cells, the header has {len(header)}")
            else:
                yield Cells(path, row, header, cells, self.faults)
        return None

    def _cells_of(self, path: str, text: str) -> Iterator[list[str]]:
        """The rows of a CSV text; a fault where the dialect breaks off."""
        reader = csv.reader(io.StringIO(text, newline=""))
        try:
            yield from reader
        except csv.Error as error:
            self._fault(path, reader.line_num, "not_csv", str(error))

    def _fault(self, path: str, row: int | None, rule: str, detail: str) -> None:
        self.faults.append(DatasetFault(file=path, row=row, rule=rule, detail=detail))

    def _facilities(self, cells: Cells, column: str) -> tuple[int, ...]:
        """Vocabulary positions of a list cell; missing, blank and unparseable lists are empty."""
        cell = cells.text(column)
        if cell is None:
            return ()
        known = self._lists.get(cell)
        if known is None:
            members = literal(cell, [])
            texts = [str(member) for member in members] if isinstance(members, (list, tuple)) else []
            known = tuple(self._vocabulary.setdefault(text, len(self._vocabulary)) for text in texts)
            self._lists[cell] = known
        return known

    def _hotel(self, city: str, cells: Cells) -> Hotel:
        number = cells.number
        return Hotel(
            f"hotel:{city}:{cells.identity('hotel_id', 'id')}",
            cells.text("name"),
            cells.price("price"),
            number("star"),
            number("rate_of_restaurant"),
            number("latitude"),
            number("longitude"),
            self._facilities(cells, "amenities"),
        )

    def _attraction(self, city: str, cells: Cells) -> Attraction:
        number = cells.number
        return Attraction(
            f"attraction:{city}:{cells.identity('attraction_id', 'id')}",
            cells.text("attraction_name"),
            cells.price("ticket_price"),
            cells.text("open_hours"),
            cells.text("duration_of_visit"),
            number("latitude"),
            number("longitude"),
            self._facilities(cells, "facilities"),
        )

    def _car(self, city: str, cells: Cells) -> Car:
        return Car(
            f"car:{city}:{cells.identity('car_id')}",
            cells.identity("car_id"),
            cells.text("car_type"),
            cells.price("price_per_day"),
            cells.number("capacity"),
            self._facilities(cells, "extra_services"),
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
        text("departure_time"), text("arrival_time"), cells.price("price"),
        number("departure_airport_latitude"), number("departure_airport_longitude"),
        number("arrival_airport_latitude"), number("arrival_airport_longitude"),
    )  # fmt: skip
