"""The knowledge base: records, city files, and every lookup the rules define.

"First" always means first row in file order.

Source: official rules, section 3.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from scoring.tracks.trek.personas import PERSONAS, Resource
from scoring.tracks.trek.rows import Attraction, Car, CityFile, Flight, Hotel, KnowledgeBaseRows, Row
from scoring.tracks.trek.text import UnscorableError, fold, lower, read_number, trimmed


@dataclass(frozen=True, slots=True, eq=False)
class CityTable(Generic[Row]):
    """One city's rows with their first row by lower-cased name."""

    city: str
    file_name: str
    rows: tuple[Row, ...]
    by_name: Mapping[str, Row]

    def cheapest(self) -> Row | None:
        """The first row with the lowest price; None when no row has one."""
        priced = [row for row in self.rows if row.price is not None]
        return min(priced, key=_price_of, default=None)


def _price_of(row: Hotel | Attraction | Car | Flight) -> float:
    return row.price if row.price is not None else float("inf")


def _table(file: CityFile[Row]) -> CityTable[Row]:
    by_name: dict[str, Row] = {}
    for row in file.rows:
        if row.name is not None:
            by_name.setdefault(row.name.lower(), row)
    return CityTable(city=file.city, file_name=file.file_name, rows=file.rows, by_name=by_name)


class CityTables(Generic[Row]):
    """All files of one kind, found by city name as section 3.2 says."""

    __slots__ = ("_exact", "_folded", "_kind", "_sorted")

    def __init__(self, kind: str, files: Iterable[CityFile[Row]]) -> None:
        self._kind = kind
        self._sorted: tuple[CityTable[Row], ...] = tuple(_table(file) for file in files)
        self._exact: dict[str, CityTable[Row]] = {}
        self._folded: dict[str, CityTable[Row]] = {}
        for table in self._sorted:
            self._exact.setdefault(unicodedata.normalize("NFC", table.city), table)
            self._folded.setdefault(fold(table.city), table)

    def __iter__(self) -> Iterator[CityTable[Row]]:
        return iter(self._sorted)

    def find(self, city: object) -> CityTable[Row] | None:
        """The city's table: the exact name first, then the folded one; None for an unknown city.

        Raises:
            UnscorableError: The city is a list or an object.
        """
        if isinstance(city, str):
            found = self._exact.get(city)
            if found is not None:
                return found
            text = city
        elif isinstance(city, (list, dict)):
            raise UnscorableError(f"the city of a {self._kind} is a list or an object")
        else:
            text = str(city)
        return self._exact.get(unicodedata.normalize("NFC", text)) or self._folded.get(fold(text))

    def named(self, name: object, city: object) -> Row | None:
        """First row of that name (lower-cased only) in that city; None when there is none.

        Raises:
            UnscorableError: The name is not text although the city has records, or the city is no scalar.
        """
        table = self.find(city)
        if table is None or not table.rows:
            return None
        return table.by_name.get(lower(name, f"the name of a {self._kind}"))

    def named_anywhere(self, name: object) -> Row | None:
        """First row of that name in any file, files in sorted order."""
        wanted = lower(name, f"the name of a {self._kind}")
        for table in self._sorted:
            row = table.by_name.get(wanted)
            if row is not None:
                return row
        return None

    def named_in(self, cities: Iterable[str]) -> Mapping[str, Row]:
        """First row by lower-cased name over several cities, an earlier city before a later one."""
        tables = dict.fromkeys(table for table in map(self.find, cities) if table is not None)
        rows: dict[str, Row] = {}
        for table in reversed(tables):
            rows.update(table.by_name)
        return rows

    def priced(self, name: object, city: object) -> Row | None:
        """The row whose price is billed: in that city, or in any file when no city is stated."""
        return self.named(name, city) if city else self.named_anywhere(name)


