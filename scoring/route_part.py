"""The route of an answer for its page: map and table, with the gold's where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.engine.display import ABSENT, counted, decimal
from scoring.evidence_page import EvidenceCell, EvidenceTable
from scoring.evidence_tables import Linked
from scoring.evidence_words import heads, left_out, named, number
from scoring.route_drawing import HEIGHT, WIDTH, dots_of, labels_of, legs_of, points_of, projection_of
from scoring.route_page import RoutePart
from scoring.tracks.trek.evidence import Point, Route

_PLANS: Final = {"plan": "this plan", "gold": "gold"}


def route_part(plan: Route, gold: Route | None, *, linked: Linked) -> RoutePart | None:
    """Both from the same values; None where no place is known.

    Args:
        plan: The answer's.
        gold: The gold's, where it is to be shown.
        linked: From a record's key to its page; "" where it has none.
    """
    # The gold is drawn first, so that the plan lies over it.
    routes = [*([("gold", gold)] if gold is not None else []), ("plan", plan)]
    points = points_of([route for _, route in routes])
    if not points:
        return None
    projection = projection_of(points)
    legs = tuple(leg for of, route in routes for leg in legs_of(route, of, projection))
    return RoutePart(
        width=WIDTH,
        height=HEIGHT,
        legs=legs,
        dots=tuple(dot for of, route in routes for dot in dots_of(route, of, projection)),
        labels=labels_of([route for _, route in reversed(routes)], legs, projection),
        table=_table(plan, gold, linked),
    )


def _table(plan: Route, gold: Route | None, linked: Linked) -> EvidenceTable:
    unknown = f"{counted(plan.unknown, 'booking')} of the plan without known coordinates. "
    return EvidenceTable(
        kind="route",
        title="The route as a table",
        note=(unknown if plan.unknown else "") + "Great-circle distances between airports.",
        heads=heads("What", "Of", "Kind", "From or in", "To", "#Distance", "#Latitude", "#Longitude"),
        rows=(*_rows("plan", plan, linked), *([] if gold is None else _rows("gold", gold, linked))),
        more_text=left_out(plan.legs.more + plan.stops.more, "flights or places"),
    )


def _rows(of: str, route: Route, linked: Linked) -> Iterator[Sequence[EvidenceCell]]:
    for place, leg in enumerate(route.legs.rows, start=1):
        yield (
            EvidenceCell(text=f"{place}. {named(leg.number)}", record=leg.record, url=linked(leg.record)),
            EvidenceCell(text=_PLANS[of]),
            EvidenceCell(text="flight"),
            EvidenceCell(text=leg.start_city),
            EvidenceCell(text=leg.end_city),
            EvidenceCell(text=f"{decimal(leg.distance_km, 0)} km", value=number(leg.distance_km)),
            *_degrees(leg.end),
        )
    for stop in route.stops.rows:
        yield (
            EvidenceCell(text=named(stop.name), record=stop.record, url=linked(stop.record)),
            EvidenceCell(text=_PLANS[of]),
            EvidenceCell(text=stop.kind),
            EvidenceCell(text=named(stop.city)),
            EvidenceCell(text=ABSENT),
            EvidenceCell(text=ABSENT),
            *_degrees(stop.point),
        )


def _degrees(point: Point) -> Iterator[EvidenceCell]:
    for degrees in (point.latitude, point.longitude):
        yield EvidenceCell(text=decimal(degrees, 3), value=degrees)
