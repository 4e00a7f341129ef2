"""Edits of cars: one that seats the party, serves a persona, exists, or is there on every day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.plan import Booking, Day
from scoring.tracks.trek.rows import Car
from scoring.tracks.trek.seats import needed_seats
from scoring.tracks.trek.suggestions.bookings import add_car, car_entry, put_car
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.scene import Scene, shown
from scoring.tracks.trek.text import first_element, first_of, fold, is_number, is_object, lowered


class _Hire:
    """The entries of one booked car over all days."""

    def __init__(self, booking: Booking, entries: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        self.booking = booking
        self.entries = entries


def _entry(day: Day) -> tuple[str, Mapping[str, Any]] | None:
    path, value = day.container(("car", "cars"))
    path = f"{path}/0" if isinstance(value, list) else path
    entry = first_element(value)
    return (path, entry) if is_object(entry) else None


def _hire_of(scene: Scene, booking: Booking) -> _Hire:
    """A booking with every day's entry of the same type and city."""
    found = [entry for entry in map(_entry, scene.days) if entry is not None]
    return _Hire(booking, [entry for entry in found if _key(entry[1]) == _key(booking.fields)])


def _key(entry: Mapping[str, Any]) -> tuple[str, str]:
    keys = lowered(entry)
    city = keys.get("city")
    return str(first_of(keys, "type", "car_type")).lower(), str(city).lower() if city else ""


def another_car(
    scene: Scene,
    booking: Booking,
    row: Car,
    city: str,
) -> Edit:
    """Another car on every day that has this one."""
    draft = scene.draft()
    hire = _hire_of(scene, booking)
    for path, entry in hire.entries:
        put_car(draft, scene.at(path), entry, row, city)
    return Edit(
        kind=EditKind.REPLACE,
        words=f"Hire {_described(row)} in {city} instead of {shown(booking.name)}.",
        changes=tuple(draft.changes),
        price_usd=((row.price or 0.0) - _rate(scene, booking)) * _days_billed(scene, fold(city)),
        is_doubtful=_is_doubtful(scene, row),
        label=f"{booking.path} {row.key}",
    )


def _described(row: Car) -> str:
    return f"the {row.name} at {row.price:g} USD a day"


def _rate(scene: Scene, booking: Booking) -> float:
    claimed = booking.fields.get("price_per_day")
    priced = scene.stock.kb.car_priced(booking.name, booking.city, claimed if is_number(claimed) else None)
    return 0.0 if priced is None or priced.price is None else priced.price


def _days_billed(scene: Scene, key: str) -> int:
    return sum(
        days for own, days in zip(scene.facts.stay_keys, scene.facts.car_days, strict=False) if own == key
    )  # fmt: skip


def _is_doubtful(scene: Scene, row: Car) -> bool:
    needed = needed_seats(scene.task)
    is_small = bool(scene.task.car) and needed is not None and (row.capacity or 0.0) < needed
    return is_small or not scene.stock.serves_all(scene.facts.personas, row)


def _hired(scene: Scene, positions: Sequence[int], row: Car, city: str) -> Edit:
    """A car on days that have none."""
    draft = scene.draft()
    for position in positions:
        add_car(draft, scene, scene.days[position], row, city)
    days = ", ".join(shown(scene.days[position].key) for position in positions)
    return Edit(
        kind=EditKind.ADD,
        words=f"Hire {_described(row)} in {city} on {days}.",
        changes=tuple(draft.changes),
        price_usd=(row.price or 0.0) * _days_billed(scene, fold(city)),
        is_doubtful=_is_doubtful(scene, row),
        label=f"{scene.days[positions[0]].path} {row.key}",
    )


def car_for_city(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """In place of the city's cars one that passes; a first one where none is booked there."""
    city = outcome.facts.get("city")
    if not isinstance(city, str):
        return
    persona = outcome.facts.get("persona")
    rows = [
        row
        for row in scene.stock.cars(city)
        if not isinstance(persona, str) or scene.stock.serves(persona, row)
    ]  # fmt: skip
    booked = [car for car in scene.attempt.plan.cars if car.place_key == fold(city)]
    for booking in booked:
        for row in rows:
            yield another_car(scene, booking, row, city)
    if booked:
        return
    free = [position for position in scene.days_in(fold(city)) if _entry(scene.days[position]) is None]
    for row in rows if free else ():
        yield _hired(scene, free, row, city)


def known_car(scene: Scene, path: str) -> Iterator[Edit]:
    """A car that is not for hire where it is booked: another one there, or in the city that was meant."""
    booking = scene.booking(path)
    if booking is None:
        return
    stated = scene.stock.spelling(booking.city)
    cities = [stated] if stated is not None else _cities_of(scene, booking)
    for city in cities:
        for row in scene.stock.cars(city):
            yield another_car(scene, booking, row, city)


def _cities_of(scene: Scene, booking: Booking) -> Sequence[str]:
    """Stay cities of the day that books an unknown place, then all of them."""
    position = next(
        (at for at, day in enumerate(scene.days) if booking.path.startswith(f"{day.path}/")), None
    )  # fmt: skip
    places = scene.places[position] if position is not None else frozenset()
    pairs = list(zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True))
    return [city for city, key in pairs if key in places] or [city for city, _ in pairs]


def named_car(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The car type the request names, in a stay city that has it."""
    wanted = str(outcome.facts["name"]).lower()
    for city, key in zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True):
        rows = [row for row in scene.stock.cars(city) if (row.name or "").lower() == wanted]
        for booking in scene.attempt.plan.cars:
            for row in rows if booking.place_key == key else ():
                yield another_car(scene, booking, row, city)
        free = [position for position in scene.days_in(key) if _entry(scene.days[position]) is None]
        for row in rows if free else ():
            yield _hired(scene, free, row, city)


def car_every_day(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """A car on each day without one: that of the day before, else the one after, else of the day's city."""
    entries = {at: entry[1] for at, day in enumerate(scene.days) if (entry := _entry(day)) is not None}
    draft = scene.draft()
    filled = []
    for position, day in enumerate(scene.days):
        if position in entries:
            continue
        nearest = min(entries, key=lambda at: (abs(at - position), at), default=None)
        car = _first_car(scene, position) if nearest is None else dict(entries[nearest])
        if car is None:
            return
        key = next((key for key in ("car", "Car") if key in day.raw), "car")
        draft.put(scene.at(day.path, key), car)
        filled.append(shown(day.key))
    if filled:
        yield Edit(
            kind=EditKind.ADD,
            words=f"Have a car on {', '.join(filled)} too.",
            changes=tuple(draft.changes),
            bookings=len(filled),
            label=outcome.code,
        )


def _first_car(scene: Scene, position: int) -> dict[str, Any] | None:
    """The cheapest car that would do in the city of a day."""
    at = scene.schedule[position]
    city = scene.facts.stay_cities[at] if at >= 0 else ""
    rows = sorted(scene.stock.cars(city), key=lambda row: _is_doubtful(scene, row)) if city else []
    return car_entry(rows[0], city) if rows else None


def cheaper_cars(scene: Scene) -> Iterator[Edit]:
    """A cheaper car for each booked one."""
    for booking in scene.attempt.plan.cars:
        city = scene.stock.spelling(booking.city)
        rate = _rate(scene, booking) if isinstance(booking.name, str) else 0.0
        for row in scene.stock.cars(city) if city is not None else ():
            if (row.price or 0.0) < rate:
                yield another_car(scene, booking, row, city or "")
