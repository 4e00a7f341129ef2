"""The cities of a version on a map and in a table, and one city: what it has and where its flights go."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.geometry import distance_km
from kb_browser.knowledge.opening import Line
from kb_browser.knowledge.reading import records
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.frame import (
    Frame,
    RecordLink,
    list_url,
    record_api_url,
    record_link,
    record_url,
    route_url,
)
from scoring.engine.display import count, decimal
from trek_site.shared.errors import NotFoundError

MAP_WIDTH: Final = 1000.0
# Coefficients of the Equal Earth projection (Šavrič, Patterson, Jenny 2018): areas are true, so that no
# continent looks fuller than it is.
_A: Final = (1.340264, -0.081106, 0.000893, 0.003796)
_HALF: Final = math.sqrt(3) / 2
_SPREAD: Final = 2.7066
"""Half the width of the world in the projection's own unit."""
_NORTH: Final = 75.0
_SOUTH: Final = -57.0
_GRID_STEP: Final = 30
BEST_SHOWN: Final = 6

CONTINENTS: Final = {
    "AF": "Africa",
    "AN": "Antarctica",
    "AS": "Asia",
    "EU": "Europe",
    "NA": "North America",
    "OC": "Oceania",
    "SA": "South America",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Airport:
    """An airport; the position as the release writes it."""

    code: str
    name: str
    latitude: str
    longitude: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CityLine:
    """A city among others.

    Attributes:
        x, y: Where it lies on the map, in its units; None where that is not known.
        reach: Radius of its mark: the more flights leave, the larger.
        hotel_price, ticket_price, car_price: Medians in US dollars.
    """

    name: str
    country: str
    continent: str
    slug: str
    url: str
    api_url: str
    latitude: float | None
    longitude: float | None
    x: float | None
    y: float | None
    reach: float
    airports: Sequence[Airport]
    hotels: int
    attractions: int
    cars: int
    leaving: int
    landing: int
    hotel_price: float | None
    ticket_price: float | None
    car_price: float | None

    @property
    def codes(self) -> str:
        """Codes of its airports."""
        return ", ".join(airport.code for airport in self.airports)

    @property
    def hotel_price_text(self) -> str:
        """Median of a night."""
        return decimal(self.hotel_price, 0)

    @property
    def ticket_price_text(self) -> str:
        """Median of a ticket."""
        return decimal(self.ticket_price, 1)

    @property
    def car_price_text(self) -> str:
        """Median of a day."""
        return decimal(self.car_price, 1)

    @property
    def continent_name(self) -> str:
        """The continent in words."""
        return CONTINENTS.get(self.continent, self.continent)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldMap:
    """The lines of the map as paths."""

    width: int
    height: int
    grid: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitiesPage:
    """All cities."""

    frame: Frame
    cities: Sequence[CityLine]
    map: WorldMap

    @property
    def total_text(self) -> str:
        """How many cities there are."""
        return count(len(self.cities))

    @property
    def kinds(self) -> Sequence[tuple[Kind, str, str]]:
        """Every kind of offer: how many there are, and their list."""
        sums = {
            Kind.HOTEL: sum(city.hotels for city in self.cities),
            Kind.ATTRACTION: sum(city.attractions for city in self.cities),
            Kind.CAR: sum(city.cars for city in self.cities),
            Kind.FLIGHT: sum(city.leaving for city in self.cities),
        }
        return [(kind, count(total), list_url(self.frame.version.name, kind)) for kind, total in sums.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """A city that flights go to directly."""

    name: str
    url: str
    route_url: str
    flights: int
    cheapest: str
    distance_km: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CityPage:
    """One city.

    Attributes:
        lists: What it has, with the lists of it.
        hotels, attractions: Some to begin with: the best rated, and the cheapest.
    """

    frame: Frame
    city: CityLine
    map: WorldMap
    lists: Sequence[tuple[str, str, str]]
    hotels: Sequence[RecordLink]
    attractions: Sequence[RecordLink]
    destinations: Sequence[Destination]


_CITY: Final = (
    "SELECT city.name, country, continent, slug, latitude, longitude, airports, hotels, attractions, cars, "
    "leaving, landing, hotel_price, ticket_price, car_price, city.id FROM city JOIN record USING (id)"
)


def cities_page(frame: Frame) -> CitiesPage:
    """Every city in the order of its name."""
    lines = frame.file.lines(f"{_CITY} ORDER BY comparable, id")
    return CitiesPage(frame=frame, cities=[_city(frame, line) for line in lines], map=world_map())


def city_page(frame: Frame, slug: str) -> CityPage:
    """One city.

    Raises:
        NotFoundError: This version has none at that address.
    """
    line = frame.file.line(f"{_CITY} WHERE kind = ? AND slug = ?", (Kind.CITY.value, slug))
    if line is None:
        raise NotFoundError("This version of the knowledge base has no such city.")
    city, version = _city(frame, line), frame.version.name
    best = "SELECT id FROM {} WHERE city_id = ? ORDER BY {}, id LIMIT ?"
    hotels = frame.file.lines(best.format("hotel", "rating DESC, star DESC, price"), (line[-1], BEST_SHOWN))
    sights = frame.file.lines(best.format("attraction", "price"), (line[-1], BEST_SHOWN))
    found = {record.number: record_link(version, record)
             for record in records(frame.file, [number for (number,) in (*hotels, *sights)])}  # fmt: skip
    return CityPage(
        frame=frame,
        city=city,
        map=world_map(),
        lists=list(_lists(version, city)),
        hotels=[found[number] for (number,) in hotels],
        attractions=[found[number] for (number,) in sights],
        destinations=list(_destinations(frame, city, line[-1])),
    )


def _lists(version: str, city: CityLine) -> Iterator[tuple[str, str, str]]:
    yield "hotels", count(city.hotels), list_url(version, Kind.HOTEL, city=city.slug)
    yield "attractions", count(city.attractions), list_url(version, Kind.ATTRACTION, city=city.slug)
    yield "cars", count(city.cars), list_url(version, Kind.CAR, city=city.slug)
    yield "flights out", count(city.leaving), list_url(version, Kind.FLIGHT, city=city.slug)
    yield "flights in", count(city.landing), list_url(version, Kind.FLIGHT, to=city.slug)


def _destinations(frame: Frame, city: CityLine, number: int) -> Iterator[Destination]:
    lines = frame.file.lines(
        "SELECT record.name, slug, count(*), min(price), city.latitude, city.longitude FROM flight "
        "JOIN city ON city.id = to_id JOIN record ON record.id = to_id WHERE city_id = ? "
        "GROUP BY to_id ORDER BY comparable, to_id",
        (number,),
    )
    version = frame.version.name
    for name, slug, flights, cheapest, latitude, longitude in lines:
        is_placed = None not in {latitude, longitude, city.latitude, city.longitude}
        yield Destination(
            name=name,
            url=record_url(version, Kind.CITY, slug),
            route_url=route_url(version, city.slug, slug),
            flights=flights,
            cheapest=decimal(cheapest, 1),
            distance_km=(
                round(distance_km((city.latitude or 0, city.longitude or 0), (latitude, longitude)))
                if is_placed
                else None
            ),
        )


def _city(frame: Frame, line: Line) -> CityLine:
    name, country, continent, slug, latitude, longitude, airports, *rest = line
    hotels, attractions, cars, leaving, landing, hotel_price, ticket_price, car_price, _ = rest
    place = projected(latitude, longitude) if None not in {latitude, longitude} else (None, None)
    return CityLine(
        name=name,
        country=country,
        continent=continent,
        slug=slug,
        url=record_url(frame.version.name, Kind.CITY, slug),
        api_url=record_api_url(frame.version.name, Kind.CITY, slug),
        latitude=latitude,
        longitude=longitude,
        x=place[0],
        y=place[1],
        reach=round(2 + math.sqrt(leaving) / 8, 1),
        airports=[
            Airport(
                code=port["iata_code"],
                name=port["name"],
                latitude=port["latitude"],
                longitude=port["longitude"],
            )
            for port in json.loads(airports)
        ],
        hotels=hotels,
        attractions=attractions,
        cars=cars,
        leaving=leaving,
        landing=landing,
        hotel_price=hotel_price,
        ticket_price=ticket_price,
        car_price=car_price,
    )


def projected(latitude: float, longitude: float) -> tuple[float, float]:
    """A position in degrees as a place on the map, x to the right and y down."""
    x, y = _equal_earth(latitude, longitude)
    scale = MAP_WIDTH / (2 * _SPREAD)
    top = _equal_earth(_NORTH, 0)[1]
    return round((x + _SPREAD) * scale, 1), round((top - y) * scale, 1)


def world_map() -> WorldMap:
    """Meridians and parallels of the map, and its size."""
    _, bottom = projected(_SOUTH, 0)
    north, south = int(_NORTH), int(_SOUTH)
    meridians = [[(lat, lon) for lat in range(south, north + 1, 3)] for lon in range(-180, 181, _GRID_STEP)]
    parallels = [
        [(lat, lon) for lon in range(-180, 181, 10)]
        for lat in (*range(-_GRID_STEP, 61, _GRID_STEP), south, north)
    ]
    return WorldMap(
        width=int(MAP_WIDTH),
        height=math.ceil(bottom),
        grid=[_path(line) for line in (*meridians, *parallels)],
    )


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in (projected(*place) for place in places))


def _equal_earth(latitude: float, longitude: float) -> tuple[float, float]:
    one, three, seven, nine = _A
    theta = math.asin(_HALF * math.sin(math.radians(latitude)))
    square = theta * theta
    sixth = square**3
    slope = one + 3 * three * square + sixth * (7 * seven + 9 * nine * square)
    x = math.radians(longitude) * math.cos(theta) / (_HALF * slope)
    y = theta * (one + three * square + sixth * (seven + nine * square))
    return x, y
