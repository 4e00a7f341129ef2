"""The hotels of one city."""

from __future__ import annotations

import math

from kb_browser.vocabulary import BASE_HOTEL, HOTEL_FACILITIES, PERSONAS, facilities
from kb_browser.world.mix import Mix
from kb_browser.world.places import address, centre, cost_level, only_or_drawn, scattered, some_of, unused
from kb_browser.world.records import City, Hotel
from kb_browser.world.streams import Stream

_PRICE_BY_STAR = {
    1.0: 0.75,
    1.5: 0.8,
    2.0: 0.85,
    2.5: 0.95,
    3.0: 1.0,
    3.5: 1.15,
    4.0: 1.4,
    4.5: 1.6,
    5.0: 1.8,
}
# From 2.0 to 3.8, in steps of 0.2.
_LOW_STEPS = (10, 19)
_TAGS = tuple(persona for persona in PERSONAS if persona != "foodie")


def hotels_of(seed: int, city: City, count: int, mix: Mix) -> tuple[Hotel, ...]:
    """The city's hotels in file order; the same whatever other cities there are."""
    stream = Stream(seed, "hotels", city.name)
    level = cost_level(seed, city)
    taken: set[str] = set()
    numbered = 0
    hotels = []
    for number in range(1, count + 1):
        is_numbered = stream.chance(0.73)
        numbered += is_numbered
        name = unused(_name(stream, city, numbered if is_numbered else None), taken)
        hotels.append(_hotel(seed, stream, city, id=number, name=name, level=level, mix=mix))
    return tuple(hotels)


def _name(stream: Stream, city: City, number: int | None) -> str:
    words = city.lexicon
    if number is None:
        return only_or_drawn(stream, words.hotel_forms).format(
            stem=stream.pick(words.stems),
            landmark=stream.pick(words.hotel_landmarks),
            noun=stream.pick(words.hotel_nouns),
        )
    return f"{city.name} {stream.pick(words.hotel_qualities)} {stream.pick(words.hotel_kinds)} {number}"


def _hotel(seed: int, stream: Stream, city: City, *, id: int, name: str, level: float, mix: Mix) -> Hotel:
    middle, radius = centre(seed, city)
    star = stream.weighted(mix.stars)
    personas = some_of(stream, _TAGS, stream.whole(6, 8) if city.is_rich else 3)
    price = max(11, round(level * _PRICE_BY_STAR[star] * math.exp(stream.normal(0.0, 0.55))))
    kitchen = stream.normal(2.871 + (4.429 - 2.871) * (star - 1) / 4, 0.9)
    return Hotel(
        id=id,
        city=city,
        name=name,
        address=address(stream, city),
        point=scattered(stream, middle, radius),
        personas=personas,
        amenities=facilities(BASE_HOTEL, HOTEL_FACILITIES, personas),
        price=float(price),
        rating=_rating(stream, star, mix.low_rated),
        star=star,
        restaurant=min(5, max(1, round(kitchen))),
    )


def _rating(stream: Stream, star: float, low_rated: float) -> float:
    """Steps of 0.2 around 8.6, weakly rising with the star; a few far below."""
    if low_rated and stream.chance(low_rated):
        return stream.whole(*_LOW_STEPS) * 2 / 10
    steps = round(stream.normal(8.6 + 0.2 * (star - 3.2), 0.85) * 5)
    return min(50, max(10, steps)) * 2 / 10
