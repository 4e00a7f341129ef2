"""The full world: as many records, cities and tasks as the benchmark's release, all of them our own.

Source of counts and quotas: dataset rules, sections 3.2 and 4.1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kb_browser.world.drawing import Quotas
from kb_browser.world.fares import Fares
from kb_browser.world.mix import FULL_MIX
from kb_browser.world.network import NetworkSize
from kb_browser.world.profile import Profile
from kb_browser.world.records import City
from kb_browser.world.scaffold import scaffold_cities
from kb_browser.world.trips import TaskClass
from kb_browser.world.wording import FULL_VOICE

_LARGE = (
    "Bangkok", "Beijing", "Busan", "Chengdu", "Chiang Mai", "Chongqing", "Fukuoka", "Hangzhou", "Hong Kong",
    "Jeju", "Nagoya", "Naha", "Osaka", "Phuket", "Sapporo", "Seoul", "Shanghai", "Singapore", "Tokyo",
)  # fmt: skip
"""Cities with twice the hotels, which serve many personas each."""
_ODD_COLUMNS = frozenset({*_LARGE, "Guangzhou", "Macau", "Taoyuan", "Xi'an"})
"""Cities whose hotel and attraction files have columns in another order."""
_SHORT_OF_HOTELS = "Lanzhou"
_HOTELS, _HOTELS_LARGE, _HOTELS_SHORT = 100, 200, 96
_ATTRACTIONS, _ONE_FEWER = 149, 61
_FARES = Fares(
    levels=((340, 47), (770, 120), (1300, 215), (3300, 235), (4400, 1150), (5000, 1500), (7550, 1890)),
    oddest=1.4,
)
"""Fitted to the sampled medians of seven bands of distance. In the sample the fare falls from the third band
to the fourth; here it never falls with distance."""


def _attraction_counts(cities: Sequence[City]) -> Mapping[str, int]:
    """149 a city, and one fewer in 61 of them, evenly spread."""
    total = len(cities)
    return {
        city.name: _ATTRACTIONS - ((place + 1) * _ONE_FEWER // total - place * _ONE_FEWER // total)
        for place, city in enumerate(cities)
    }


def _hotel_counts(cities: Sequence[City]) -> Mapping[str, int]:
    special = {**dict.fromkeys(_LARGE, _HOTELS_LARGE), _SHORT_OF_HOTELS: _HOTELS_SHORT}
    return {city.name: special.get(city.name, _HOTELS) for city in cities}


_CITIES = scaffold_cities(_LARGE)

FULL = Profile(
    name="full",
    cities=_CITIES,
    hotels=_hotel_counts(_CITIES),
    attractions=_attraction_counts(_CITIES),
    mix=FULL_MIX,
    network=NetworkSize(pairs=11_080, flights=107_195, hub_boost=2.5, fares=_FARES),
    quotas=Quotas(
        stays=((1, 360), (2, 240), (3, 200)),
        classes=(
            (TaskClass.TIGHT, 267),
            (TaskClass.LOOSE, 266),
            (TaskClass.ENTITY, 89),
            (TaskClass.ROUTE, 89),
            (TaskClass.BUDGET, 89),
        ),
        personas=((0, 120), (1, 280), (2, 240), (3, 160)),
        is_even=True,
    ),
    voice=FULL_VOICE,
    odd_columns=_ODD_COLUMNS,
    licence="CC-BY-4.0",
)


def scaled(factor: float) -> Profile:
    """The full world with this many times the records a city and flights; for measuring growth."""
    return replace(
        FULL,
        name=f"full times {factor:g}",
        hotels={name: round(count * factor) for name, count in FULL.hotels.items()},
        attractions={name: round(count * factor) for name, count in FULL.attractions.items()},
        network=replace(FULL.network, flights=round(FULL.network.flights * factor)),
    )
