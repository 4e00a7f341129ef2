"""Gold plans with one thing wrong: several kinds for each dimension, drawn by a seed.

Each mutation changes a copy of a gold plan in place and says whether it found something to change. It may
fail more than the dimension it is meant for, as the mistakes of agents do.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from scoring.engine.model import TaskId
from scoring.tracks.trek.dataset import GOLD, TrekDataset
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.units import clock, minutes

Plan = dict[str, dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where a mutation works."""

    dataset: TrekDataset
    task: TaskId
    rng: Random


def _visits(plan: Plan) -> list[dict[str, Any]]:
    return [visit for day in plan.values() for visit in day.get("attractions", ())]


def _flights(plan: Plan) -> list[dict[str, Any]]:
    return [flight for day in plan.values() for flight in day.get("flights", ())]


def _entries(plan: Plan, member: str) -> list[dict[str, Any]]:
    return [day[member] for day in plan.values() if member in day]


def _city(place: Place, plan: Plan, member: str) -> str | None:
    cities = sorted({entry["city"] for entry in _entries(plan, member)})
    return place.rng.choice(cities) if cities else None


def _rehouse(plan: Plan, city: str, row: Any) -> bool:
    for hotel in _entries(plan, "hotel"):
        if hotel["city"] == city:
            hotel["name"], hotel["price_per_night"] = row.name, row.price
    return True


def cheapest_hotel(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "hotel")
    table = place.dataset.kb.hotels.find(city)
    row = table.cheapest() if city and table else None
    return bool(row) and _rehouse(plan, city, row)


def any_hotel(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "hotel")
    return bool(city) and _rehouse(plan, city, place.rng.choice(place.dataset.kb.hotels.find(city).rows))


def any_attractions(place: Place, plan: Plan) -> bool:
    visits = _visits(plan)
    city = place.rng.choice(visits)["city"] if visits else None
    for visit in visits:
        if visit["city"] == city:
            visit["name"] = place.rng.choice(place.dataset.kb.attractions.find(city).rows).name
    return bool(city)


def any_car(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "car")
    row = place.rng.choice(place.dataset.kb.cars.find(city).rows) if city else None
    for car in _entries(plan, "car"):
        if car["city"] == city:
            car["car_type"], car["price_per_day"] = row.name, row.price
    return bool(city)


def _dearest(tables: Any, city: str) -> Any:
    return max(tables.find(city).rows, key=lambda row: (row.price or 0, row.key))


def dearest_hotel(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "hotel")
    return bool(city) and _rehouse(plan, city, _dearest(place.dataset.kb.hotels, city))


def dearest_hotels(place: Place, plan: Plan) -> bool:
    for city in sorted({hotel["city"] for hotel in _entries(plan, "hotel")}):
        _rehouse(plan, city, _dearest(place.dataset.kb.hotels, city))
    return True


def dearer_flight(place: Place, plan: Plan) -> bool:
    for flight in place.rng.sample(_flights(plan), k=len(_flights(plan))):
        ends = (flight["departure_city"], flight["arrival_city"])
        rows = [row for row in place.dataset.rows.flights if (row.departure_city, row.arrival_city) == ends]
        row = max(rows, key=lambda row: (row.price or 0, row.key), default=None)
        if row is not None and row.number != flight["flight_number"]:
            flight.update(
                flight_number=row.number, departure_time=row.departure_time,
                arrival_time=row.arrival_time, price=row.price,
            )  # fmt: skip
            return True
    return False


def dearest_visits(place: Place, plan: Plan) -> bool:
    for number, visit in enumerate(_visits(plan)):
        rows = place.dataset.kb.attractions.find(visit["city"]).rows
        visit["name"] = sorted(rows, key=lambda row: (row.price or 0, row.key))[-1 - number].name
    return bool(_visits(plan))


def dearest_visit_repeated(place: Place, plan: Plan) -> bool:
    for visit in _visits(plan):
        visit["name"] = _dearest(place.dataset.kb.attractions, visit["city"]).name
    return bool(_visits(plan))


def dearest_car(place: Place, plan: Plan) -> bool:
    for car in _entries(plan, "car"):
        row = _dearest(place.dataset.kb.cars, car["city"])
        car["car_type"], car["price_per_day"] = row.name, row.price
    return bool(_entries(plan, "car"))


def _one_visit(place: Place, plan: Plan) -> dict[str, Any] | None:
    visits = _visits(plan)
    return place.rng.choice(visits) if visits else None