class KnowledgeBase:
    """The indexed knowledge base. Immutable once built; safe to share between forked workers."""

    __slots__ = (
        "_cheapest", "_flights", "_more_flights", "_types", "attractions", "cars", "hotels", "needs",
        "vocabulary",
    )  # fmt: skip

    def __init__(self, rows: KnowledgeBaseRows) -> None:
        self.hotels = CityTables("hotel", rows.hotels)
        self.attractions = CityTables("attraction", rows.attractions)
        self.cars = CityTables("car", rows.cars)
        self._types = {table.file_name: _by_type(table.rows) for table in self.cars}
        self.vocabulary = rows.vocabulary
        self.needs = _needs(rows.vocabulary)
        self._flights: dict[str, Flight] = {}
        self._more_flights: dict[str, list[Flight]] = {}
        self._cheapest: dict[tuple[str, str], Flight] = {}
        self._index_flights(rows.flights)

    def _index_flights(self, flights: Sequence[Flight]) -> None:
        names: dict[str | None, str] = {}
        for flight in flights:
            if flight.number is not None:
                number = flight.number.strip().lower()
                if self._flights.setdefault(number, flight) is not flight:
                    self._more_flights.setdefault(number, []).append(flight)
            if flight.departure_city is None or flight.arrival_city is None or flight.price is None:
                continue
            for city in (flight.departure_city, flight.arrival_city):
                if city not in names:
                    names[city] = trimmed(city)
            route = (names[flight.departure_city], names[flight.arrival_city])
            best = self._cheapest.get(route)
            if best is None or flight.price < _price_of(best):
                self._cheapest[route] = flight

    def flights_numbered(self, number: object) -> Sequence[Flight]:
        """Every row of that number (lower-cased, trimmed text of the value), in file order."""
        key = trimmed(number)
        first = self._flights.get(key)
        if first is None:
            return ()
        return (first, *self._more_flights.get(key, ()))

    def flight_priced(self, number: object) -> Flight | None:
        """First row whose number is exactly the text given; a number or boolean equals nothing.

        Raises:
            UnscorableError: The number is a list or an object.
        """
        if isinstance(number, (list, dict)):
            raise UnscorableError("a flight number is a list or an object")
        if not isinstance(number, str):
            return None
        return next((row for row in self.flights_numbered(number) if row.number == number), None)

    def cheapest_flight(self, departure: object, arrival: object) -> Flight | None:
        """First row with the lowest fare between two cities (lower-cased, trimmed), or None."""
        return self._cheapest.get((trimmed(departure), trimmed(arrival)))

    def cars_typed(self, car_type: object, city: object) -> Sequence[Car]:
        """The city's rows of that type, compared lower-cased and trimmed; empty when there is none."""
        table = self.cars.find(city)
        return () if table is None else self._types[table.file_name].get(trimmed(car_type), ())

    def car_priced(self, car_type: object, city: object, claimed: object) -> Car | None:
        """The row whose rate is billed: of that type (lower-cased only), nearest to the claimed price.

        Without a city nothing is ever billed, but a type that is not text still cannot be scored.

        Raises:
            UnscorableError: The type is not text, or the claimed price reads as not-a-number.
        """
        if not city:
            lower(car_type, "a car type")
            return None
        table = self.cars.find(city)
        if table is None or not table.rows:
            return None
        wanted = lower(car_type, "a car type")
        rows = [row for row in table.rows if row.price is not None and _is_type(row, wanted)]
        price = read_number(claimed) if rows else None
        if price is None:
            return rows[0] if rows else None
        if math.isnan(price):
            raise UnscorableError("the price of a car reads as not-a-number")
        return min(rows, key=lambda row: abs(_price_of(row) - price))

    def cheapest_car(self, city: str, seats: int | None) -> Car | None:
        """The first row with the lowest rate among cars of at least that capacity; None without one."""
        table = self.cars.find(city)
        rows = (
            []
            if table is None
            else [row for row in table.rows if row.price is not None and _seats(row, seats)]
        )
        return min(rows, key=_price_of, default=None)


def _by_type(rows: Sequence[Car]) -> dict[str, Sequence[Car]]:
    types: dict[str, list[Car]] = {}
    for row in rows:
        if row.name is not None:
            types.setdefault(trimmed(row.name), []).append(row)
    return {car_type: tuple(group) for car_type, group in types.items()}


def _is_type(row: Car, wanted: str) -> bool:
    return row.name is not None and row.name.lower() == wanted


def _seats(row: Car, floor: int | None) -> bool:
    return floor is None or (row.capacity is not None and row.capacity >= floor)


def _needs(
    vocabulary: Sequence[str],
) -> dict[tuple[str, Resource], tuple[tuple[str, frozenset[int]], ...]]:
    """Per persona and resource each needed facility with its positions in the vocabulary.

    A hit is equality after trimming and lower-casing, so one text may stand in several spellings.
    """
    ids: dict[str, set[int]] = {}
    for position, text in enumerate(vocabulary):
        ids.setdefault(trimmed(text), set()).add(position)
    return {
        (persona, resource): tuple(
            (text, frozenset(ids.get(trimmed(text), ()))) for text in needs.of(resource)
        )
        for persona, needs in PERSONAS.items()
        for resource in Resource
    }
