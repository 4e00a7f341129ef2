"""What a plan in the gold's form costs, added up in the order of the rules: air, nights, tickets, cars."""

from __future__ import annotations

import math
from collections.abc import Iterator

from kb_browser.probes.base import plain
from kb_browser.probes.task import ATTRACTION, CAR, FLIGHT, HOTEL, Item, Plan, ProbeTask, items
from scoring.tracks.trek.rows import Car

_DECAY = 4.0
_DIGITS = 12


def cost_of(task: ProbeTask, plan: Plan) -> float:
    """The bill in the release's currency."""
    total = 0.0
    for part in (_air, _nights, _tickets, _cars):
        for amount in part(task, plan):
            # One after the other: `sum` compensates for what doubles lose, and the rules do not.
            total += amount
    return total


def budget_figure(task: ProbeTask, plan: Plan) -> float:
    """1 within the budget, less the further the bill is above it."""
    cost = cost_of(task, plan)
    if cost <= 0:
        return 0.0
    value = math.exp(-_DECAY * max(0.0, (cost - task.budget) / task.budget))
    # Scores are quantised, and no excess is rounded away.
    return value if value == 1.0 else min(round(value, _DIGITS), 1.0 - 10.0**-_DIGITS)


def split(amount: int, parts: int) -> list[int]:
    """A whole amount over the parts, the remainder to the earlier ones."""
    return [amount // parts + (part < amount % parts) for part in range(parts)]


def _air(task: ProbeTask, plan: Plan) -> Iterator[float]:
    flown = set()
    seen: set[str] = set()
    for flight in sorted_items(plan, FLIGHT):
        number = flight["flight_number"]
        if number.strip().lower() in seen:
            continue
        seen.add(number.strip().lower())
        row = task.base.flights.get(number)
        price = row.price if row is not None and row.price is not None else flight["price"]
        flown.add((plain(flight["departure_city"]), plain(flight["arrival_city"])))
        yield price * task.task.persons
    for leg in task.legs:
        fare = task.base.fare(leg)
        if (plain(leg[0]), plain(leg[1])) not in flown and fare is not None:
            yield fare * task.task.persons


def _nights(task: ProbeTask, plan: Plan) -> Iterator[float]:
    rooms, stays = task.task.rooms, task.stays
    for city, nights in zip(stays, split(max(1, task.task.days - 1), max(1, len(stays))), strict=True):
        rates = [_rate(task, hotel) for hotel in items(plan, HOTEL) if plain(hotel["city"]) == plain(city)]
        for rate in rates[:nights]:
            yield rate * rooms
        missing = nights - len(rates)
        prices = [row.price for row in task.base.hotels.of(city) if row.price is not None]
        if missing > 0 and prices:
            yield min(prices) * (rooms * missing)


def _rate(task: ProbeTask, hotel: Item) -> float:
    row = task.base.hotels.first(hotel["city"], hotel["name"])
    return row.price if row is not None and row.price is not None else float(hotel["price_per_night"])


def _tickets(task: ProbeTask, plan: Plan) -> Iterator[float]:
    seen: set[tuple[str, str]] = set()
    for visit in sorted_items(plan, ATTRACTION):
        key = (visit["name"].lower(), visit["city"].lower())
        row = task.base.attractions.first(visit["city"], visit["name"])
        if key not in seen and row is not None and row.price is not None:
            yield row.price * task.task.persons
        seen.add(key)


def _cars(task: ProbeTask, plan: Plan) -> Iterator[float]:
    stays = task.stays
    for city, days in zip(stays, split(max(1, task.task.days), max(1, len(stays))), strict=True):
        rates = [_day_rate(task, car) for car in items(plan, CAR) if plain(car["city"]) == plain(city)]
        fit = [
            row.price
            for row in task.base.cars.of(city)
            if task.task.car and row.price is not None and (row.capacity or 0) >= task.wanted_seats
        ]
        if rates or fit:
            yield min(rates or fit) * days


def _day_rate(task: ProbeTask, car: Item) -> float:
    rows = billable_cars(task, car)
    return float(rows[0].price) if rows and rows[0].price is not None else float(car["price_per_day"])


def billable_cars(task: ProbeTask, car: Item) -> list[Car]:
    """The cars of that type whose price is nearest to the one stated, the billed one first."""
    wanted, claimed = car["car_type"].lower(), car["price_per_day"]
    rows = [
        row
        for row in task.base.cars.of(car["city"])
        if row.name is not None and row.name.lower() == wanted and row.price is not None
    ]
    if not rows:
        return []
    gaps = [abs((row.price or 0.0) - claimed) for row in rows]
    return [row for row, gap in zip(rows, gaps, strict=True) if gap == min(gaps)]


def sorted_items(plan: Plan, kind: str) -> Iterator[Item]:
    """Bookings in the order in which they are read: days by their key as text."""
    for key in sorted(plan):
        yield from items({key: plan[key]}, kind)
