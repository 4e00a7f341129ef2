"""A map of a route: equirectangular about its middle, as large as its frame allows, the same every time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.evidence_words import named
from scoring.label_places import Dot, places_of
from scoring.route_page import MapDot, MapLabel, MapLeg
from scoring.tracks.trek.evidence import Point, Route

WIDTH: Final = 960.0
HEIGHT: Final = 420.0
_MARGIN: Final = 60.0
_BOW: Final = 0.14
_LEAST_SPAN: Final = 0.2
_TURN: Final = 360.0
_LETTERS_MOST: Final = 32
_ANCHORS: Final = {"left": "start", "right": "end", "center": "middle"}


@dataclass(frozen=True, slots=True)
class Projection:
    """Degrees to units of the drawing; longitudes count on from the first, across the date line."""

    first: float
    east: float
    north: float
    shrink: float
    scale: float
    left: float
    top: float

    def place(self, point: Point) -> tuple[float, float]:
        """Where a point stands."""
        across = (_onwards(point.longitude, self.first) - self.east) * self.shrink
        return (
            round(self.left + across * self.scale, 1),
            round(self.top + (self.north - point.latitude) * self.scale, 1),
        )


def projection_of(points: Sequence[Point]) -> Projection:
    """The projection that shows all points, which must be some, centred and undistorted in their middle."""
    first = points[0].longitude
    longitudes = [_onwards(point.longitude, first) for point in points]
    latitudes = [point.latitude for point in points]
    shrink = max(0.1, math.cos(math.radians((min(latitudes) + max(latitudes)) / 2)))
    wide = max(_LEAST_SPAN, (max(longitudes) - min(longitudes)) * shrink)
    high = max(_LEAST_SPAN, max(latitudes) - min(latitudes))
    scale = min((WIDTH - 2 * _MARGIN) / wide, (HEIGHT - 2 * _MARGIN) / high)
    return Projection(
        first=first,
        east=min(longitudes),
        north=max(latitudes),
        shrink=shrink,
        scale=scale,
        left=(WIDTH - (max(longitudes) - min(longitudes)) * shrink * scale) / 2,
        top=(HEIGHT - (max(latitudes) - min(latitudes)) * scale) / 2,
    )


def _onwards(longitude: float, first: float) -> float:
    """The turn of a longitude that is nearest to the first one."""
    return longitude - _TURN * round((longitude - first) / _TURN)


def points_of(routes: Sequence[Route]) -> Sequence[Point]:
    """Every point of the routes."""
    return [
        point
        for route in routes
        for point in (
            *(end for leg in route.legs.rows for end in (leg.start, leg.end)),
            *(stop.point for stop in route.stops.rows),
        )
    ]


def legs_of(route: Route, of: str, projection: Projection) -> Iterator[MapLeg]:
    """The flights of a route, numbered in their order."""
    for number, leg in enumerate(route.legs.rows, start=1):
        (x, y), (end_x, end_y) = projection.place(leg.start), projection.place(leg.end)
        # Bowed to the left of the direction, so that the way back lies on the other side.
        bend_x = (x + end_x) / 2 + (end_y - y) * _BOW
        bend_y = (y + end_y) / 2 - (end_x - x) * _BOW
        yield MapLeg(
            of=of,
            number=str(number),
            path=f"M{x:g} {y:g}Q{bend_x:.1f} {bend_y:.1f} {end_x:g} {end_y:g}",
            x=round((x + 2 * bend_x + end_x) / 4, 1),
            y=round((y + 2 * bend_y + end_y) / 4, 1),
            said=f"{number}. {named(leg.number)}: {leg.start_city} to {leg.end_city}",
        )


def dots_of(route: Route, of: str, projection: Projection) -> Iterator[MapDot]:
    """The airports of a route's cities, and its places over them."""
    for city, point in _cities(route):
        x, y = projection.place(point)
        yield MapDot(kind="city", of=of, x=x, y=y, said=city)
    for stop in route.stops.rows:
        x, y = projection.place(stop.point)
        yield MapDot(kind=stop.kind, of=of, x=x, y=y, said=f"{stop.kind}: {named(stop.name)}")


def labels_of(
    routes: Sequence[Route], legs: Sequence[MapLeg], projection: Projection
) -> Sequence[MapLabel]:  # fmt: skip
    """The name of every city that has room for it beside the numbers of the flights; a name stands once."""
    cities = {city: projection.place(point) for route in routes for city, point in _cities(route)}
    dots = [Dot(x=x / WIDTH, y=y / HEIGHT, text=city[:_LETTERS_MOST]) for city, (x, y) in cities.items()]
    numbers = [Dot(x=leg.x / WIDTH, y=leg.y / HEIGHT, text="") for leg in legs]
    return tuple(
        MapLabel(
            text=dots[place.dot].text,
            x=round(dots[place.dot].x * WIDTH + place.dx, 1),
            y=round(dots[place.dot].y * HEIGHT + place.dy + 4, 1),
            anchor=_ANCHORS[place.anchor],
        )
        for place in places_of([*dots, *numbers], width=WIDTH, height=HEIGHT)
        if place.dot < len(dots)
    )


def _cities(route: Route) -> Sequence[tuple[str, Point]]:
    ends = [end for leg in route.legs.rows for end in ((leg.start_city, leg.start), (leg.end_city, leg.end))]
    return tuple(dict(ends).items())
