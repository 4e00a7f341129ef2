"""Names and prices of a release by city, as the cost of a trip needs them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb_browser.release_checks.release import Release, Row, Table, number
from kb_browser.release_checks.task_rows import TaskRow

Point = tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Rows by city and lower-cased name; cars as lists, since a type names several; flights by number."""

    hotels: Mapping[str, Mapping[str, Row]]
    attractions: Mapping[str, Mapping[str, Row]]
    cars: Mapping[str, Sequence[Row]]
    flights: Mapping[str, Row]
    fares: Mapping[tuple[str, str], float]

    def holds(self, city: str, name: str) -> bool:
        """Whether a hotel or attraction of that name stands in the city."""
        key = name.lower()
        return key in self.hotels.get(city, {}) or key in self.attractions.get(city, {})

    def hotel(self, entry: Mapping[str, object]) -> Row | None:
        """The row that a plan's hotel names; None if there is none."""
        return self.hotels.get(str(entry.get("city")), {}).get(str(entry.get("name")).lower())

    def attraction(self, entry: Mapping[str, object]) -> Row | None:
        """The row that a plan's visit names; None if there is none."""
        return self.attractions.get(str(entry.get("city")), {}).get(str(entry.get("name")).lower())

    def floor(self, task: TaskRow) -> float | None:
        """A cost that no complete plan undercuts; None where a leg has no flight or a city no hotel."""
        return self.known_floor(task) if all(leg in self.fares for leg in task.legs) else None

    def known_floor(self, task: TaskRow) -> float | None:
        """The same, with nothing for a leg without flight; None where a city has no hotel."""
        fares = [self.fares.get(leg, 0.0) for leg in task.legs]
        rates = [_least(self.hotels.get(city, {}).values(), "price") for city in task.stays]
        if None in rates or not task.rooms.isdecimal():
            return None
        air = sum(fares) * task.persons
        nightly = zip(rates, task.nights, strict=True)
        lodging = sum((rate or 0.0) * nights * int(task.rooms) for rate, nights in nightly)
        tickets = sum(
            amount_of(self.attractions[city][name.lower()], "ticket_price") * task.persons
            for name in task.attractions
            for city in task.stays[:1]
            if name.lower() in self.attractions.get(city, {})
        )
        return air + lodging + tickets + self._car_floor(task)

    def _car_floor(self, task: TaskRow) -> float:
        if task.seats is None:
            return 0.0
        rates = [
            _least(
                (car for car in self.cars.get(city, ()) if amount_of(car, "capacity") >= task.persons),
                "price_per_day",
            )
            for city in task.stays
        ]
        return sum((rate or 0.0) * days for rate, days in zip(rates, task.car_days, strict=True))


@lru_cache(maxsize=1)
def catalogue_of(release: Release) -> Catalogue:
    """Index a release; the upper row of a repeated name counts, as in scoring."""
    flights: dict[str, Row] = {}
    fares: dict[tuple[str, str], float] = {}
    for _, cells in release.flights:
        flights.setdefault(cells["flight_number"], cells)
        leg, price = (cells["departure_city"], cells["arrival_city"]), number(cells["price"])
        if price is not None:
            fares[leg] = min(price, fares.get(leg, price))
    return Catalogue(
        hotels={city: _by_name(table, "name") for city, table in release.hotels},
        attractions={city: _by_name(table, "attraction_name") for city, table in release.attractions},
        cars={city: [cells for _, cells in table.rows] for city, table in release.cars},
        flights=flights,
        fares=fares,
    )


def amount_of(cells: Row, column: str) -> float:
    """A price cell as a number; 0 where it holds none (another rule says so)."""
    return number(cells[column]) or 0.0


def point_of(cells: Row, prefix: str = "") -> Point:
    """Latitude and longitude of a row, or of one end of a flight."""
    return amount_of(cells, f"{prefix}latitude"), amount_of(cells, f"{prefix}longitude")


def _by_name(table: Table, column: str) -> Mapping[str, Row]:
    found: dict[str, Row] = {}
    for _, cells in table.rows:
        found.setdefault(cells[column].lower(), cells)
    return found


def _least(rows: Iterable[Row], column: str) -> float | None:
    return min((price for cells in rows if (price := number(cells[column])) is not None), default=None)
