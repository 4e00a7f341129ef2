"""How much money a task grants: anchored at the reference plan's bill, or at what nothing can undercut."""

from __future__ import annotations

import math

from kb_browser.world.atlas import Atlas
from kb_browser.world.streams import Stream
from kb_browser.world.trips import TaskClass, Trip

_TIGHT, _LOOSE, _SHORT = (1.02, 1.10), (1.35, 1.80), (0.55, 0.92)
_AMPLE = 1.4
_LEAST_GAP, _LEAST_GAP_SHARE = 50.0, 0.05


def class_budget(stream: Stream, task_class: TaskClass, *, least: float, floor: float) -> int:
    """Whole dollars of a task whose legs are all flown; 0 or less where the class cannot be had.

    Args:
        stream: Of the task.
        task_class: Any but ROUTE.
        least: Bill of the reference plan.
        floor: What no plan can undercut.
    """
    if task_class is TaskClass.TIGHT:
        return math.ceil(least * stream.uniform(*_TIGHT))
    if task_class is TaskClass.LOOSE:
        return math.ceil(least * stream.uniform(*_LOOSE))
    if task_class is TaskClass.ENTITY:
        return math.ceil(_AMPLE * least)
    cut = math.floor(floor * stream.uniform(*_SHORT))
    return math.floor(min(cut, floor - max(_LEAST_GAP, _LEAST_GAP_SHARE * floor)))


def route_budget(atlas: Atlas, trip: Trip) -> int:
    """Whole dollars of a task with a missing leg: ample, had that leg an ordinary fare."""
    return math.ceil(_AMPLE * _route_guess(atlas, trip))


def floor_of(atlas: Atlas, trip: Trip) -> float:
    """A cost no complete plan can undercut: cheapest fares, hotels and cars, and the named ticket.

    A leg that no plane serves counts for nothing.
    """
    air = sum(atlas.cheapest_fare(*leg) for leg in trip.legs if atlas.is_direct(*leg)) * trip.persons
    lodging = sum(
        atlas.cheapest_hotel_price(city) * nights * trip.rooms
        for city, nights in zip(trip.stays, trip.nights, strict=True)
    )
    cars = 0.0
    if trip.seats is not None:
        for city, days in zip(trip.stays, trip.car_days, strict=True):
            car = atlas.cheapest_car(city, trip.persons)
            cars += car.price * days if car is not None else 0.0
    tickets = sum(
        attraction.ticket * trip.persons
        for attraction in atlas.world.attractions[trip.stays[0].name]
        if attraction.name == trip.attraction
    )
    return air + lodging + cars + tickets


def _route_guess(atlas: Atlas, trip: Trip) -> float:
    """What a trip with a missing leg would cost if that leg had an ordinary fare."""
    air = atlas.median_route_fare * len(trip.legs) * trip.persons
    lodging = sum(
        atlas.serving_hotels(city, trip.wishes)[0].price * nights * trip.rooms
        for city, nights in zip(trip.stays, trip.nights, strict=True)
    )
    return air + lodging
