"""Edits of days: days that are missing, and a city that nothing is booked in."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.flying import leg_to
from scoring.tracks.trek.suggestions.patches import joined
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.suggestions.staying import hotel_in_city
from scoring.tracks.trek.suggestions.visiting import attraction_in_city


def days_planned(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The missing days, each in the city that the task's nights give it, with its hotel and car."""
    required = scene.task.days
    planned = outcome.facts.get("planned", len(scene.days))
    if not scene.days or not isinstance(planned, int) or planned >= required:
        return
    taken = {day.key for day in scene.days}
    free = [number for number in range(1, required + 1) if f"day{number}" not in taken]
    blank = [day.key for day in scene.days if day.key in _blank(scene)]
    keys = [*blank, *(f"day{number}" for number in free)][: required - planned]
    if len(keys) < required - planned:
        return
    draft = scene.draft()
    for key in keys:
        draft.put(joined(scene.base, key), _day(scene, key))
    yield Edit(
        kind=EditKind.ADD,
        words=f"Plan {', '.join(keys)} too, in the city where the trip then is.",
        changes=tuple(draft.changes),
        bookings=len(keys),
        label=" ".join(keys),
    )


def _blank(scene: Scene) -> set[str]:
    """Keys of the days that are objects and carry nothing."""
    return {day.key for day in scene.days if not any(day.raw.values())}


def _day(scene: Scene, key: str) -> dict[str, object]:
    """A day without visits: its city, and the hotel and car that are booked there."""
    digits = "".join(character for character in key if character.isdecimal())
    position = min(max(int(digits) - 1, 0) if digits else 0, scene.task.days - 1)
    at = scene.schedule[position] if position < len(scene.schedule) else -1
    city, city_key = ("", "") if at < 0 else (scene.facts.stay_cities[at], scene.facts.stay_keys[at])
    day: dict[str, object] = {"current_city": city or "on the way", "flights": [], "attractions": []}
    night = next((night for night in scene.nights if night.city_key == city_key), None)
    if night is not None and position < scene.task.days - 1:
        day["hotel"] = {name: value for name, value in night.entry.items() if name.lower() not in _CHECK_INS}
    car = next((car for car in scene.attempt.plan.cars if car.place_key == city_key), None)
    if car is not None:
        day["car"] = {name: value for name, value in car.fields.items() if name != "type"}
    return day


_CHECK_INS = ("check_in", "checkin")


def city_booked(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """Something in a city that nothing is booked in: a visit, a hotel, or the flight there."""
    if isinstance(outcome.facts.get("city"), str):
        yield from attraction_in_city(scene, outcome)
        yield from hotel_in_city(scene, outcome)
        yield from leg_to(scene, str(outcome.facts["city"]))
