"""A whole world with the look-ups that tasks and plans need: who serves whom, what is cheapest, who flies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import median

from kb_browser.geometry import distance_km
from kb_browser.vocabulary import CAR_SERVICES
from kb_browser.world.records import Attraction, Car, City, Flight, Hotel, Point

_CIVIL_FROM, _CIVIL_UNTIL = 360, 1320
_FOODIE_HOTEL, _FOODIE_ATTRACTION, _LUXURY_STAR = 4, 3.5, 5.0


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
        serving = [hotel for hotel in self.world.hotels[city.name] if _hotel_serves(hotel, personas)]
        middle = _middle([attraction.point for attraction in self.serving_attractions(city, personas)])
        return tuple(
            sorted(serving, key=lambda hotel: (hotel.price, distance_km(hotel.point, middle), hotel.id))
        )

    def _serving_attractions(self, city: City, personas: frozenset[str]) -> tuple[Attraction, ...]:
        """Attractions that serve all personas at once, by rising ticket; of a clone family the cheapest."""
        serving = [
            attraction
            for attraction in self.world.attractions[city.name]
            if _attraction_serves(attraction, personas)
        ]
        cheapest: dict[str, Attraction] = {}
        for attraction in sorted(serving, key=lambda attraction: (attraction.ticket, attraction.id)):
            cheapest.setdefault(attraction.family, attraction)
        return tuple(cheapest.values())

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


def _hotel_serves(hotel: Hotel, personas: frozenset[str]) -> bool:
    if not personas - {"foodie"} <= set(hotel.personas):
        return False
    if "foodie" in personas and hotel.restaurant < _FOODIE_HOTEL:
        return False
    return "luxury travelers" not in personas or hotel.star >= _LUXURY_STAR


def _attraction_serves(attraction: Attraction, personas: frozenset[str]) -> bool:
    if not personas <= set(attraction.personas):
        return False
    return "foodie" not in personas or attraction.restaurant >= _FOODIE_ATTRACTION


def _middle(points: Sequence[Point]) -> Point:
    if not points:
        return 0.0, 0.0
    return median(point[0] for point in points), median(point[1] for point in points)
