"""The print of a plan: a short digest of all its bookings and times, for comparing and nothing else."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from scoring.engine.integrity import NO_PRINT, PRINT_BYTES
from scoring.tracks.trek.plan import (
    ATTRACTION_CONTAINERS,
    FLIGHT_CONTAINERS,
    Day,
    Plan,
    read_plan,
)  # fmt: skip
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.text import UnscorableError, first_of, fold, is_object, lowered, objects_in

_FLIGHT = ("flight_number", "departure_city", "arrival_city", "departure_time", "arrival_time")
_HOTEL = ("check_in",)
_VISIT = ("visit_start", "visit_end")
# Three cars of a city share a type; the price says which is meant.
_CAR = ("price_per_day",)


def plan_print(plan: Plan) -> bytes:
    """`PRINT_BYTES` over everything that a plan books and when, day by day; `NO_PRINT` if it books nothing.

    Blind to letter case, outer blanks, accents, names of days, names of members that mean the same, and to
    everything that is no booking, such as prices that nobody asks for.

    Raises:
        UnscorableError: The days cannot be put in order.
    """
    if not plan.books_anything:
        return NO_PRINT
    digest = hashlib.blake2b(digest_size=PRINT_BYTES)
    for position, day in enumerate(plan.days_in_order()):
        for booking in _bookings(day):
            digest.update(f"{position}\x1e{booking}\x1d".encode(errors="surrogatepass"))
    found = digest.digest()
    # That a digest is all zeros would be read as no plan; it is as likely as any other value.
    return found if found != NO_PRINT else b"\x01" + found[1:]


def gold_prints(content: bytes, task_count: int) -> Sequence[bytes]:
    """The print of every reference plan in task order; `NO_PRINT` where a line has none or cannot be read.

    Args:
        content: The file, one record a line, its position the task.
        task_count: Tasks of the release.
    """
    prints = [_line_print(line) for line in content.splitlines()[:task_count]]
    return [*prints, *[NO_PRINT] * (task_count - len(prints))]


def _line_print(line: bytes) -> bytes:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return NO_PRINT
    if not is_object(row):
        return NO_PRINT
    answer = answer_of(TrekRecord.from_object(row))
    if not answer.claims_feasible:
        return NO_PRINT
    try:
        return plan_print(read_plan(answer.days))
    except UnscorableError:
        return NO_PRINT


def _bookings(day: Day) -> Iterator[str]:
    """What a day books, in the order of kinds and, within one, of the plan."""
    _, flights = day.container(FLIGHT_CONTAINERS)
    yield from _told("flight", flights, (), _FLIGHT)
    if isinstance(flights, list):
        yield from (f"flight\x1f{_plain(number)}" for number in flights if isinstance(number, str))
    _, hotel = day.hotel()
    yield from _told("hotel", hotel, ("name", "hotel_name"), _HOTEL)
    _, visits = day.container(ATTRACTION_CONTAINERS)
    yield from _told("visit", visits, ("name", "attraction_name"), _VISIT)
    _, cars = day.container(("car", "cars"))
    yield from _told("car", cars, ("type", "car_type"), _CAR)


def _told(kind: str, value: object, names: tuple[str, ...], members: tuple[str, ...]) -> Iterator[str]:
    for _, element in objects_in(value):
        parts = [kind]
        if names:
            keys: Mapping[str, object] = lowered(element)
            parts += [_plain(first_of(keys, *names)), _plain(keys.get("city"))]
        parts += [_plain(element.get(member)) for member in members]
        yield "\x1f".join(parts)


def _plain(value: object) -> str:
    """A submitted value as text to compare; 45 and 45.0 are the same."""
    shown = quoted(value)
    return fold(float(shown)) if isinstance(shown, int) and not isinstance(shown, bool) else fold(shown)
