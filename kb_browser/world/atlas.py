"""A whole world with the look-ups that tasks and plans need: who serves whom, what is cheapest, who flies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import median

from kb_browser.geometry import distance_km
from kb_browser.vocabulary import CAR_SERVICES, CONFLICTS, PERSONAS, party_range
from kb_browser.world.records import Attraction, Car, City, Flight, Hotel, Point

_CIVIL_FROM, _CIVIL_UNTIL = 360, 1320
_FOODIE_HOTEL, _FOODIE_ATTRACTION, _LUXURY_STAR = 4, 3.5, 5.0


Wishes = frozenset[str]
"""Personas that travel together."""

MOST_PERSONAS = 3
_LEAST_ATTRACTIONS = 2


def _may_travel(personas: tuple[str, ...]) -> bool:
    low, high = party_range(personas)
    return low <= high and not any(conflict <= set(personas) for conflict in CONFLICTS)


TOGETHER: frozenset[Wishes] = frozenset(
    frozenset(personas)
    for count in range(1, MOST_PERSONAS + 1)
    for personas in combinations(PERSONAS, count)
    if _may_travel(personas)
)
"""Personas that may be asked for at once: no two exclude each other, and some party fits them all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """Every record of a world; per-city collections are keyed by city name and in file order."""

    cities: tuple[City, ...]
    hotels: Mapping[str, tuple[Hotel, ...]]
    attractions: Mapping[str, tuple[Attraction, ...]]
    cars: Mapping[str, tuple[Car, ...]]
    flights: tuple[Flight, ...]


class Atlas:
    """Look-ups over one world. All answers are in a stated order, so nothing depends on hashing."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._routes: dict[tuple[str, str], list[Flight]] = {}
        for flight in world.flights:
            self._routes.setdefault((flight.origin.name, flight.destination.name), []).append(flight)
        self._destinations: dict[str, list[City]] = {}
        for city in world.cities:
            self._destinations[city.name] = [
                other for other in world.cities if (city.name, other.name) in self._routes
            ]
        self.median_route_fare = median(
            min(flight.price for flight in route) for route in self._routes.values()
        )
        self.serving_hotels = lru_cache(maxsize=None)(self._serving_hotels)
        self.serving_attractions = lru_cache(maxsize=None)(self._serving_attractions)
        self.served_together = lru_cache(maxsize=None)(self._served_together)

    def destinations(self, city: City) -> Sequence[City]:
        """Cities with a direct flight from there, in the world's order."""
        return self._destinations[city.name]

    def is_direct(self, origin: City, destination: City) -> bool:
        """Whether any flight serves the leg."""
        return (origin.name, destination.name) in self._routes

    def cheapest_fare(self, origin: City, destination: City) -> float:
        """The lowest fare of a leg, whatever its hour."""
        return min(flight.price for flight in self._routes[origin.name, destination.name])

    def civil_flight(self, origin: City, destination: City) -> Flight:
        """The cheapest flight from 06:00 to 22:00 on one clock, else of all; file order breaks ties."""
        route = self._routes[origin.name, destination.name]
        civil = [
            flight
            for flight in route
            if flight.departs >= _CIVIL_FROM and flight.departs < flight.arrives <= _CIVIL_UNTIL
        ]
        return min(civil or route, key=lambda flight: flight.price)

    def cheapest_hotel_price(self, city: City) -> float:
        """The lowest nightly price in a city, personas ignored."""
        return min(hotel.price for hotel in self.world.hotels[city.name])

    def _serving_hotels(self, city: City, personas: frozenset[str]) -> tuple[Hotel, ...]:
        """Hotels that serve all personas at once, by rising price; ties by nearness to the sights."""
        serving = [hotel for hotel in self.world.hotels[city.name] if personas <= _hotel_tags(hotel)]
        middle = _middle([attraction.point for attraction in self.serving_attractions(city, personas)])
        return tuple(
            sorted(serving, key=lambda hotel: (hotel.price, distance_km(hotel.point, middle), hotel.id))
        )

    def _serving_attractions(self, city: City, personas: frozenset[str]) -> tuple[Attraction, ...]:
        """Attractions that serve all personas at once, by rising ticket; of a clone family the cheapest."""
        serving = [
            attraction
            for attraction in self.world.attractions[city.name]
            if personas <= _attraction_tags(attraction)
        ]
        cheapest: dict[str, Attraction] = {}
        for attraction in sorted(serving, key=lambda attraction: (attraction.ticket, attraction.id)):
            cheapest.setdefault(attraction.family, attraction)
        return tuple(cheapest.values())

    def _served_together(self, city: City) -> frozenset[Wishes]:
        """Sets of up to three personas whom one hotel and two different attractions serve all at once."""
        hotels = set(_subsets(_hotel_tags(hotel) for hotel in self.world.hotels[city.name]))
        families: dict[Wishes, set[str]] = {}
        for attraction in self.world.attractions[city.name]:
            for wishes in _subsets([_attraction_tags(attraction)]):
                families.setdefault(wishes, set()).add(attraction.family)
        return frozenset(wishes for wishes in hotels if len(families.get(wishes, ())) >= _LEAST_ATTRACTIONS)

    def cheapest_car(self, city: City, seats: int, personas: frozenset[str] = frozenset()) -> Car | None:
        """The cheapest car with the seats whose services fit every persona that cars can serve."""
        asked = {persona for persona in personas if CAR_SERVICES[persona]}
        fitting = [
            car for car in self.world.cars[city.name] if car.seats >= seats and asked <= set(car.personas)
        ]
        return min(fitting, key=lambda car: (car.price, car.id), default=None)

    def holds(self, city: City, name: str) -> bool:
        """Whether a hotel or attraction of that name, letter case aside, stands in the city."""
        hotels = (hotel.name for hotel in self.world.hotels[city.name])
        attractions = (attraction.name for attraction in self.world.attractions[city.name])
        return name.lower() in {known.lower() for known in (*hotels, *attractions)}


def _hotel_tags(hotel: Hotel) -> frozenset[str]:
    """The personas whom a hotel serves: its tags, luxury only with five stars, foodies by its kitchen."""
    tags = set(hotel.personas)
    if hotel.star < _LUXURY_STAR:
        tags.discard("luxury travelers")
    if hotel.restaurant >= _FOODIE_HOTEL:
        tags.add("foodie")
    return frozenset(tags)


def _attraction_tags(attraction: Attraction) -> frozenset[str]:
    """The personas whom an attraction serves."""
    tags = frozenset(attraction.personas)
    return tags if attraction.restaurant >= _FOODIE_ATTRACTION else tags - {"foodie"}


def _subsets(tags: Iterable[frozenset[str]]) -> Iterator[Wishes]:
    """All sets of one to three of the personas of each."""
    for some in tags:
        for count in range(1, MOST_PERSONAS + 1):
            yield from map(frozenset, combinations(some, count))


def _middle(points: Sequence[Point]) -> Point:
    if not points:
        return 0.0, 0.0
    return median(point[0] for point in points), median(point[1] for point in points)
