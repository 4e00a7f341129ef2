"""Where the records of a city lie: coordinates, addresses, personas and the city's price level."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kb_browser.world.records import City, Point
from kb_browser.world.streams import Stream

KM_PER_DEGREE = 111.195


def cost_level(seed: int, city: City) -> float:
    """Dollars a middling hotel night costs there, 50 to 130; it moves cars and some tickets too."""
    return min(130.0, max(50.0, 80.0 * math.exp(Stream(seed, "cost level", city.name).normal(0.0, 0.22))))


def centre(seed: int, city: City) -> tuple[Point, float]:
    """The middle of the town, 5 to 20 km off its airport, and the radius in km that its records keep to."""
    stream = Stream(seed, "centre", city.name)
    away, angle, radius = stream.uniform(5, 20), stream.uniform(0, 2 * math.pi), stream.uniform(9, 20)
    return _offset(city.point, away, angle), radius


def scattered(stream: Stream, middle: Point, radius_km: float) -> Point:
    """A point uniform on a disc, rounded to six decimals."""
    away = radius_km * math.sqrt(stream.unit())
    latitude, longitude = _offset(middle, away, stream.uniform(0, 2 * math.pi))
    return round(latitude, 6), round(longitude, 6)


def address(stream: Stream, city: City) -> str:
    """A neutral street of the country's language, in that language's order, and the city."""
    words = city.lexicon
    number, street = stream.whole(1, 9998), stream.pick(words.streets)
    return f"{words.address.format(number=number, street=street)}, {city.name}"


def unused(candidate: str, taken: set[str]) -> str:
    """The candidate, with a number if the city has that name already, letter case aside.

    The answer joins ``taken``.
    """
    name, number = candidate, 2
    while name.lower() in taken:
        name, number = f"{candidate} {number}", number + 1
    taken.add(name.lower())
    return name


def only_or_drawn(stream: Stream, forms: Sequence[str]) -> str:
    """One of the forms; the only one costs no draw."""
    return forms[0] if len(forms) == 1 else stream.pick(forms)


def some_of(stream: Stream, pool: Sequence[str], count: int) -> tuple[str, ...]:
    """This many different personas in drawn order."""
    return tuple(stream.sample(pool, count))


def _offset(start: Point, away_km: float, angle: float) -> Point:
    latitude = start[0] + away_km * math.cos(angle) / KM_PER_DEGREE
    longitude = start[1] + away_km * math.sin(angle) / (KM_PER_DEGREE * math.cos(math.radians(start[0])))
    return latitude, longitude
