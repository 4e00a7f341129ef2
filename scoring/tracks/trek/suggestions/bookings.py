"""Writing bookings into a draft, as the rules read them and as the plan already spells its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.tracks.trek.plan import FLIGHT_CONTAINERS, Day
from scoring.tracks.trek.rows import Attraction, Car, Flight, Hotel
from scoring.tracks.trek.suggestions.patches import Draft, joined, value_at
from scoring.tracks.trek.suggestions.scene import Night, Scene, spelt
from scoring.tracks.trek.suggestions.slots import Slot
from scoring.tracks.trek.text import is_object
from scoring.tracks.trek.units import clock

_HOTEL_NAMES = ("name", "hotel_name")
_HOTEL_PRICES = ("price_per_night", "price")


def put_hotel(draft: Draft, scene: Scene, night: Night, row: Hotel, city: str) -> None:
    """Another hotel in a night's entry; its check-in stays."""
    path = scene.at(night.path)
    draft.put(joined(path, spelt(night.entry, *_HOTEL_NAMES)), row.name)
    draft.put(joined(path, "city"), city)
    price = spelt(night.entry, *_HOTEL_PRICES)
    if price in night.entry:
        draft.put(joined(path, price), row.price)


def add_hotel(draft: Draft, scene: Scene, day: Day, row: Hotel, city: str) -> None:
    """A hotel on a day that has none, or in place of the one it has."""
    entry = {"name": row.name, "city": city, "price_per_night": row.price}
    path, value = day.container(("hotel", "hotels"))
    draft.put(scene.at(f"{path}/0" if isinstance(value, list) and value else path), entry)


def add_car(draft: Draft, scene: Scene, day: Day, row: Car, city: str) -> None:
    """A car on a day that has none, or in place of the one it has."""
    key = next((key for key in ("car", "Car") if key in day.raw), "car")
    draft.put(scene.at(day.path, key), car_entry(row, city))


def car_entry(row: Car, city: str) -> dict[str, Any]:
    """A car as a plan books it; the rate tells records of one type apart."""
    return {"car_type": row.name, "city": city, "price_per_day": row.price}


def put_car(draft: Draft, path: str, entry: Mapping[str, Any], row: Car, city: str) -> None:
    """Another car in an entry.

    Args:
        draft: Where it is written.
        path: Of the entry, in the record.
        entry: As submitted.
        row: The car.
        city: The city's name.
    """
    draft.put(joined(path, spelt(entry, "type", "car_type")), row.name)
    if "type" in entry and "car_type" in entry:
        draft.put(joined(path, "car_type"), row.name)
    draft.put(joined(path, "city"), city)
    draft.put(joined(path, "price_per_day"), row.price)
    if "car_id" in entry:
        draft.put(joined(path, "car_id"), row.id)


def put_visit(draft: Draft, path: str, entry: Mapping[str, Any], row: Attraction, city: str) -> None:
    """Another attraction in a visit's entry; its times stay."""
    key = spelt(entry, "name", "attraction_name")
    draft.put(joined(path, key), row.name)
    if key != "name":
        # The day's events are read by the exact key alone.
        draft.put(joined(path, "name"), row.name)
    draft.put(joined(path, "city"), city)


def put_times(draft: Draft, path: str, slot: Slot) -> None:
    """Other times in a visit's entry."""
    draft.put(joined(path, "visit_start"), clock(slot.start))
    draft.put(joined(path, "visit_end"), clock(slot.end))


def visit_entry(row: Attraction, city: str, slot: Slot) -> dict[str, Any]:
    """A visit as a plan books it."""
    return {"name": row.name, "city": city, "visit_start": clock(slot.start), "visit_end": clock(slot.end)}


def add_flight(draft: Draft, scene: Scene, day: Day, row: Flight) -> None:
    """One more flight on a day."""
    append(draft, scene, day, FLIGHT_CONTAINERS, flight_entry(row))


def flight_entry(row: Flight) -> dict[str, Any]:
    """A flight as a plan books it."""
    return {
        "flight_number": row.number, "departure_city": row.departure_city, "arrival_city": row.arrival_city,
        "departure_time": row.departure_time, "arrival_time": row.arrival_time, "price": row.price,
    }  # fmt: skip


def put_flight(draft: Draft, path: str, row: Flight) -> None:
    """Another flight in an entry, which may be a bare number."""
    entry = value_at(draft.document, path)
    wanted = flight_entry(row)
    if not is_object(entry):
        draft.put(path, wanted)
        return
    for key, value in wanted.items():
        if key != "price" or key in entry:
            draft.put(joined(path, key), value)


def append(draft: Draft, scene: Scene, day: Day, names: tuple[str, str], entry: Mapping[str, Any]) -> None:
    """An entry behind the last one of a day's list; a list is made where there is none."""
    path, _ = day.container(names)
    place = scene.at(path)
    value = value_at(draft.document, place)
    if isinstance(value, list):
        draft.insert(joined(place, len(value)), dict(entry))
    elif is_object(value):
        draft.put(place, [value, dict(entry)])
    else:
        draft.put(place, [dict(entry)])
