"""A journey somebody asks for, and the bookings and hours of the plan that answers it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from kb_browser.world.records import Attraction, Car, City, Flight, Hotel
from scoring.tracks.trek.task import split_evenly


class TaskClass(StrEnum):
    """How a task's budget is set, or why it has no valid plan."""

    TIGHT = "tight"
    LOOSE = "loose"
    ENTITY = "entity"
    ROUTE = "route"
    BUDGET = "budget"

    @property
    def is_feasible(self) -> bool:
        return self in (TaskClass.TIGHT, TaskClass.LOOSE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trip:
    """What is asked for, before it has a budget and words.

    Attributes:
        departure: Where the travellers live.
        stays: One to three cities in visiting order.
        is_round: Whether they fly home.
        days: Three per stay city.
        personas: In drawn order.
        persons, rooms: Party size and hotel rooms.
        seats: Seats a rental car must have; None when no car is asked for.
        is_car_said: Whether the request speaks of the car (a road trip implies one silently).
        hotel, attraction: The named entity; at most one of the two.
    """

    departure: City
    stays: tuple[City, ...]
    is_round: bool
    days: int
    personas: tuple[str, ...]
    persons: int
    rooms: int
    seats: int | None
    is_car_said: bool
    hotel: str | None = None
    attraction: str | None = None

    @property
    def wishes(self) -> frozenset[str]:
        """The personas as a set."""
        return frozenset(self.personas)

    @property
    def legs(self) -> tuple[tuple[City, City], ...]:
        """Flight legs in order."""
        chain = (self.departure, *self.stays, *((self.departure,) if self.is_round else ()))
        return tuple(pairwise(chain))

    @property
    def nights(self) -> tuple[int, ...]:
        """Nights per stay city."""
        return split_evenly(self.days - 1, len(self.stays))

    @property
    def car_days(self) -> tuple[int, ...]:
        """Car days per stay city."""
        return split_evenly(self.days, len(self.stays))

    @property
    def entity(self) -> str:
        """The name the request insists on."""
        return self.hotel or self.attraction or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One visit on one day; minutes after midnight."""

    day: int
    attraction: Attraction
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """What is booked in one stay city.

    Attributes:
        arrival_day: Day of landing, from 1.
        nights: Nights booked there.
        check_in_day, check_in: Day and minute at which the room is entered.
        visits: By day and start.
    """

    city: City
    hotel: Hotel
    car: Car | None
    arrival_day: int
    nights: int
    check_in_day: int
    check_in: int
    visits: tuple[Visit, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A complete answer: one flight per leg and one stay per city, both in order."""

    trip: Trip
    flights: tuple[Flight, ...]
    stays: tuple[Stay, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One finished task.

    Attributes:
        plan: The reference plan; None where there is none to give.
        floor: No plan can cost less than this, in dollars.
    """

    trip: Trip
    task_class: TaskClass
    budget: int
    query: str
    plan: Plan | None
    floor: float
