"""The rental cars of one city: three of each type."""

from __future__ import annotations

import math

from kb_browser.vocabulary import BASE_CAR, CAR_SEATS, CAR_SERVICES, CARS_PER_TYPE, PERSONAS, facilities
from kb_browser.world.places import cost_level, some_of
from kb_browser.world.records import Car, City
from kb_browser.world.streams import Stream

_LEVEL = {
    "Compact": 47.0,
    "Economy": 44.0,
    "Sedan": 72.0,
    "SUV": 87.0,
    "Minivan": 105.0,
    "Luxury": 138.0,
    "Convertible": 120.0,
    "EV": 74.0,
    "Wagon": 78.0,
}
_TAGS = tuple(persona for persona in PERSONAS if CAR_SERVICES[persona])


def cars_of(seed: int, city: City) -> tuple[Car, ...]:
    """The city's cars in file order."""
    stream = Stream(seed, "cars", city.name)
    level = cost_level(seed, city) / 80.0
    cars: list[Car] = []
    for type_name, seats in CAR_SEATS.items():
        type_level = _LEVEL[type_name] * level * stream.uniform(0.95, 1.05)
        for _ in range(CARS_PER_TYPE):
            tags = some_of(stream, _TAGS, 3)
            cars.append(
                Car(
                    id=len(cars) + 1,
                    city=city,
                    price=round(type_level * math.exp(stream.normal(0.0, 0.12)), 2),
                    pickup=stream.pick(city.airports).name,
                    type=type_name,
                    seats=seats,
                    personas=tags,
                    services=facilities(BASE_CAR, CAR_SERVICES, tags),
                )
            )
    return tuple(cars)
