"""Which extracted items do not exist: used by the hard gates and by refusals alike.

Source: official rules, sections 9.6 and 11.
"""

from __future__ import annotations

from collections.abc import Iterator

from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.plan import Booking


def fabricated_flights(attempt: Attempt) -> Iterator[Booking]:
    """Flights whose stated number is unknown; cities and times are not looked at."""
    for flight in attempt.plan.flights:
        number = flight.fields.get("flight_number")
        if number and not attempt.kb.flights_numbered(number):
            yield flight


def fabricated_hotels(attempt: Attempt) -> Iterator[Booking]:
    """Hotels without a city, or unknown in it."""
    return (hotel for hotel in attempt.plan.hotels if attempt.hotel(hotel) is None)


def fabricated_attractions(attempt: Attempt) -> Iterator[Booking]:
    """Attractions without a city, or unknown in it."""
    return (visit for visit in attempt.plan.attractions if attempt.attraction(visit) is None)


def fabricated_cars(attempt: Attempt) -> Iterator[Booking]:
    """Cars without a city, or of a type unknown in it."""
    return (car for car in attempt.plan.cars if not attempt.cars(car))
