"""The way from one city to another: every direct flight there and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kb_browser.geometry import clock, distance_km
from kb_browser.knowledge.reading import cells_by_column, columns_of_kind
from kb_browser.knowledge.shelf import Kind
from kb_browser.knowledge_pages.frame import Frame, list_url, record_api_url, record_url
from scoring.engine.display import decimal

NAME_CHARACTERS_SHOWN: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """A city to start from or to go to."""

    slug: str
    name: str
    number: int
    latitude: float | None
    longitude: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteFlight:
    """A direct flight; clock times are local."""

    number: str
    leaves: str
    lands: str
    price: str
    from_airport: str
    to_airport: str
    url: str
    api_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """All flights one way, the earliest first."""

    start: End
    goal: End
    flights: Sequence[RouteFlight]
    cheapest: str
    list_url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutePage:
    """A route.

    Attributes:
        ends: Every city that can be picked.
        start, goal: The cities picked; "" for none.
        mistakes: What was asked for and is none of the cities, in sentences.
        directions: There and back; empty until two cities are picked.
    """

    frame: Frame
    ends: Sequence[End]
    start: str
    goal: str
    mistakes: Sequence[str]
    directions: Sequence[Direction]
    distance_km: int | None


_ENDS: Final = (
    "SELECT slug, record.name, record.id, latitude, longitude FROM record JOIN city USING (id) "
    "ORDER BY comparable, record.id"
)
_FLIGHTS: Final = (
    "SELECT record.name, slug, leaves, lands, price, cells FROM flight JOIN record USING (id) "
    "WHERE city_id = ? AND to_id = ? ORDER BY leaves, id"
)


def route_page(frame: Frame, start: str, goal: str) -> RoutePage:
    """The flights between two cities, named by their slugs; any text may be asked for."""
    ends = [
        End(slug=slug, name=name, number=number, latitude=latitude, longitude=longitude)
        for slug, name, number, latitude, longitude in frame.file.lines(_ENDS)
    ]
    known = {end.slug: end for end in ends}
    mistakes = [
        f"“{slug[:NAME_CHARACTERS_SHOWN]}” is none of the cities."
        for slug in (start, goal)
        if slug not in known
        if slug
    ]
    here, there = known.get(start), known.get(goal)
    if here is not None and here is there:
        mistakes.append("A route joins two different cities.")
    if here is None or there is None or here is there:
        return RoutePage(
            frame=frame, ends=ends, start=start, goal=goal, mistakes=mistakes, directions=(), distance_km=None
        )
    return RoutePage(
        frame=frame,
        ends=ends,
        start=start,
        goal=goal,
        mistakes=mistakes,
        directions=[_direction(frame, here, there), _direction(frame, there, here)],
        distance_km=_distance(here, there),
    )


def _direction(frame: Frame, start: End, goal: End) -> Direction:
    version = frame.version.name
    lines = frame.file.lines(_FLIGHTS, (start.number, goal.number))
    prices = [price for *_, price, _ in lines if price is not None]
    columns = columns_of_kind(frame.file, Kind.FLIGHT)
    flights = [
        RouteFlight(
            number=name,
            leaves="–" if leaves is None else clock(leaves),
            lands="–" if lands is None else clock(lands),
            price=decimal(price, 1),
            from_airport=cells.get("departure_airport_iata_code") or "",
            to_airport=cells.get("arrival_airport_iata_code") or "",
            url=record_url(version, Kind.FLIGHT, slug),
            api_url=record_api_url(version, Kind.FLIGHT, slug),
        )
        for name, slug, leaves, lands, price, cells in (
            (*line[:-1], cells_by_column(columns, line[-1])) for line in lines
        )
    ]
    return Direction(
        start=start,
        goal=goal,
        flights=flights,
        cheapest=decimal(min(prices, default=None), 1),
        list_url=list_url(version, Kind.FLIGHT, city=start.slug, to=goal.slug),
    )


def _distance(here: End, there: End) -> int | None:
    if None in {here.latitude, here.longitude, there.latitude, there.longitude}:
        return None
    return round(
        distance_km((here.latitude or 0, here.longitude or 0), (there.latitude or 0, there.longitude or 0))
    )
