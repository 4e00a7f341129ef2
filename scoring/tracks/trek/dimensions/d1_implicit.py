"""D1: what is booked serves each persona of the party (0 to 1, or none without personas).

One cell per persona, resource and city, 0 to 100 points; the score is the cells' mean over 100.

Source: official rules, section 9.3; paper, implicit-preference dimension.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.engine.model import CheckOutcome, DimensionKey, Verdict
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.dimensions.base import Check, Dimension
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.personas import PERSONAS, Resource, is_in_scope
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.rows import Attraction, Car, Hotel
from scoring.tracks.trek.serving import FULL_POINTS, served
from scoring.tracks.trek.text import UnscorableError, lower, read_number

_CODE = "trek.d1_implicit"
_CODES = {resource: f"{_CODE}.{resource}_serves_persona" for resource in Resource}


@dataclass(frozen=True, slots=True)
class _Resolved:
    """The record behind a booking: its facilities, and the ratings that two personas ask for."""

    key: str
    facilities: Collection[int]
    star: float | None
    restaurant_rating: float | None


_Row = TypeVar("_Row", Hotel, Attraction)
_Resolver = Callable[[Attempt, Booking], _Resolved | None]


def hotel_serves_persona(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A booked hotel in each city has what the persona needs."""
    return _cells(attempt, Resource.HOTEL, attempt.plan.hotels, bool(attempt.task.hotel), _resolve_hotel)


