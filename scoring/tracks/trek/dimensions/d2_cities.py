"""D2: the plan goes where the request says. D2-single with one city, D2-multi with several.

Source: official rules, section 9.4.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Verdict
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, all_passed
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.text import fold

_SINGLE = "trek.d2_unord_single"
_MULTI = "trek.d2_unord_multi"


def _booked_cities(attempt: Attempt) -> list[object]:
    """Every present city of a booking: its place, or a flight's exact arrival city."""
    plan = attempt.plan
    places = [booking.place for group in (plan.hotels, plan.attractions, plan.cars) for booking in group]
    arrivals = [flight.fields.get("arrival_city") for flight in plan.flights]
    return [city for city in (*places, *arrivals) if city]


def _city_booked(attempt: Attempt, code: str) -> Iterator[CheckOutcome]:
    """Each expected city is among the booked ones, in any order."""
    booked = _booked_cities(attempt)
    if not attempt.task.expected_cities:
        yield passed_if(bool(booked), code, "", {"city": None, "booked": len(booked)})
        return
    if attempt.facts.is_ordered:
        return
    keys = {fold(city) for city in booked}
    for city, key in zip(attempt.task.expected_cities, attempt.facts.expected_keys, strict=True):
        yield passed_if(key in keys, code, "", {"city": quoted(city), "booked": len(booked)})


def single_city_booked(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The one expected city is among the booked ones."""
    return _city_booked(attempt, f"{_SINGLE}.city_booked")


def multi_city_booked(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Each expected city is among the booked ones; says nothing where order counts."""
    return _city_booked(attempt, f"{_MULTI}.city_booked")


def visiting_order(attempt: Attempt) -> Iterator[CheckOutcome]:
    """Where the request's wording makes order count, cities are visited as listed (longest common order)."""
    expected = attempt.task.expected_cities
    if not attempt.facts.is_ordered or not expected:
        return
    keys = {fold(city) for city in _booked_cities(attempt)}
    visited = [city for city in attempt.plan.declared_cities if fold(city) in keys]
    kept = _common_positions(expected, visited)
    for position, city in enumerate(expected):
        yield passed_if(
            position in kept, f"{_MULTI}.visiting_order", "",
            {"city": quoted(city), "visited": tuple(quoted(place) for place in visited)},
        )  # fmt: skip


def _common_positions(expected: Sequence[object], visited: Sequence[object]) -> set[int]:
    """Positions in ``expected`` of one longest common subsequence, compared by exact text."""
    lengths = [[0] * (len(visited) + 1) for _ in range(len(expected) + 1)]
    for row in range(len(expected) - 1, -1, -1):
        for column in range(len(visited) - 1, -1, -1):
            if expected[row] == visited[column]:
                lengths[row][column] = lengths[row + 1][column + 1] + 1
            else:
                lengths[row][column] = max(lengths[row + 1][column], lengths[row][column + 1])
    positions, row, column = set(), 0, 0
    while row < len(expected) and column < len(visited):
        if expected[row] == visited[column]:
            positions.add(row)
            row, column = row + 1, column + 1
        elif lengths[row + 1][column] >= lengths[row][column + 1]:
            row += 1
        else:
            column += 1
    return positions


def _is_single(attempt: Attempt) -> bool:
    return attempt.task.cities_count == 1


def _is_multi(attempt: Attempt) -> bool:
    return attempt.task.cities_count != 1


def _score_multi(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float | None:
    """Share of cities kept in order where order counts, otherwise all or nothing."""
    if attempt.facts.is_ordered and attempt.task.expected_cities:
        return sum(1 for outcome in outcomes if outcome.verdict is Verdict.PASSED) / len(outcomes)
    return all_passed(attempt, outcomes)


_SECTION = "official rules 9.4"
_MESSAGE = "Nothing is booked in {city}."

SINGLE = Dimension(
    key=DimensionKey("d2_unord_single"),
    label="D2-single",
    summary="The one city of the request is among the cities booked.",
    paper="Spatial consistency, one city; official rules 9.4",
    checks=(
        Check(
            code=f"{_SINGLE}.city_booked", title="The city is booked",
            message=_MESSAGE, paper=_SECTION, run=single_city_booked,
        ),
    ),
    applies=_is_single,
    score=all_passed,
)  # fmt: skip

MULTI = Dimension(
    key=DimensionKey("d2_unord_multi"),
    label="D2-multi",
    summary="Every city of the request is among the cities booked; in order, where the wording asks for it.",
    paper="Spatial consistency, several cities; official rules 9.4",
    checks=(
        Check(
            code=f"{_MULTI}.city_booked", title="Each city is booked",
            message=_MESSAGE, paper=_SECTION, run=multi_city_booked,
        ),
        Check(
            code=f"{_MULTI}.visiting_order", title="Cities are visited in the order asked for",
            message="{city} is not visited in the order of the request.", paper=_SECTION, run=visiting_order,
        ),
    ),
    applies=_is_multi,
    score=_score_multi,
)  # fmt: skip
