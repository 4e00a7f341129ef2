"""Hard gates: an answered feasible task is valid only when none of them fires.

All reasons are collected, in this order. Of each fabricated kind only the first offender is reported;
every missing mandate is.

Source: official rules, section 11.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from scoring.engine.model import CheckOutcome, Verdict
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check
from scoring.tracks.trek.fabrication import (
    fabricated_attractions,
    fabricated_cars,
    fabricated_flights,
    fabricated_hotels,
)  # fmt: skip
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.text import trimmed

_CODE = "trek.gate"
_LEAST_VISITS = 2


def empty_plan(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The plan books something."""
    yield passed_if(attempt.plan.books_anything, f"{_CODE}.empty_plan", "", {})


def majority_visits_outside_hours(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Of two or more visits that can be checked, at most half lie outside opening hours."""
    checked = outside = 0
    for visit in attempt.plan.attractions:
        _, start, end, hours = attempt.visit(visit)
        if start is None or end is None or hours is None:
            continue
        checked += 1
        outside += start < hours[0] or end > hours[1]
    yield passed_if(
        not (checked >= _LEAST_VISITS and 2 * outside > checked),
        f"{_CODE}.majority_visits_outside_hours", "",
        {"outside": outside, "checked": checked},
    )  # fmt: skip


def _fabrication(
    kind: str, find: Callable[[Attempt], Iterator[Booking]]
) -> Callable[[Attempt], Iterator[CheckOutcome]]:
    def run(attempt: Attempt) -> Iterator[CheckOutcome]:
        found = next(find(attempt), None)
        yield passed_if(
            found is None, f"{_CODE}.fabricated_{kind}", found.path if found else "",
            {"name": found.shown if found else None},
        )  # fmt: skip

    return run


def missing_mandated_hotel(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The named hotel is booked, in whatever city."""
    return _mandated(attempt.facts.named_hotel, attempt.plan.hotels, f"{_CODE}.missing_mandated_hotel")


def missing_mandated_attraction(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Every named attraction is visited, in whatever city."""
    for name in attempt.facts.named_attractions:
        yield from _mandated(name, attempt.plan.attractions, f"{_CODE}.missing_mandated_attraction")


def missing_mandated_car(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The named car type is booked, in whatever city."""
    return _mandated(attempt.facts.named_car, attempt.plan.cars, f"{_CODE}.missing_mandated_car")


def _mandated(wanted: str | None, bookings: Sequence[Booking], code: str) -> Iterator[CheckOutcome]:
    if wanted is not None:
        found = next((booking for booking in bookings if trimmed(booking.name) == trimmed(wanted)), None)
        yield passed_if(found is not None, code, found.path if found else "", {"name": quoted(wanted)})


_SECTION = "official rules 11"
_INVENTED = "{name} does not exist in the city stated."
_MISSING = "The request names {name}, which is not booked."

GATES: tuple[Check, ...] = (
    Check(
        code=f"{_CODE}.empty_plan", title="The plan is not empty",
        message="The plan books nothing.", paper=_SECTION, run=empty_plan,
    ),
    Check(
        code=f"{_CODE}.majority_visits_outside_hours", title="Most visits are within opening hours",
        message="{outside} of {checked} visits lie outside opening hours.", paper=_SECTION,
        run=majority_visits_outside_hours,
    ),
    Check(
        code=f"{_CODE}.fabricated_flight", title="No flight is invented",
        message="Flight {name} does not exist.", paper=_SECTION,
        run=_fabrication("flight", fabricated_flights),
    ),
    Check(
        code=f"{_CODE}.fabricated_hotel", title="No hotel is invented",
        message=_INVENTED, paper=_SECTION, run=_fabrication("hotel", fabricated_hotels),
    ),
    Check(
        code=f"{_CODE}.fabricated_attraction", title="No attraction is invented",
        message=_INVENTED, paper=_SECTION, run=_fabrication("attraction", fabricated_attractions),
    ),
    Check(
        code=f"{_CODE}.fabricated_car", title="No car is invented",
        message=_INVENTED, paper=_SECTION, run=_fabrication("car", fabricated_cars),
    ),
    Check(
        code=f"{_CODE}.missing_mandated_hotel", title="The named hotel is booked",
        message=_MISSING, paper=_SECTION, run=missing_mandated_hotel,
    ),
    Check(
        code=f"{_CODE}.missing_mandated_attraction", title="Each named attraction is visited",
        message=_MISSING, paper=_SECTION, run=missing_mandated_attraction,
    ),
    Check(
        code=f"{_CODE}.missing_mandated_car", title="The named car type is booked",
        message=_MISSING, paper=_SECTION, run=missing_mandated_car,
    ),
)  # fmt: skip


def run_gates(attempt: Attempt) -> list[CheckOutcome]:
    """Every gate's outcomes, in the official order."""
    return [outcome for gate in GATES for outcome in gate.run(attempt)]


def fired(outcomes: Sequence[CheckOutcome]) -> tuple[str, ...]:
    """Official codes of the gates that fired, one per reason."""
    prefix = len(_CODE) + 1
    return tuple(outcome.code[prefix:] for outcome in outcomes if outcome.verdict is Verdict.FAILED)
