"""Records with trajectory and notebook, as large as the official runner writes them: about 0.13 MB each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kb_browser.world.agents import Record
from kb_browser.world.atlas import World

# Records of one kind that the searches of one trip leave in its notebook.
_FOUND = 42
_SHOWN = 300
_PROSE = frozenset({"about", "overview"})

Entity = Mapping[str, object]


def official(world: World, records: Iterable[Record]) -> Iterator[Record]:
    """The records with what their searches would have found; nothing that is scored changes."""
    for place, record in enumerate(records):
        found = _found(world, place)
        yield {
            **record,
            "trajectory": _steps(found, record),
            "notebook": {
                "counts": {kind: len(entities) for kind, entities in found.items()},
                "notes": [f"compared {kind} by price and facilities" for kind in found],
                "entities": found,
            },
        }


def _found(world: World, place: int) -> Mapping[str, Sequence[Entity]]:
    """Records of two cities and of the flights about them."""
    count = len(world.cities)
    cities = [world.cities[place % count].name, world.cities[(place * 7 + 1) % count].name]
    leads = place * 131 % (len(world.flights) - _FOUND)
    return {
        "flight": [flight.cells() for flight in world.flights[leads : leads + _FOUND]],
        "hotel": _bare(hotel.cells() for city in cities for hotel in world.hotels[city][: _FOUND // 2]),
        "attraction": _bare(
            sight.cells() for city in cities for sight in world.attractions[city][: _FOUND // 2]
        ),
        "car": _bare(car.cells() for city in cities for car in world.cars[city]),
    }


def _bare(rows: Iterable[Entity]) -> Sequence[Entity]:
    """Rows as a search tool hands them out, prose left out."""
    return [{column: cell for column, cell in row.items() if column not in _PROSE} for row in rows]


def _steps(found: Mapping[str, Sequence[Entity]], record: Record) -> Sequence[Entity]:
    """One search a kind and page, and the submission."""
    searches = [
        {
            "turn": turn,
            "tool": f"search_{kind}s",
            "args": {"city": str(entities[0].get("city_name") or entities[0].get("arrival_city"))},
            "billable": True,
            "billed_units": 1,
            "result_preview": json.dumps(entities[:3], ensure_ascii=False)[:_SHOWN],
        }
        for turn, (kind, entities) in enumerate(list(found.items()) * 4, start=1)
    ]
    arguments = {"is_feasible": record["is_feasible"], "plan": record["plan"]}
    return [
        *searches,
        {"turn": len(searches) + 1, "tool": "submit_plan", "args": arguments, "result": "submitted"},
    ]
