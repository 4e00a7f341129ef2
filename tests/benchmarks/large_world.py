"""A release as large as the real one, kept in a cache folder: 212,530 records, 800 tasks, their gold."""

from __future__ import annotations

import math
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from kb_browser.vocabulary import order_word_in
from kb_browser.world import agents
from kb_browser.world.agents import Record
from kb_browser.world.atlas import World
from kb_browser.world.build import build, files_of, write_files
from kb_browser.world.bundles import bundle_bytes, questions_of
from kb_browser.world.drawing import Quotas
from kb_browser.world.network import NetworkSize
from kb_browser.world.profile import Profile
from kb_browser.world.records import Airport, Attraction, City, Hotel
from kb_browser.world.streams import Stream
from kb_browser.world.trips import TaskClass

SEED = 7
CITIES, EXTRA_AIRPORTS, COUNTRIES, RICH = 375, 17, 60, 60
# The release has 39,396 hotels and 55,814 attractions.
HOTELS = [100] * 355 + [200] * 19 + [96]
ATTRACTIONS = [149] * 314 + [148] * 61
BUNDLE = "trek_bench.jsonl"

_ONSETS = (
    "br",
    "cal",
    "dor",
    "el",
    "fen",
    "gar",
    "hol",
    "is",
    "jor",
    "kal",
    "lim",
    "mar",
    "nor",
    "os",
    "pel",
    "quil",
)
_MIDDLES = ("a", "e", "i", "o", "u", "ai", "ou", "ey", "ia", "oa")
_ENDINGS = (
    "by",
    "dal",
    "ford",
    "gate",
    "ham",
    "mere",
    "port",
    "stad",
    "ville",
    "wick",
    "zell",
    "bourg",
    "ñol",
    "łow",
)


def release_folder() -> Path:
    """The release, built once per machine."""
    folder = Path(tempfile.gettempdir()) / f"trek-benchmark-{SEED}"
    if not (folder / "manifest.json").exists():
        sys.stderr.write("building a release of full size, once ...\n")
        making = Path(tempfile.mkdtemp(dir=folder.parent, prefix="trek-benchmark-making-"))
        _write(making)
        shutil.rmtree(folder, ignore_errors=True)
        making.replace(folder)
    return folder


def bundle_path() -> Path:
    """A strong run of 800 records beside the release, about 8 MB."""
    return release_folder() / BUNDLE


def _write(folder: Path) -> None:
    built = build(_profile(), SEED, _tell)
    files = dict(files_of(built))
    strong = replace(agents.STRONG, label="bench")
    records = list(agents.run_of(SEED, built.world, strong, questions_of(built)))
    files[BUNDLE] = bundle_bytes(BUNDLE, talkative(built.world, records))
    write_files(folder, files)


def _tell(stage: str) -> None:
    sys.stderr.write(f"  {stage}\n")


def talkative(world: World, records: Sequence[Record]) -> Iterator[Record]:
    """The records with all that the data says beside each booking, as agents like to copy it.

    Members that scoring reads keep their values, so the scores are those of the bare plans.
    """
    known = _Rows(world)
    for record in records:
        plan = record["plan"]
        assert isinstance(plan, dict)
        yield {**record, "plan": {name: known.beside(day) for name, day in plan.items()}}


class _Rows:
    """What the data says about a booking, prose left out."""

    def __init__(self, world: World) -> None:
        self._flights = {flight.number: flight.cells() for flight in world.flights}
        self._hotels = _by_place(hotel for city in world.hotels.values() for hotel in city)
        self._attractions = _by_place(place for city in world.attractions.values() for place in city)

    def beside(self, day: Mapping[str, Any]) -> Mapping[str, Any]:
        flights = [{**self._flights[flight["flight_number"]], **flight} for flight in day["flights"]]
        visits = [{**self._attractions.get(_place(visit), {}), **visit} for visit in day["attractions"]]
        told = {**day, "flights": flights, "attractions": visits}
        if "hotel" in day:
            told["hotel"] = {**self._hotels.get(_place(day["hotel"]), {}), **day["hotel"]}
        return told


def _by_place(records: Iterable[Hotel | Attraction]) -> Mapping[tuple[str, str], Mapping[str, object]]:
    prose = {"about", "overview"}
    return {
        (record.city.name, record.name): {
            column: cell for column, cell in record.cells().items() if column not in prose
        }
        for record in records
    }


def _place(entry: Mapping[str, Any]) -> tuple[str, str]:
    return str(entry.get("city")), str(entry.get("name"))


def _profile() -> Profile:
    cities = tuple(_cities())
    return Profile(
        name="benchmark",
        cities=cities,
        hotels={city.name: count for city, count in zip(cities, HOTELS, strict=True)},
        attractions={city.name: count for city, count in zip(cities, ATTRACTIONS, strict=True)},
        network=NetworkSize(pairs=11_080, flights=107_195),
        quotas=_quotas(),
        licence="CC-BY-4.0",
    )


def _quotas() -> Quotas:
    return Quotas(
        # Longer trips than the real release has, so that an average plan covers about seven days.
        stays=((1, 100), (2, 300), (3, 400)),
        classes=(
            (TaskClass.TIGHT, 267),
            (TaskClass.LOOSE, 266),
            (TaskClass.ENTITY, 89),
            (TaskClass.ROUTE, 89),
            (TaskClass.BUDGET, 89),
        ),
        personas=((0, 120), (1, 280), (2, 240), (3, 160)),
    )


def _cities() -> Iterator[City]:
    """Invented cities around invented capitals; the leading ones are rich, some have two airports."""
    stream = Stream(SEED, "benchmark cities")
    capitals = [(stream.uniform(-45, 60), stream.uniform(-170, 170)) for _ in range(COUNTRIES)]
    for place, name in enumerate(_names(stream)):
        country = place % COUNTRIES
        latitude = capitals[country][0] + stream.uniform(-8, 8)
        longitude = capitals[country][1] + stream.uniform(-9, 9)
        offset = 60 * math.floor(longitude / 15)
        count = 2 if place >= CITIES - EXTRA_AIRPORTS else 1
        yield City(
            name=name,
            country=f"Country {country}",
            country_code=f"{chr(65 + country // 26)}{chr(65 + country % 26)}",
            continent=("AF", "AS", "EU", "NA", "OC", "SA")[country % 6],
            airports=tuple(
                Airport(
                    iata=_code(place * 2 + number),
                    name=f"{name} Airport {number + 1}",
                    latitude=round(latitude + 0.2 * number, 6),
                    longitude=round(longitude, 6),
                    utc_offset_min=offset,
                )
                for number in range(count)
            ),
            language="english",
            is_rich=place < RICH,
        )


def _names(stream: Stream) -> Sequence[str]:
    found: dict[str, None] = {}
    while len(found) < CITIES:
        name = f"{stream.pick(_ONSETS)}{stream.pick(_MIDDLES)}{stream.pick(_ENDINGS)}".capitalize()
        if order_word_in(name) is None:
            found[name] = None
    return list(found)


def _code(number: int) -> str:
    return f"{chr(65 + number // 676)}{chr(65 + number // 26 % 26)}{chr(65 + number % 26)}"


SIZES: Mapping[str, int] = {
    "flights": 107_195,
    "hotels": sum(HOTELS),
    "attractions": sum(ATTRACTIONS),
    "cars": CITIES * 27,
}
