"""The task file as typed rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TypeGuard

from kb_browser.release_checks.release import Release, Row, literal, number
from kb_browser.release_checks.rule import Flaw
from scoring.tracks.trek.dataset import QUERIES
from scoring.tracks.trek.task import split_evenly


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One task whose cells all have their documented type; ``row`` counts from 1, the task's id from 0.

    ``budget`` and ``seats`` are None where the text holds no whole number or no car is asked for.
    """

    row: int
    query: str
    personas: tuple[str, ...]
    persona_count: str
    persons: int
    days: int
    budget: int | None
    departure: str
    stays: tuple[str, ...]
    trip_type: str
    rooms: str
    hotel: str
    attractions: tuple[str, ...]
    seats: int | None
    cities_count: object
    balance: str
    impossible: str

    @property
    def is_feasible(self) -> bool:
        return self.impossible == "0.0"

    @property
    def entity(self) -> str:
        """The name that is insisted on; "" where there is none."""
        return self.hotel or next(iter(self.attractions), "")

    @property
    def legs(self) -> Sequence[tuple[str, str]]:
        """Required flight legs in order."""
        home = (self.departure,) if self.trip_type == "round" else ()
        chain = (self.departure, *self.stays, *home)
        return tuple(pairwise(chain))

    @property
    def nights(self) -> Sequence[int]:
        """Nights per stay city."""
        return split_evenly(self.days - 1, len(self.stays))

    @property
    def car_days(self) -> Sequence[int]:
        """Car days per stay city."""
        return split_evenly(self.days, len(self.stays))


@lru_cache(maxsize=1)
def task_rows(release: Release) -> Sequence[TaskRow]:
    """The tasks that can be read; the others are the business of ``unreadable_tasks``."""
    tasks = (_task(row, cells) for row, cells in release.tasks)
    return tuple(task for task in tasks if task is not None)


def unreadable_tasks(release: Release) -> Iterator[Flaw]:
    """Tasks with a cell that is not what its column holds."""
    for row, cells in release.tasks:
        if _task(row, cells) is None:
            yield Flaw(QUERIES, row, "a cell is not the list or dictionary that its column holds")


def _task(row: int, cells: Row) -> TaskRow | None:
    personas = literal(cells["implicit_keywords"])
    hard, flight = _dict(cells, "hard_constraints"), _dict(cells, "req_flight")
    car, hotel, attraction = (
        _dict(cells, "req_car"),
        _dict(cells, "req_hotel"),
        _dict(cells, "req_attraction"),
    )
    count = _dict(cells, "cities_count")
    if hard is None or flight is None or car is None or hotel is None or attraction is None or count is None:
        return None
    persons, days, stays = hard.get("person_num"), hard.get("days"), flight.get("arrival_city")
    named = attraction.get("name", [])
    if not isinstance(persons, int) or not isinstance(days, int) or days < 1:
        return None
    if not (_is_texts(personas) and _is_texts(stays) and stays and _is_texts(named)):
        return None
    return TaskRow(
        row=row,
        query=cells["query"],
        personas=tuple(map(str, personas)),
        persona_count=cells["implicit_keywords_count"],
        persons=persons,
        days=days,
        budget=_whole(hard.get("budget")),
        departure=str(flight.get("departure_city", "")),
        stays=tuple(map(str, stays)),
        trip_type=str(flight.get("trip_type", "")),
        rooms=str(hotel.get("rooms_count", "")),
        hotel=str(hotel.get("name", "")),
        attractions=tuple(map(str, named)),
        seats=_whole(car.get("capacity")),
        cities_count=count.get("cities_count"),
        balance=cells["balance"],
        impossible=cells["impossible"],
    )


def _dict(cells: Row, column: str) -> Mapping[object, object] | None:
    value = literal(cells[column])
    return value if isinstance(value, dict) else None


def _is_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(member, str) for member in value)


def _whole(value: object) -> int | None:
    """A whole number that the format writes as text."""
    amount = number(value) if isinstance(value, str) else None
    return int(amount) if amount is not None and amount % 1 == 0 else None
