"""Edits of hotels: another one for a stay, a bed for a night, a name or city as the knowledge base has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.plan import declared_in
from scoring.tracks.trek.rows import Hotel
from scoring.tracks.trek.suggestions.bookings import add_hotel, put_hotel
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.patches import joined
from scoring.tracks.trek.suggestions.scene import Night, Scene, shown, spelt
from scoring.tracks.trek.suggestions.stock import is_like
from scoring.tracks.trek.text import fold

_Stay = Sequence[Night]


def stays_in(scene: Scene, key: str) -> Sequence[_Stay]:
    """The nights of each hotel of a city, in the order of the first night."""
    stays: dict[str, list[Night]] = {}
    for night in scene.nights:
        if night.city_key == key:
            stays.setdefault(str(night.name).lower(), []).append(night)
    return list(stays.values())


def price_of(scene: Scene, night: Night) -> float:
    """USD a night that the knowledge base asks for what is booked; 0 for an unknown hotel."""
    if not isinstance(night.name, str):
        return 0.0
    row = scene.stock.kb.hotels.named(night.name, scene.names_at(night.city_key))
    return 0.0 if row is None or row.price is None else row.price


def another_hotel(scene: Scene, stay: _Stay, row: Hotel, city: str, bookings: int = 1) -> Edit:
    """The same nights in another hotel of the city; a part of a stay makes two bookings of one."""
    draft = scene.draft()
    for night in stay:
        put_hotel(draft, scene, night, row, city)
    old, nights = shown(stay[0].name), _nights(stay)
    return Edit(
        kind=EditKind.REPLACE,
        words=f"Stay at {shown(row.name)} in {city} instead of {old}, {nights} at {row.price:g} USD.",
        changes=tuple(draft.changes),
        bookings=bookings,
        price_usd=((row.price or 0.0) - price_of(scene, stay[0])) * len(stay) * scene.task.rooms,
        is_doubtful=_is_doubtful(scene, stay, row),
        label=f"{stay[0].path} {row.key}",
    )


def _is_doubtful(scene: Scene, stay: _Stay, row: Hotel) -> bool:
    """A named hotel would be lost, or a persona not served."""
    named = scene.facts.named_hotel
    wanted = None if named is None else named.strip().lower()
    loses_named = str(stay[0].name).strip().lower() == wanted and (row.name or "").strip().lower() != wanted
    return loses_named or not scene.stock.serves_all(scene.facts.personas, row)


def _nights(stay: _Stay) -> str:
    return "1 night" if len(stay) == 1 else f"{len(stay)} nights"


def beds(scene: Scene, positions: Sequence[int], row: Hotel, city: str) -> Edit:
    """A hotel on days that have none, or one elsewhere."""
    draft = scene.draft()
    for position in positions:
        add_hotel(draft, scene, scene.days[position], row, city)
    days = ", ".join(shown(scene.days[position].key) for position in positions)
    is_replaced = any(night.position in positions for night in scene.nights)
    return Edit(
        kind=EditKind.REPLACE if is_replaced else EditKind.ADD,
        words=f"Book {shown(row.name)} in {city} on {days} ({row.price:g} USD a night).",
        changes=tuple(draft.changes),
        bookings=1,
        price_usd=(row.price or 0.0) * len(positions) * scene.task.rooms,
        is_doubtful=not scene.stock.serves_all(scene.facts.personas, row),
        label=f"{scene.days[positions[0]].path} {row.key}",
    )


def serving_hotel(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """Another hotel of the city that has what the persona needs; a first one where none is booked."""
    city, persona = str(outcome.facts["city"]), str(outcome.facts["persona"])
    rows = [row for row in scene.stock.hotels(city) if scene.stock.serves(persona, row)]
    stays = stays_in(scene, fold(city))
    for stay in stays:
        for row in rows:
            yield another_hotel(scene, stay, row, city)
    for stay in stays:
        for row in rows if len(stay) > 1 else ():
            # Two hotels where there was one: for a stay whose hotel has to stay.
            yield another_hotel(scene, stay[-1:], row, city, bookings=2)
    if not stays:
        yield from hotel_in_city(scene, outcome)


def hotel_in_city(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """A hotel for the nights that the plan or the task spends in a city."""
    city = str(outcome.facts["city"])
    yield from _cities_restated(scene, city)
    nights = _nights_for(scene, fold(city))
    if nights:
        for row in scene.stock.hotels(city):
            yield beds(scene, nights, row, city)


def _nights_for(scene: Scene, key: str) -> Sequence[int]:
    """Days in a city, but for the trip's last: those whose bed is missing or in no stay city, else all."""
    days = [position for position in scene.days_in(key) if position < len(scene.days) - 1]
    slept = {night.position: night.city_key for night in scene.nights}
    free = [position for position in days if slept.get(position, key) not in scene.facts.stay_keys or
            position not in slept]  # fmt: skip
    return free or days


