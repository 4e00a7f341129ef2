"""How many seats a booked car has, by the knowledge base alone.

Source: official rules, section 9.1, item 8.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scoring.tracks.trek.cells import MISSING
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.rows import Car
from scoring.tracks.trek.task import Task
from scoring.tracks.trek.text import read_number

_PRICE_TOLERANCE = 1e-6


def needed_seats(task: Task) -> float | None:
    """Seats every car must have: the larger of party and request; None when it cannot be told."""
    stated = task.car.get("capacity") or 0
    requested = read_number(stated)
    if requested is None:
        return None
    needed = max(float(task.persons), requested)
    return needed if math.isfinite(needed) and needed > 0 else None


def known_capacity(kb: KnowledgeBase, car: Booking) -> float | None:
    """The capacity shared by every record the booking can mean; None when it stays ambiguous.

    Narrowed by type and city, then by ``car_id``, then by ``price_per_day``, until one capacity is left.

    Raises:
        UnscorableError: A claimed id or price beyond the range of a double, where it is read.
    """
    if not isinstance(car.name, str) or not car.name.strip() or not car.city:
        return None
    rows = kb.cars_typed(car.name, car.city)
    if not rows:
        return None
    capacity = _shared(rows)
    if capacity is not None:
        return capacity
    claimed_id = car.fields.get("car_id")
    if claimed_id is not None:
        number = read_number(claimed_id)
        if number is not None and not math.isfinite(number):
            return None
        rows = [row for row in rows if _has_id(row, number, claimed_id)]
        capacity = _shared(rows)
        if capacity is not None or not rows:
            return capacity
    price = read_number(car.fields.get("price_per_day"))
    if price is None or not math.isfinite(price):
        return None
    return _shared(
        [row for row in rows if row.price is not None and abs(row.price - price) <= _PRICE_TOLERANCE]
    )


def _shared(rows: Sequence[Car]) -> float | None:
    """The one finite positive whole capacity of all rows; None when they differ or there is none."""
    capacities = {row.capacity for row in rows}
    if len(capacities) != 1:
        return None
    capacity = capacities.pop()
    if capacity is None or not math.isfinite(capacity) or capacity <= 0 or capacity != int(capacity):
        return None
    return capacity


def _has_id(row: Car, number: float | None, claimed: object) -> bool:
    if number is None:
        return row.id not in MISSING and row.id == str(claimed).strip()
    own = read_number(row.id)
    return own is not None and own == number
