"""Records that repeat beside each booking all that the data says about it, as agents like to copy it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kb_browser.world.agents import Record
from kb_browser.world.atlas import World
from kb_browser.world.records import Attraction, Hotel


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
