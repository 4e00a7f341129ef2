"""The small world that the project carries: a dozen invented cities, every trap of the format among them."""

from __future__ import annotations

from dataclasses import replace

from kb_browser.world.carried_words import CARRIED
from kb_browser.world.drawing import Quotas
from kb_browser.world.mix import PLAIN_MIX
from kb_browser.world.network import NetworkSize
from kb_browser.world.profile import Profile
from kb_browser.world.records import Airport, City
from kb_browser.world.trips import TaskClass
from kb_browser.world.wording import PLAIN_VOICE


def _city(
    name: str, country: tuple[str, str, str], language: str, *airports: Airport, is_rich: bool = False
) -> City:
    english, code, continent = country
    return City(
        name=name,
        country=english,
        country_code=code,
        airports=tuple(replace(airport, continent=continent) for airport in airports),
        lexicon=CARRIED[language],
        is_rich=is_rich,
    )


def _airport(iata: str, name: str, latitude: float, longitude: float, utc_offset_min: int) -> Airport:
    return Airport(
        iata=iata,
        name=name,
        continent="",
        latitude=latitude,
        longitude=longitude,
        utc_offset_min=utc_offset_min,
    )


_CANADA = ("Canada", "CA", "NA")
_UNITED_STATES = ("United States", "US", "NA")
_COSTA_RICA = ("Costa Rica", "CR", "NA")
_FRANCE = ("France", "FR", "EU")
_GERMANY = ("Germany", "DE", "EU")
_DENMARK = ("Denmark", "DK", "EU")
_POLAND = ("Poland", "PL", "EU")
_SPAIN = ("Spain", "ES", "EU")
_BRAZIL = ("Brazil", "BR", "SA")
_JAPAN = ("Japan", "JP", "AS")
_NAMIBIA = ("Namibia", "NA", "AF")

CITIES: tuple[City, ...] = (
    _city(
        "Port Arden",
        _CANADA,
        "english",
        _airport("QPA", "Port Arden International Airport", 45.1, -64.2, -180),
    ),
    _city(
        "Montclair-sur-Lac",
        _CANADA,
        "french",
        _airport("QMC", "Montclair-sur-Lac Airport", 47.2, -72.6, -240),
        is_rich=True,
    ),
    _city(
        "San Mareno",
        _UNITED_STATES,
        "english",
        _airport("QSM", "San Mareno Regional Airport", 34.3, -86.1, -300),
    ),
    _city(
        "San Mareño",
        _COSTA_RICA,
        "spanish",
        _airport("QSN", "Aeropuerto de San Mareño", 10.4, -84.6, -360),
        is_rich=True,
    ),
    _city(
        "L'Arvenne",
        _FRANCE,
        "french",
        _airport("QLA", "L'Arvenne Airport, Les Tilleuls", 46.4, 3.2, 120),
        _airport("QLB", "L'Arvenne Airport / Aérodrome du Lac", 46.7, 3.4, 120),
        is_rich=True,
    ),
    _city("Østerlund", _DENMARK, "nordic", _airport("QOS", "Østerlund Lufthavn", 56.3, 9.8, 120)),
    _city(
        "Łęgowice",
        _POLAND,
        "polish",
        _airport("QLG", "Port lotniczy Łęgowice", 51.9, 18.7, 120),
        is_rich=True,
    ),
    _city("Aldenmünd", _GERMANY, "german", _airport("QAM", "Flughafen Aldenmünd", 52.4, 8.1, 120)),
    _city(
        "Villa Serreña",
        _SPAIN,
        "spanish",
        _airport("QVS", "Aeropuerto de Villa Serreña", 39.6, -3.8, 120),
        is_rich=True,
    ),
    _city(
        "Santa Ilária",
        _BRAZIL,
        "portuguese",
        _airport("QSI", "Aeroporto de Santa Ilária", -21.4, -44.3, -180),
    ),
    _city("Asanohama", _JAPAN, "japanese", _airport("QAS", "Asanohama Airport", 35.4, 134.2, 540)),
    _city(
        "Omarinde", _NAMIBIA, "english", _airport("QOM", "Omarinde International Airport", -22.1, 17.3, 120)
    ),
)
"""In file order. San Mareno and San Mareño fold alike, 2,600 km apart; Omarinde's country code is NA."""

SMALL = Profile(
    name="small",
    cities=CITIES,
    hotels={city.name: 30 for city in CITIES},
    attractions={city.name: 30 for city in CITIES},
    mix=PLAIN_MIX,
    network=NetworkSize(pairs=108, flights=420),
    quotas=Quotas(
        stays=((1, 18), (2, 12), (3, 10)),
        classes=(
            (TaskClass.TIGHT, 13),
            (TaskClass.LOOSE, 13),
            (TaskClass.ENTITY, 5),
            (TaskClass.ROUTE, 4),
            (TaskClass.BUDGET, 5),
        ),
        personas=((0, 6), (1, 14), (2, 12), (3, 8)),
    ),
    voice=PLAIN_VOICE,
    odd_columns=frozenset(city.name for city in CITIES if city.is_rich),
    licence="CC-BY-4.0",
    fold_twins=(("San Mareno", "San Mareño"),),
)
