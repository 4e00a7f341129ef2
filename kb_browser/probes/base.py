"""What a release holds, as plain tables: just enough look-ups to know what a probe must get."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.rows import Attraction, Car, CityFile, Flight, Hotel

_Row = TypeVar("_Row", Hotel, Attraction, Car)
Leg = tuple[str, str]


def plain(text: str) -> str:
    """Without accents, case and outer blanks: how a city may be spelt."""
    decomposed = unicodedata.normalize("NFKD", text).strip().lower()
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


class CityRows(dict[str, Sequence[_Row]]):
    """Rows by city; a city is looked up by its exact name and then by its plain one."""

    def __init__(self, files: Iterable[CityFile[_Row]]) -> None:
        super().__init__()
        for file in files:
            self.setdefault(unicodedata.normalize("NFC", file.city), file.rows)
        for file in files:
            self.setdefault(f"~{plain(file.city)}", file.rows)

    def of(self, city: str) -> Sequence[_Row]:
        """The rows of a city; none for an unknown one."""
        return self.get(unicodedata.normalize("NFC", city), ()) or self.get(f"~{plain(city)}", ())

    def first(self, city: str, name: str) -> _Row | None:
        """The first row of that name, ignoring case."""
        wanted = name.lower()
        return next(
            (row for row in self.of(city) if row.name is not None and row.name.lower() == wanted), None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeBase:
    """The knowledge base.

    Attributes:
        flights: First row by exact number.
        numbers: Every number, trimmed and lower-cased.
        routes: Number, departure and arrival of every row, trimmed and lower-cased.
        fares: Lowest fare by leg, both ends trimmed and lower-cased.
        words: The facility texts that rows index.
    """

    hotels: CityRows[Hotel]
    attractions: CityRows[Attraction]
    cars: CityRows[Car]
    flights: Mapping[str, Flight]
    numbers: frozenset[str]
    routes: frozenset[tuple[str, str, str]]
    fares: Mapping[Leg, float]
    words: Sequence[str]

    def fare(self, leg: Leg) -> float | None:
        """The lowest fare of a leg; None where nobody flies it."""
        return self.fares.get((leg[0].strip().lower(), leg[1].strip().lower()))


def base_of(dataset: TrekDataset) -> ProbeBase:
    """Look-ups over a dataset's rows, made anew from the rows alone."""
    rows = dataset.rows
    flights: dict[str, Flight] = {}
    fares: dict[Leg, float] = {}
    routes = set()
    for flight in rows.flights:
        leg = (_name(flight.departure_city), _name(flight.arrival_city))
        if flight.number is not None:
            flights.setdefault(flight.number, flight)
            routes.add((_name(flight.number), *leg))
        if flight.price is not None and all(leg):
            fares[leg] = min(flight.price, fares.get(leg, flight.price))
    return ProbeBase(
        hotels=CityRows(rows.hotels),
        attractions=CityRows(rows.attractions),
        cars=CityRows(rows.cars),
        flights=flights,
        numbers=frozenset(map(_name, flights)),
        routes=frozenset(routes),
        fares=fares,
        words=rows.vocabulary,
    )


def _name(text: str | None) -> str:
    return (text or "").strip().lower()
