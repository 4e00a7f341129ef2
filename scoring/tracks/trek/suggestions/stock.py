"""What can be booked: the knowledge base in the order in which suggestions look through it.

Built lazily and kept, since most questions are about a few routes and cities.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.dimensions.base import Dimension
from scoring.tracks.trek.personas import Resource, is_in_scope
from scoring.tracks.trek.rows import Attraction, Car, Flight, Hotel
from scoring.tracks.trek.serving import FULL_POINTS, served
from scoring.tracks.trek.text import fold, trimmed

_Route = tuple[str, str]


class Stock:
    """A release under one edition of the rules, ready to be searched. Safe to share between threads.

    Attributes:
        dataset: The release.
        rules: The edition's dimensions; every suggestion is verified by them.
    """

    def __init__(self, dataset: TrekDataset, rules: Sequence[Dimension]) -> None:
        self.dataset = dataset
        self.rules = tuple(rules)
        self.kb = dataset.kb

    @cached_property
    def _routes(self) -> Mapping[_Route, tuple[int, ...]]:
        """Positions of the priced flights by their two cities; two whole numbers a flight, no second copy."""
        names: dict[str, str] = {}
        routes: dict[_Route, list[int]] = {}
        for position, row in enumerate(self.dataset.rows.flights):
            start, end = row.departure_city, row.arrival_city
            if start is not None and end is not None and row.price is not None and row.number is not None:
                key = (names.setdefault(start, trimmed(start)), names.setdefault(end, trimmed(end)))
                routes.setdefault(key, []).append(position)
        return {route: tuple(positions) for route, positions in routes.items()}

    def flights(self, start: object, end: object) -> Sequence[Flight]:
        """Flights of a route with a number and a fare, cheapest first; empty where nobody flies."""
        rows = self.dataset.rows.flights
        found = [rows[position] for position in self._routes.get((trimmed(start), trimmed(end)), ())]
        return sorted(found, key=lambda row: (row.price or 0.0, row.departure_time or "", row.key))

    def hotels(self, city: object) -> Sequence[Hotel]:
        """Hotels of a city that a plan can name and a bill can price, cheapest first."""
        table = self.kb.hotels.find(city)
        rows = [] if table is None else [row for row in table.by_name.values() if row.price is not None]
        return sorted(rows, key=lambda row: (row.price or 0.0, row.key))

    def attractions(self, city: object) -> Sequence[Attraction]:
        """Attractions of a city that a plan can name, cheapest first; a missing price counts as 0."""
        table = self.kb.attractions.find(city)
        rows = [] if table is None else list(table.by_name.values())
        return sorted(rows, key=lambda row: (row.price or 0.0, row.key))

    def cars(self, city: object) -> Sequence[Car]:
        """Cars of a city with a type and a rate, cheapest first."""
        table = self.kb.cars.find(city)
        rows = [] if table is None else [row for row in table.rows if row.name and row.price is not None]
        return sorted(rows, key=lambda row: (row.price or 0.0, row.key))

    def spelling(self, city: object) -> str | None:
        """A city's name as the knowledge base spells it; None for an unknown one."""
        for tables in (self.kb.hotels, self.kb.attractions, self.kb.cars):
            table = tables.find(city) if isinstance(city, str) else None
            if table is not None:
                return table.city
        return None

    def serves(self, persona: str, row: Hotel | Attraction | Car) -> bool:
        """Whether a record has all that a persona asks of its kind; whoever asks for nothing is served."""
        resource = resource_of(row)
        if not is_in_scope(persona, resource):
            return True
        star = row.star if isinstance(row, Hotel) else None
        rating = row.restaurant_rating if isinstance(row, Hotel) else None
        points, _ = served(
            self.kb, persona, resource, facilities=row.facilities, star=star, restaurant_rating=rating
        )
        return points >= FULL_POINTS

    def serves_all(self, personas: Iterable[str], row: Hotel | Attraction | Car) -> bool:
        """Whether a record serves every one of them."""
        return all(self.serves(persona, row) for persona in personas)


def resource_of(row: Hotel | Attraction | Car) -> Resource:
    """What kind of thing a record is."""
    if isinstance(row, Hotel):
        return Resource.HOTEL
    return Resource.ATTRACTION if isinstance(row, Attraction) else Resource.CAR


def is_like(name: object, other: str | None) -> bool:
    """Whether two names differ in spelling only: case, accents, blanks, or words behind the shorter one."""
    one, two = fold(name), fold(other)
    shorter, longer = sorted((one, two), key=len)
    return bool(shorter) and (longer == shorter or longer.startswith(f"{shorter} "))
