"""The records of a world while it is being built, each able to write itself as one row of its file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb_browser.world.lexicons.lexicon import Lexicon

RATED_FROM = 4.0
"""Ratings below are not told in prose."""

Point = tuple[float, float]
"""Latitude and longitude in degrees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Airport:
    """One airport; ``utc_offset_min`` is the offset in force on 1 August 2025.

    ``continent`` is one of AF AS EU NA OC SA. It belongs to the airport: one city has airports on two.
    """

    iata: str
    name: str
    continent: str
    latitude: float
    longitude: float
    utc_offset_min: int

    @property
    def point(self) -> Point:
        return self.latitude, self.longitude


@dataclass(frozen=True, slots=True, kw_only=True)
class City:
    """One city with its airports.

    Attributes:
        name: As printed everywhere, NFC; also the stem of its file names.
        country: English name; ``country_code`` is its ISO alpha-2 code (Namibia's is NA).
        airports: At least one; the earliest stands for the city where a single point is needed.
        lexicon: What names and streets are made of.
        is_rich: Whether its hotels and attractions serve many personas each.
    """

    name: str
    country: str
    country_code: str
    airports: tuple[Airport, ...]
    lexicon: Lexicon = field(compare=False, repr=False)
    is_rich: bool

    @property
    def point(self) -> Point:
        return self.airports[0].point


@dataclass(frozen=True, slots=True, kw_only=True)
class Hotel:
    """One hotel; price in whole dollars a night for one room."""

    id: int
    city: City
    name: str
    address: str
    point: Point
    personas: tuple[str, ...]
    amenities: tuple[str, ...]
    price: float
    rating: float
    star: float
    restaurant: int

    def cells(self) -> Mapping[str, object]:
        """Column name to value."""
        return {
            "hotel_id": self.id,
            "city_name": self.city.name,
            "country": self.city.country,
            "name": self.name,
            "about": self.about,
            "address": self.address,
            "longitude": self.point[1],
            "latitude": self.point[0],
            "amenities_group": list(self.personas),
            "amenities": list(self.amenities),
            "price": self.price,
            "rating": self.rating,
            "star": self.star,
            "rate_of_restaurant": self.restaurant,
        }

    @property
    def about(self) -> str:
        """Prose made of the other columns."""
        place = f"{self.city.name}, {self.city.country}"
        score = f"rated {self.rating}/10" if self.rating >= RATED_FROM else "not yet widely rated"
        return (
            f"{self.name} is a {self.star:g}-star place to stay in {place}. "
            f"On site: {', '.join(self.amenities)}. A night costs {self.price} USD; guests have it {score}, "
            f"and its kitchen {self.restaurant}/5."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Attraction:
    """One attraction; ticket in dollars a person, hours as minutes after midnight, visit in hours."""

    id: int
    city: City
    kind: str
    name: str
    address: str
    point: Point
    personas: tuple[str, ...]
    facilities: tuple[str, ...]
    ticket: float
    opens: int
    closes: int
    visit_hours: int
    restaurant: float
    open_hours: str
    overview: str

    @property
    def family(self) -> str:
        """The name without its clone number."""
        return self.name.partition(" No.")[0]

    def cells(self) -> Mapping[str, object]:
        """Column name to value."""
        return {
            "attraction_id": self.id,
            "city_name": self.city.name,
            "country": self.city.country,
            "type": self.kind,
            "attraction_name": self.name,
            "overview": self.overview,
            "ticket_price": self.ticket,
            "open_hours": self.open_hours,
            "duration_of_visit": f"{self.visit_hours} hours",
            "rate_of_restaurant": self.restaurant,
            "address": self.address,
            "latitude": self.point[0],
            "longitude": self.point[1],
            "facilities_group": list(self.personas),
            "facilities": list(self.facilities),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Car:
    """One rental car; price in dollars a day."""

    id: int
    city: City
    price: float
    pickup: str
    type: str
    seats: int
    personas: tuple[str, ...]
    services: tuple[str, ...]

    def cells(self) -> Mapping[str, object]:
        """Column name to value."""
        return {
            "car_id": self.id,
            "city_name": self.city.name,
            "price_per_day": self.price,
            "pickup_location": self.pickup,
            "car_type": self.type,
            "capacity": self.seats,
            "extra_services": list(self.services),
            "extra_services_group": list(self.personas),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Flight:
    """One daily flight; clocks are local minutes after midnight, the fare is in dollars a seat."""

    id: int
    number: str
    origin: City
    origin_airport: Airport
    destination: City
    destination_airport: Airport
    departs: int
    arrives: int
    price: float

    def cells(self) -> Mapping[str, object]:
        """Column name to value."""
        return {
            "flight_id": self.id,
            "departure_city": self.origin.name,
            "departure_airport_name": self.origin_airport.name,
            "arrival_airport_name": self.destination_airport.name,
            "arrival_city": self.destination.name,
            "departure_time": f"{self.departs // 60:02d}:{self.departs % 60:02d}",
            "arrival_time": f"{self.arrives // 60:02d}:{self.arrives % 60:02d}",
            "flight_number": self.number,
            "price": self.price,
            "departure_airport_latitude": self.origin_airport.latitude,
            "departure_airport_longitude": self.origin_airport.longitude,
            "arrival_airport_latitude": self.destination_airport.latitude,
            "arrival_airport_longitude": self.destination_airport.longitude,
            "departure_airport_continent": self.origin_airport.continent,
            "departure_airport_country": self.origin.country_code,
            "arrival_airport_continent": self.destination_airport.continent,
            "arrival_airport_country": self.destination.country_code,
            "departure_airport_iata_code": self.origin_airport.iata,
            "arrival_airport_iata_code": self.destination_airport.iata,
        }