def visit_before_opening(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        visit["visit_start"], visit["visit_end"] = "04:30", "05:30"
    return bool(visit)


def visit_late(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        visit["visit_start"], visit["visit_end"] = "22:30", "23:50"
    return bool(visit)


def visit_short(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        visit["visit_end"] = clock((minutes(visit["visit_start"]) or 0) + 20)
    return bool(visit)


def visit_without_end(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        del visit["visit_end"]
    return bool(visit)


def _pair(place: Place, plan: Plan) -> list[dict[str, Any]]:
    days = [day["attractions"] for day in plan.values() if len(day.get("attractions", ())) > 1]
    return place.rng.choice(days)[:2] if days else []


def rushed_visits(place: Place, plan: Plan) -> bool:
    pair = _pair(place, plan)
    if pair:
        pair[1]["visit_start"] = pair[0]["visit_end"]
    return bool(pair)


def visits_at_once(place: Place, plan: Plan) -> bool:
    pair = _pair(place, plan)
    if pair:
        pair[1]["visit_start"], pair[1]["visit_end"] = pair[0]["visit_start"], pair[0]["visit_end"]
    return bool(pair)


def untimed_visit(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        visit["visit_start"] = place.rng.choice(["morning", "9 AM", None])
    return bool(visit)


def untimed_flight(place: Place, plan: Plan) -> bool:
    flight = place.rng.choice(_flights(plan))
    flight["departure_time"] = ""
    return True


def hasty_check_in(place: Place, plan: Plan) -> bool:
    days = [day for day in plan.values() if day.get("flights") and "check_in" in day.get("hotel", {})]
    for day in days[:1]:
        landing = minutes(day["flights"][-1]["arrival_time"]) or 0
        day["hotel"]["check_in"] = clock(min(landing + 10, 1439))
    return bool(days)


def unreadable_check_in(place: Place, plan: Plan) -> bool:
    hotels = [hotel for hotel in _entries(plan, "hotel") if "check_in" in hotel]
    for hotel in hotels[:1]:
        hotel["check_in"] = "in the afternoon"
    return bool(hotels)


def visit_near_flight(place: Place, plan: Plan) -> bool:
    days = [day for day in plan.values() if day.get("flights") and day.get("attractions")]
    if days:
        day = place.rng.choice(days)
        departs = minutes(day["flights"][0]["departure_time"]) or 0
        visit = day["attractions"][0]
        visit["visit_start"], visit["visit_end"] = clock(max(departs - 70, 0)), clock(max(departs - 10, 0))
    return bool(days)


def forgotten_night(place: Place, plan: Plan) -> bool:
    days = [day for day in plan.values() if "hotel" in day]
    del place.rng.choice(days)["hotel"]
    return True


def missing_leg(place: Place, plan: Plan) -> bool:
    day = place.rng.choice([day for day in plan.values() if day.get("flights")])
    day["flights"] = []
    return True


def missing_day(place: Place, plan: Plan) -> bool:
    del plan[place.rng.choice(sorted(plan))]
    return True


def skipped_city(place: Place, plan: Plan) -> bool:
    visits = _visits(plan)
    city = place.rng.choice(visits)["city"] if visits else None
    for day in plan.values():
        day["attractions"] = [visit for visit in day.get("attractions", ()) if visit["city"] != city]
    return bool(visits)


def hotel_without_city(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "hotel")
    for hotel in _entries(plan, "hotel"):
        if hotel["city"] == city:
            del hotel["city"]
    return bool(city)


def missing_car(place: Place, plan: Plan) -> bool:
    days = [day for day in plan.values() if "car" in day]
    if days:
        del place.rng.choice(days)["car"]
    return bool(days)


def no_cars_in_city(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "car")
    for day in plan.values():
        if city and day.get("car", {}).get("city") == city:
            del day["car"]
    return bool(city)


def invented_hotel(place: Place, plan: Plan) -> bool:
    city = _city(place, plan, "hotel")
    for hotel in _entries(plan, "hotel"):
        if hotel["city"] == city:
            hotel["name"] += " Annex"
    return bool(city)


def invented_attraction(place: Place, plan: Plan) -> bool:
    visit = _one_visit(place, plan)
    if visit:
        visit["name"] = place.rng.choice([f"{visit['name']} Hall", "Museum of Everything"])
    return bool(visit)


def misread_flight(place: Place, plan: Plan) -> bool:
    flight = place.rng.choice(_flights(plan))
    flight["departure_time"] = clock((minutes(flight["departure_time"]) or 0) + 10)
    return True


def invented_flight(place: Place, plan: Plan) -> bool:
    place.rng.choice(_flights(plan))["flight_number"] = "ZZ 0001"
    return True


def invented_car(place: Place, plan: Plan) -> bool:
    for car in _entries(plan, "car"):
        car["car_type"] = "Hovercraft"
    return bool(_entries(plan, "car"))


Mutation = Callable[[Place, Plan], bool]

MUTATIONS: Mapping[str, Sequence[Mutation]] = {
    "d1_implicit": (cheapest_hotel, any_hotel, any_attractions, any_car),
    "d3_budget": (
        dearest_hotel, dearest_hotels, dearer_flight, dearest_visits, dearest_visit_repeated,
        dearest_car,
    ),
    "b2_opening_hours": (visit_before_opening, visit_late, visit_short, visit_without_end),
    "b3_spatiotemporal": (
        rushed_visits, visits_at_once, untimed_visit, untimed_flight, hasty_check_in, unreadable_check_in,
        visit_near_flight,
    ),
    "d0_keyword": (
        forgotten_night, missing_leg, missing_day, skipped_city, hotel_without_city, missing_car,
        no_cars_in_city,
    ),
    "d0_source": (invented_hotel, invented_attraction, misread_flight, invented_flight, invented_car),
}  # fmt: skip


def gold_rows(folder: Path) -> list[dict[str, Any]]:
    """The gold of a release, one row a task."""
    return [json.loads(line) for line in (folder / GOLD).read_text("utf-8").splitlines()]


def mutated(
    dataset: TrekDataset, gold: Sequence[Mapping[str, Any]], seed: int
) -> Iterator[tuple[TaskId, TrekRecord]]:
    """One record per task with a plan: its gold with one mutation, dimension and kind drawn by the seed."""
    for index, row in enumerate(gold):
        if not row["is_feasible"]:
            continue
        rng = Random(f"{seed} {index}")
        place = Place(dataset=dataset, task=TaskId(index), rng=rng)
        dimension = rng.choice(sorted(MUTATIONS))
        for mutation in rng.sample(MUTATIONS[dimension], k=len(MUTATIONS[dimension])):
            plan = copy.deepcopy(row["plan"])
            if mutation(place, plan):
                yield (
                    TaskId(index),
                    TrekRecord(members={"plan": plan, "is_feasible": True, "submitted": True}),
                )
                break
