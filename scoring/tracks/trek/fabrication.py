"""Which extracted items do not exist: used by the hard gates and by refusals alike.

Source: official rules, sections 9.6 and 11.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.plan import Booking, Plan


def fabricated_flights(kb: KnowledgeBase, plan: Plan) -> Iterator[Booking]:
    """Flights whose stated number is unknown; cities and times are not looked at."""
    for flight in plan.flights:
        number = flight.fields.get("flight_number")
        if number and not kb.flights_numbered(number):
            yield flight


def fabricated_hotels(kb: KnowledgeBase, plan: Plan) -> Iterator[Booking]:
    """Hotels without a city, or unknown in it."""
    return (
        hotel for hotel in plan.hotels if not hotel.city or kb.hotels.named(hotel.name, hotel.city) is None
    )


def fabricated_attractions(kb: KnowledgeBase, plan: Plan) -> Iterator[Booking]:
    """Attractions without a city, or unknown in it."""
    return (
        visit for visit in plan.attractions
        if not visit.city or kb.attractions.named(visit.name, visit.city) is None
    )  # fmt: skip


def fabricated_cars(kb: KnowledgeBase, plan: Plan) -> Iterator[Booking]:
    """Cars without a city, or of a type unknown in it."""
    return (car for car in plan.cars if not car.city or not kb.cars_typed(car.name, car.city))
