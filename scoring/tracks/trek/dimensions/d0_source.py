"""D0-src: everything booked exists in the knowledge base as stated (0 or 1).

Source: official rules, sections 3.3 and 9.2; paper, truthfulness dimension.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Json, Verdict
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, always
from scoring.tracks.trek.plan import Booking
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.rows import Flight
from scoring.tracks.trek.text import trimmed

_CODE = "trek.d0_source"
_NOTHING = f"{_CODE}.something_checkable"


def flight_verified(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A flight number exists on the stated route at the stated times; what is not stated passes."""
    for flight in attempt.plan.flights:
        number = flight.fields.get("flight_number")
        if not number:
            continue
        rows = attempt.kb.flights_numbered(number)
        route = any(_flies(row, flight.fields) for row in rows)
        times = not rows or _at_stated_times(rows, flight.fields)
        yield passed_if(
            route and times, f"{_CODE}.flight_verified", flight.path,
            {
                "flight": quoted(number), "is_known": bool(rows), "route_matches": route,
                "times_match": times,
                "record": rows[0].key if rows else None,
                "from": rows[0].departure_city if rows else None,
                "to": rows[0].arrival_city if rows else None,
                "departs": rows[0].departure_time if rows else None,
                "arrives": rows[0].arrival_time if rows else None,
            },
        )  # fmt: skip


def _flies(row: Flight, fields: Mapping[str, object]) -> bool:
    """Both stated cities, compared lower-cased and trimmed, stand in this very row."""
    ends = (
        (fields.get("departure_city"), row.departure_city),
        (fields.get("arrival_city"), row.arrival_city),
    )
    return all(
        not stated or (own is not None and trimmed(stated) == trimmed(own)) for stated, own in ends
    )  # fmt: skip


def _at_stated_times(rows: Sequence[Flight], fields: Mapping[str, object]) -> bool:
    """Each stated time equals that of some row of the number, on whatever route."""
    departs, arrives = fields.get("departure_time"), fields.get("arrival_time")
    return _is_among(departs, [row.departure_time for row in rows]) and _is_among(
        arrives, [row.arrival_time for row in rows]
    )


def _is_among(stated: object, times: Sequence[str | None]) -> bool:
    if stated is None or stated == "":
        return True
    text = str(stated).strip()
    return any(time is not None and time.strip() == text for time in times)


def hotel_verified(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A booked hotel exists in its stated city."""
    for hotel in attempt.plan.hotels:
        row = attempt.hotel(hotel)
        yield _verified(hotel, row.key if row is not None else None, f"{_CODE}.hotel_verified")


def attraction_verified(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A visited attraction exists in its stated city."""
    for visit in attempt.plan.attractions:
        row = attempt.attraction(visit)
        yield _verified(visit, row.key if row is not None else None, f"{_CODE}.attraction_verified")


def car_verified(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A booked car type is for hire in its stated city."""
    for car in attempt.plan.cars:
        rows = attempt.cars(car)
        yield _verified(car, rows[0].key if rows else None, f"{_CODE}.car_verified")


def _verified(booking: Booking, record: str | None, code: str) -> CheckOutcome:
    facts: dict[str, Json] = {
        "name": booking.shown, "city": booking.shown_city, "record": record,
    }  # fmt: skip
    return passed_if(record is not None, code, booking.path, facts)


def something_checkable(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A feasible answer books something that can be checked."""
    plan = attempt.plan
    numbered = any(flight.fields.get("flight_number") for flight in plan.flights)
    yield passed_if(
        bool(numbered or plan.hotels or plan.attractions or plan.cars), _NOTHING, "",
        {"flights": len(plan.flights)},
    )  # fmt: skip


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float:
    return 0.0 if any(outcome.verdict is Verdict.FAILED for outcome in outcomes) else 1.0


def verified_share(outcomes: Sequence[CheckOutcome]) -> Json:
    """Share of verified items, a diagnostic; null, not 0, when nothing can be checked."""
    items = [outcome for outcome in outcomes if outcome.code != _NOTHING]
    if not items:
        return None
    return sum(1 for outcome in items if outcome.verdict is Verdict.PASSED) / len(items)


_SECTION = "official rules 9.2"

DIMENSION = Dimension(
    key=DimensionKey("d0_source"),
    label="D0-src",
    summary="Every flight, hotel, attraction and car in the plan exists in the knowledge base as stated.",
    paper="Truthfulness; official rules 9.2",
    checks=(
        Check(
            code=f"{_CODE}.flight_verified", title="Each flight exists as stated",
            message="Flight {flight} does not exist with the cities and times stated.",
            paper=f"{_SECTION}; 3.3, flight exists, flight times match", run=flight_verified,
        ),
        Check(
            code=f"{_CODE}.hotel_verified", title="Each hotel exists in its city",
            message="The hotel {name} does not exist in {city}.",
            paper=f"{_SECTION}; 3.3, hotel exists", run=hotel_verified,
        ),
        Check(
            code=f"{_CODE}.attraction_verified", title="Each attraction exists in its city",
            message="The attraction {name} does not exist in {city}.",
            paper=f"{_SECTION}; 3.3, attraction exists", run=attraction_verified,
        ),
        Check(
            code=f"{_CODE}.car_verified", title="Each car type is for hire in its city",
            message="The car type {name} is not for hire in {city}.",
            paper=f"{_SECTION}; 3.3, car exists", run=car_verified,
        ),
        Check(
            code=_NOTHING, title="Something can be checked",
            message="The plan books nothing that can be checked.",
            paper=f"{_SECTION}, last paragraph", run=something_checkable,
        ),
    ),
    applies=always,
    score=_score,
)  # fmt: skip
