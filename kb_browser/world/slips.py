"""What goes wrong in a plan: each slip takes a sound plan, in place, one step away from the gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from kb_browser.geometry import clock, minute_of
from kb_browser.world.atlas import World
from kb_browser.world.streams import Stream

Plan: TypeAlias = dict[str, dict[str, object]]
Entry: TypeAlias = dict[str, object]


def _forget_night(stream: Stream, _world: World, plan: Plan) -> None:
    """One night without a hotel."""
    for day in _one(stream, [day for day in plan.values() if "hotel" in day]):
        del day["hotel"]


def _invent_hotel(_stream: Stream, _world: World, plan: Plan) -> None:
    """A hotel name that sounds right and is not in the data."""
    for hotel in _entries(plan, "hotel"):
        hotel["name"] = f"{hotel['name']} Annex"


def _misread_clock(stream: Stream, _world: World, plan: Plan) -> None:
    """A departure ten minutes off."""
    for flight in _one(stream, _entries(plan, "flights")):
        flight["departure_time"] = clock(minute_of(str(flight["departure_time"])) + 10)


def _visit_closed(stream: Stream, _world: World, plan: Plan) -> None:
    """A visit long before opening."""
    for visit in _one(stream, _entries(plan, "attractions")):
        visit["visit_start"], visit["visit_end"] = "04:30", "05:30"


def _rush(stream: Stream, _world: World, plan: Plan) -> None:
    """Two visits with no time to get from one to the other."""
    for day in _one(stream, [day for day in plan.values() if len(_visits(day)) > 1]):
        one, other = _visits(day)[:2]
        other["visit_start"] = one["visit_end"]


def _skip_visits(stream: Stream, _world: World, plan: Plan) -> None:
    """Nothing is visited in one of the cities."""
    for missed in _one(stream, _entries(plan, "attractions")):
        for day in plan.values():
            day["attractions"] = [visit for visit in _visits(day) if visit["city"] != missed["city"]]


def _stay_anywhere(_stream: Stream, world: World, plan: Plan) -> None:
    """The cheapest hotel of each city, whomever it serves."""
    for hotel in _entries(plan, "hotel"):
        cheapest = min(world.hotels[str(hotel["city"])], key=lambda other: (other.price, other.id))
        hotel["name"], hotel["price_per_night"] = cheapest.name, cheapest.price


def _overspend(_stream: Stream, world: World, plan: Plan) -> None:
    """The dearest hotel of each city."""
    for hotel in _entries(plan, "hotel"):
        dearest = max(world.hotels[str(hotel["city"])], key=lambda other: (other.price, other.id))
        hotel["name"], hotel["price_per_night"] = dearest.name, dearest.price


def _stay_abroad(_stream: Stream, _world: World, plan: Plan) -> None:
    """The last flight is missing."""
    for day in [day for day in plan.values() if day["flights"]][-1:]:
        day["flights"] = []


SLIPS: tuple[Callable[[Stream, World, Plan], None], ...] = (
    _forget_night,
    _invent_hotel,
    _misread_clock,
    _visit_closed,
    _rush,
    _skip_visits,
    _stay_anywhere,
    _overspend,
    _stay_abroad,
)


def _one(stream: Stream, entries: Sequence[Entry]) -> list[Entry]:
    """One of the entries, or none where there is none: an earlier slip may have taken them all."""
    return [stream.pick(entries)] if entries else []


def _visits(day: Mapping[str, object]) -> list[Entry]:
    """The visits of one day."""
    visits = day["attractions"]
    return visits if isinstance(visits, list) else []


def _entries(plan: Plan, member: str) -> list[Entry]:
    """Every booking of one kind, in order of days."""
    found: list[Entry] = []
    for day in plan.values():
        value = day.get(member)
        found.extend(value if isinstance(value, list) else [value] if isinstance(value, dict) else [])
    return found
