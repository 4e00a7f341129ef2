"""How an agent fares that books by price alone: the gold with the cheapest records put in, and scored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kb_browser.release_checks.ceiling import GoldLines, gold_records
from scoring.engine.model import DimensionKey
from scoring.tracks import TREK
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.text import is_object

_PREFERENCES = DimensionKey("d1_implicit")

DayMap = Mapping[str, object]


def blind_failures(dataset: TrekDataset, gold: GoldLines) -> Mapping[str, float]:
    """Of the feasible tasks with personas, the shares whose preferences are missed by choosing blindly."""
    missed = {"blind_hotel": 0, "blind_all": 0}
    asked = 0
    for task_id, record in gold_records(gold).items():
        task = dataset.tasks[task_id]
        plan = record.members.get("plan")
        if task.is_impossible or not task.personas or not is_object(plan):
            continue
        asked += 1
        cheap = {"blind_hotel": _by_price(dataset, plan, sights=False), "blind_all": _by_price(dataset, plan)}
        for key, days in cheap.items():
            blind = TrekRecord(members={**record.members, "plan": days})
            score = TREK.evaluate(dataset, task_id, blind).scores[_PREFERENCES]
            missed[key] += score is None or score < 1
    shares = {key: count / asked for key, count in missed.items()} if asked else {}
    return {"persona_tasks": asked, **shares}


def _by_price(dataset: TrekDataset, plan: DayMap, *, sights: bool = True) -> DayMap:
    """The days with each city's cheapest hotel, and its cheapest sights in place of those visited."""
    ranked: dict[object, Iterator[str | None]] = {}
    days: dict[str, object] = {}
    for name, day in plan.items():
        if not is_object(day):
            continue
        cheap = dict(day)
        hotel, visits = day.get("hotel"), day.get("attractions")
        if is_object(hotel):
            cheap["hotel"] = {**hotel, "name": _cheapest_hotel(dataset, hotel.get("city"))}
        if sights and isinstance(visits, list):
            cheap["attractions"] = [_cheaper(dataset, ranked, visit) for visit in visits if is_object(visit)]
        days[name] = cheap
    return days


def _cheapest_hotel(dataset: TrekDataset, city: object) -> str | None:
    table = dataset.kb.hotels.find(city)
    hotel = table.cheapest() if table is not None else None
    return hotel.name if hotel is not None else None


def _cheaper(dataset: TrekDataset, ranked: dict[object, Iterator[str | None]], visit: DayMap) -> DayMap:
    """The visit, to the cheapest attraction of its city that is not taken yet."""
    city = visit.get("city")
    if city not in ranked:
        table = dataset.kb.attractions.find(city)
        rows = table.rows if table is not None else ()
        priced = sorted((row.price, place) for place, row in enumerate(rows) if row.price is not None)
        ranked[city] = iter([rows[place].name for _, place in priced])
    return {**visit, "name": next(ranked[city], visit.get("name"))}