def attraction_serves_persona(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A visited attraction in each city has what the persona needs."""
    return _cells(
        attempt,
        Resource.ATTRACTION,
        attempt.plan.attractions,
        bool(attempt.task.attraction),
        _resolve_attraction,
    )


def car_serves_persona(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A hired car in each city has what the persona needs."""
    return _cells(attempt, Resource.CAR, attempt.plan.cars, bool(attempt.task.car), _resolve_car)


def _cells(
    attempt: Attempt, resource: Resource, bookings: Sequence[Booking], is_required: bool, resolve: _Resolver
) -> Iterator[CheckOutcome]:
    """The persona's cells of one resource, in the order of personas and cities."""
    # Resolved even when no persona asks: an item that cannot be resolved makes the row unscorable.
    resolved = [(booking, resolve(attempt, booking)) for booking in bookings]
    groups: dict[str, list[tuple[Booking, _Resolved | None]]] = {}
    for booking, record in resolved:
        groups.setdefault(booking.place_key, []).append((booking, record))
    facts = attempt.facts
    for persona in facts.personas:
        if not is_in_scope(persona, resource):
            continue
        if is_required and facts.stay_cities:
            cities: Sequence[tuple[str, str]] = list(zip(facts.stay_cities, facts.stay_keys, strict=True))
        elif bookings:
            cities = [(str(group[0][0].place), key) for key, group in groups.items()]
        else:
            cities = [("", "")] if is_required else []
        for city, key in cities:
            yield _cell(attempt.kb, persona, resource, city, groups.get(key, ()))


def _cell(
    kb: KnowledgeBase, persona: str, resource: Resource, city: str,
    group: Sequence[tuple[Booking, _Resolved | None]],
) -> CheckOutcome:  # fmt: skip
    """The best booking of a city for a persona, the first of equals; 0 points without a booking."""
    best: tuple[Booking, _Resolved | None] | None = None
    points = -1.0
    has: tuple[str, ...] = ()
    for booking, record in group:
        own, matching = _points(kb, persona, resource, record)
        if own > points:
            points, has, best = own, matching, (booking, record)
    record = best[1] if best is not None else None
    return CheckOutcome(
        code=_CODES[resource],
        verdict=Verdict.PASSED if points >= FULL_POINTS else Verdict.FAILED,
        path=best[0].path if best is not None else "",
        facts={
            "persona": persona, "resource": resource.value, "city": city, "points": max(points, 0.0),
            "booked": best[0].shown if best is not None else None,
            "record": record.key if record is not None else None,
            "needs": PERSONAS[persona].of(resource), "has": has,
        },
    )  # fmt: skip


def _points(
    kb: KnowledgeBase, persona: str, resource: Resource, record: _Resolved | None
) -> tuple[float, tuple[str, ...]]:
    """0 to 100 for one resolved booking, and the needed facilities it has; an unresolved one scores 0."""
    if record is None:
        return 0.0, ()
    return served(
        kb, persona, resource,
        facilities=record.facilities, star=record.star, restaurant_rating=record.restaurant_rating,
    )  # fmt: skip


def _resolve_hotel(attempt: Attempt, booking: Booking) -> _Resolved | None:
    row = attempt.hotel(booking) or _declared(attempt.declared_hotels, booking, "the name of a hotel")
    return None if row is None else _Resolved(row.key, row.facilities, row.star, row.restaurant_rating)


def _resolve_attraction(attempt: Attempt, booking: Booking) -> _Resolved | None:
    row = attempt.attraction(booking) or _declared(
        attempt.declared_attractions, booking, "the name of an attraction"
    )
    return None if row is None else _Resolved(row.key, row.facilities, None, None)


def _declared(rows: Mapping[str, _Row], booking: Booking, what: str) -> _Row | None:
    """A booking that its own city does not know, looked for in every declared city."""
    return rows.get(lower(booking.name, what)) if rows else None


def _places(attempt: Attempt, booking: Booking) -> Iterator[object]:
    """Where a car is looked for: its exact city, then each declared city."""
    if booking.city:
        yield booking.city
    yield from attempt.plan.declared_cities


def _resolve_car(attempt: Attempt, booking: Booking) -> _Resolved | None:
    """The car's services; candidates tied at the claimed price are merged, since nothing tells them apart."""
    if not isinstance(booking.name, str):
        return None
    wanted = booking.name.lower()
    for city in _places(attempt, booking):
        table = attempt.kb.cars.find(city)
        named = [] if table is None else [row for row in table.rows if row.name is not None]
        candidates = [row for row in named if row.name is not None and row.name.lower() == wanted] or [
            row for row in named if row.name is not None and wanted in row.name.lower()
        ]
        if candidates and table is not None:
            chosen = _nearest(candidates, booking.fields.get("price_per_day"))
            services = frozenset(service for row in chosen for service in row.facilities)
            return _Resolved(chosen[0].key, services, None, None)
    return None


def _nearest(candidates: Sequence[Car], claimed: object) -> Sequence[Car]:
    price = read_number(claimed)
    if price is None:
        return candidates[:1]
    if math.isnan(price):
        raise UnscorableError("the price of a car reads as not-a-number")
    distances = [(abs(row.price - price), row) for row in candidates if row.price is not None]
    if not distances:
        return candidates[:1]
    least = min(distance for distance, _ in distances)
    return [row for distance, row in distances if distance == least]


def _applies(attempt: Attempt) -> bool:
    return bool(attempt.task.personas)


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float | None:
    """Sum / cells / 100, in that order of operations: one third is 0.33333333333333337."""
    if not outcomes:
        return None
    points = [
        FULL_POINTS if outcome.verdict is Verdict.PASSED else _of(outcome.facts) for outcome in outcomes
    ]
    return sum(points) / len(points) / FULL_POINTS


def _of(facts: Mapping[str, object]) -> float:
    points = facts["points"]
    return points if isinstance(points, float) else 0.0


_SECTION = "official rules 9.3; paper, Tables 9-11"
_MESSAGE = "For {persona}, what is booked in {city} ({booked}) has none of what is needed: {needs}."

DIMENSION = Dimension(
    key=DimensionKey("d1_implicit"),
    label="D1",
    summary="Hotels, attractions and cars have facilities that serve every persona, city by city.",
    paper="Implicit preferences; official rules 9.3",
    checks=(
        Check(
            code=f"{_CODE}.hotel_serves_persona", title="The hotel serves the persona",
            message=_MESSAGE, paper=_SECTION, run=hotel_serves_persona,
        ),
        Check(
            code=f"{_CODE}.attraction_serves_persona", title="An attraction serves the persona",
            message=_MESSAGE, paper=_SECTION, run=attraction_serves_persona,
        ),
        Check(
            code=f"{_CODE}.car_serves_persona", title="The car serves the persona",
            message=_MESSAGE, paper=_SECTION, run=car_serves_persona,
        ),
    ),
    applies=_applies,
    score=_score,
)  # fmt: skip
