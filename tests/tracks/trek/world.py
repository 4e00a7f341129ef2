"""Tiny releases: a knowledge base and tasks written as plain mappings, read back as the official files.

Everything goes through the release reader, so a test world is read exactly as a real one.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from scoring.engine.model import TaskId, TaskResult
from scoring.tracks.trek.dataset import (
    ATTRACTION_FOLDER,
    ATTRACTION_SUFFIX,
    CAR_FOLDER,
    CAR_SUFFIX,
    FLIGHTS,
    HOTEL_FOLDER,
    HOTEL_SUFFIX,
    QUERIES,
    TrekDataset,
    read_dataset,
)
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.track import LATEST, TrekTrack

FLIGHT_HEADER = (
    "departure_city", "arrival_city", "departure_time", "arrival_time", "flight_number", "price",
    "departure_airport_latitude", "departure_airport_longitude", "arrival_airport_latitude",
    "arrival_airport_longitude",
)  # fmt: skip
HOTEL_HEADER = ("name", "price", "star", "rate_of_restaurant", "latitude", "longitude", "amenities")
ATTRACTION_HEADER = (
    "attraction_name", "ticket_price", "open_hours", "duration_of_visit", "latitude", "longitude",
    "facilities",
)  # fmt: skip
CAR_HEADER = ("car_id", "car_type", "capacity", "price_per_day", "extra_services")
TASK_HEADER = (
    "query", "implicit_keywords", "hard_constraints", "req_flight", "req_car", "req_hotel", "req_attraction",
    "cities_count", "impossible",
)  # fmt: skip


def cell(value: object) -> str:
    """A value as the release prints it: missing as nothing, structures as Python literals."""
    return "" if value is None else str(value)


def table(header: Sequence[str], rows: Sequence[Mapping[str, object]]) -> bytes:
    """A CSV file; a column that a row does not state is missing in it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(header)
    for row in rows:
        unknown = sorted(set(row) - set(header))
        assert not unknown, f"no such columns: {unknown}"
        writer.writerow([cell(row.get(column)) for column in header])
    return text.getvalue().encode()


def flight_rows(kb: Mapping) -> list[dict[str, object]]:
    """Flights with the coordinates of their cities' airports, unless a flight states its own."""
    airports = kb.get("airports", {})
    rows = []
    for flight in kb.get("flights", []):
        row = dict(flight)
        for end in ("departure", "arrival"):
            place = airports.get(flight.get(f"{end}_city"), (None, None))
            for name, value in zip(("latitude", "longitude"), place, strict=True):
                row.setdefault(f"{end}_airport_{name}", value)
        rows.append(row)
    return rows


def release_files(kb: Mapping, tasks: Sequence[Mapping]) -> dict[str, bytes]:
    """The files of a release holding that knowledge base and those tasks.

    Args:
        kb: ``airports`` (city to latitude and longitude), ``flights``, and ``hotels``, ``attractions`` and
            ``cars`` by city; rows under the official column names, what is not stated is missing.
        tasks: Rows under the official column names, structures as mappings and lists.
    """
    files = {QUERIES: table(TASK_HEADER, tasks), FLIGHTS: table(FLIGHT_HEADER, flight_rows(kb))}
    kinds = (
        ("hotels", HOTEL_FOLDER, HOTEL_SUFFIX, HOTEL_HEADER),
        ("attractions", ATTRACTION_FOLDER, ATTRACTION_SUFFIX, ATTRACTION_HEADER),
        ("cars", CAR_FOLDER, CAR_SUFFIX, CAR_HEADER),
    )
    for kind, folder, suffix, header in kinds:
        for city, rows in kb.get(kind, {}).items():
            files[f"{folder}/{city}{suffix}"] = table(header, rows)
    return files


def tiny_dataset(kb: Mapping, *tasks: Mapping) -> TrekDataset:
    """The release, read."""
    return read_dataset(release_files(kb, tasks))


def score(
    dataset: TrekDataset, row: Mapping[str, object] | None, *, task: int = 0, track: TrekTrack = LATEST
) -> TaskResult:
    """The verdict on one parsed row of a run, None being a task without a row."""
    record = None if row is None else TrekRecord.from_object(row)
    return track.evaluate(dataset, TaskId(task), record)
