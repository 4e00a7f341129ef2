"""Edits for the hard gates: what it takes until none of a kind is left."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.fabrication import (
    fabricated_attractions,
    fabricated_cars,
    fabricated_flights,
    fabricated_hotels,
)  # fmt: skip
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.suggestions.driving import known_car
from scoring.tracks.trek.suggestions.edits import Edit, together
from scoring.tracks.trek.suggestions.flying import known_flight
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.suggestions.search import drawn
from scoring.tracks.trek.suggestions.staying import known_hotel
from scoring.tracks.trek.suggestions.timing import visit_in_hours
from scoring.tracks.trek.suggestions.visiting import known_attraction

_VARIANTS = 12
STEPS_MAX = 8

_Known = Callable[[Scene, str], Iterator[Edit]]


def _none_invented(
    find: Callable[[Attempt], Iterator[Booking]], known: _Known
) -> Callable[[Scene, CheckOutcome], Iterator[Edit]]:
    """Something real in place of every invented booking of a kind."""

    def run(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
        if len(list(find(scene.attempt))) == 1:
            yield from known(scene, next(find(scene.attempt)).path)
            return
        for variant in range(_VARIANTS):
            steps = _steps(scene, find, known, variant)
            if steps:
                yield together(steps)

    return run


def _steps(
    scene: Scene, find: Callable[[Attempt], Iterator[Booking]], known: _Known, variant: int
) -> Sequence[Edit]:
    """One edit for each invented booking, the first of them in another variant; empty where one has none."""
    steps: list[Edit] = []
    current = scene
    while len(steps) < STEPS_MAX:
        booking = next(find(current.attempt), None)
        if booking is None:
            return steps
        options = drawn(known(current, booking.path))
        if len(options) <= variant:
            return ()
        steps.append(options[variant])
        current = current.after(steps[-1], current.evaluated(steps[-1]))
    return ()


no_invented_flight = _none_invented(fabricated_flights, known_flight)
no_invented_hotel = _none_invented(fabricated_hotels, known_hotel)
no_invented_attraction = _none_invented(fabricated_attractions, known_attraction)
no_invented_car = _none_invented(fabricated_cars, known_car)


def most_in_hours(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
    """So many visits within their opening hours that at most half lie outside."""
    steps: list[Edit] = []
    current = scene
    while len(steps) < STEPS_MAX:
        outside = [path for path, is_outside in _checkable(current) if is_outside]
        if 2 * len(outside) <= len(list(_checkable(current))):
            break
        options = drawn(visit_in_hours(current, outside[0]))
        if not options:
            return
        steps.append(options[0])
        current = current.after(steps[-1], current.evaluated(steps[-1]))
    if steps:
        yield together(steps)


def _checkable(scene: Scene) -> Iterator[tuple[str, bool]]:
    """Visits whose times and hours can be read, and whether they lie outside."""
    for visit in scene.attempt.plan.attractions:
        _, start, end, hours = scene.attempt.visit(visit)
        if start is not None and end is not None and hours is not None:
            yield visit.path, start < hours[0] or end > hours[1]