def _cities_restated(scene: Scene, city: str) -> Iterator[Edit]:
    """A booked hotel is in this city, only the plan does not say so in the key that counts."""
    for night in scene.nights:
        if isinstance(night.name, str) and scene.stock.kb.hotels.named(night.name, city) is not None:
            if night.entry.get("city") == city:
                continue
            draft = scene.draft()
            for other in scene.nights:
                if other.name == night.name:
                    draft.put(joined(scene.at(other.path), "city"), city)
            yield Edit(
                kind=EditKind.RESTATE,
                words=f"State {city} as the city of {shown(night.name)}.",
                changes=tuple(draft.changes),
                label=night.path,
            )


def bed_for_night(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """A booked hotel of the day's city for one night more; else any hotel of that city."""
    day = scene.day_at(outcome.path)
    if day is None:
        return
    position = scene.day_of[day.path]
    city = _city_of_night(scene, position)
    for stay in stays_in(scene, fold(city)):
        row = scene.stock.kb.hotels.named(stay[0].name, city) if isinstance(stay[0].name, str) else None
        if row is not None and row.price is not None:
            one_more = beds(scene, [position], row, city)
            yield replace(
                one_more,
                kind=EditKind.RETIME,
                words=f"Stay at {shown(row.name)} in {city} on {shown(day.key)} too ({row.price:g} USD).",
            )
    for row in scene.stock.hotels(city):
        yield beds(scene, [position], row, city)


def _city_of_night(scene: Scene, position: int) -> str:
    """Where one sleeps on a day: the last stay city that the day names, else the one the task gives it."""
    stated = [fold(city) for city in declared_in(scene.days[position])]
    kept = [key for key in stated if key in scene.facts.stay_keys]
    if kept:
        return scene.names_at(kept[-1])
    at = scene.schedule[position]
    return scene.facts.stay_cities[at] if at >= 0 else ""


def named_hotel(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The hotel the request names, in the stay city that has it."""
    name = str(outcome.facts["name"])
    for city, key in zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True):
        row = scene.stock.kb.hotels.named(name, city)
        if row is None or row.price is None:
            continue
        stays = stays_in(scene, key)
        for stay in stays:
            if is_like(stay[0].name, row.name):
                yield _restated(scene, stay, row, city)
            yield another_hotel(scene, stay, row, city)
            if len(stay) > 1:
                yield another_hotel(scene, stay[-1:], row, city, bookings=2)
        nights = _nights_for(scene, key)
        if nights and not stays:
            yield beds(scene, nights, row, city)


def known_hotel(scene: Scene, path: str) -> Iterator[Edit]:
    """A hotel that does not exist where it is said to be: its right name, its right city, or another one."""
    booking = scene.booking(path)
    if booking is None:
        return
    stay = [
        night for night in scene.nights if night.name == booking.name and night.city_key == booking.city_key
    ]
    if not stay:
        return
    places = [booking.city] if booking.city else []
    cities = dict.fromkeys(
        spelling
        for place in [*places, *_declared(scene, stay), *scene.facts.stay_cities]
        if (spelling := scene.stock.spelling(place)) is not None
    )
    for city in cities:
        is_stated = fold(city) == booking.city_key
        for row in scene.stock.hotels(city):
            if is_like(booking.name, row.name):
                yield _restated(scene, stay, row, city)
            elif is_stated or not places:
                yield another_hotel(scene, stay, row, city)


def _declared(scene: Scene, stay: _Stay) -> Sequence[str]:
    """Stay cities that the nights' own days name."""
    places = {place for night in stay for place in scene.places[night.position]}
    return [
        city
        for city, key in zip(scene.facts.stay_cities, scene.facts.stay_keys, strict=True)
        if key in places
    ]


def _restated(scene: Scene, stay: _Stay, row: Hotel, city: str) -> Edit:
    draft = scene.draft()
    for night in stay:
        path = scene.at(night.path)
        draft.put(joined(path, spelt(night.entry, "name", "hotel_name")), row.name)
        draft.put(joined(path, "city"), city)
    return Edit(
        kind=EditKind.RESTATE,
        words=f"Write {shown(row.name)} in {city}, as the knowledge base has it, for {shown(stay[0].name)}.",
        changes=tuple(draft.changes),
        label=f"{stay[0].path} {row.key}",
    )


def cheaper_hotels(scene: Scene) -> Iterator[Edit]:
    """A cheaper hotel for each stay."""
    for key in dict.fromkeys(scene.facts.stay_keys):
        city = scene.names_at(key)
        for stay in stays_in(scene, key):
            price = price_of(scene, stay[0])
            for row in scene.stock.hotels(city):
                if (row.price or 0.0) < price:
                    yield another_hotel(scene, stay, row, city)
