"""Invariants 34 to 38: what every gold record must be, told without the evaluator."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from kb_browser.geometry import distance_km, minute_of, travel_min
from kb_browser.release_checks.catalogue import Catalogue, Point, amount_of, catalogue_of, point_of
from kb_browser.release_checks.flights import CLOCK
from kb_browser.release_checks.gold_answers import Day, Entry, answers, entries_of
from kb_browser.release_checks.release import Release, Row, number
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from kb_browser.release_checks.task_rows import task_rows
from scoring.engine.display import counted
from scoring.tracks.trek.dataset import GOLD

_LONGEST_VISIT = 180
_SIDES = ("departure", "arrival")


def _pairing(release: Release) -> Iterator[Flaw]:
    if release.gold and len(release.gold) != len(release.tasks):
        yield Flaw(
            GOLD, None, f"{counted(len(release.gold), 'line')} for {counted(len(release.tasks), 'task')}"
        )
    for task in task_rows(release):
        if task.row > len(release.gold):
            return
        line, record = release.gold[task.row - 1]
        if record.get("is_feasible") is not task.is_feasible:
            yield Flaw(
                GOLD,
                line,
                f"is_feasible is {record.get('is_feasible')}, the task says impossible {task.impossible}",
            )


def _days(release: Release) -> Iterator[Flaw]:
    for answer in answers(release):
        task = answer.task
        if len(answer.days) != task.days:
            yield Flaw(GOLD, answer.line, f"{counted(len(answer.days), 'day')}, the task has {task.days}")
        for place, day in enumerate(answer.days, start=1):
            if bool(day.get("hotel")) != (place < len(answer.days)):
                yield Flaw(GOLD, answer.line, f"day{place}: a hotel belongs to every day but the last")
            if bool(day.get("car")) != (task.seats is not None):
                yield Flaw(
                    GOLD, answer.line, f"day{place}: a car on every day, if and only if one is asked for"
                )


def _bookings(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        for hotel in answer.entries("hotel"):
            known = catalogue.hotel(hotel)
            if known is None or amount_of(known, "price") != hotel.get("price_per_night"):
                yield Flaw(GOLD, answer.line, f"no hotel {hotel.get('name')} at that price")
        for car in answer.entries("car"):
            fleet = catalogue.cars.get(str(car.get("city")), ())
            if not any(_is_car(cells, car) for cells in fleet):
                yield Flaw(GOLD, answer.line, f"no {car.get('car_type')} at that price in {car.get('city')}")


def _is_car(cells: Row, car: Entry) -> bool:
    is_type = cells["car_type"] == car.get("car_type")
    return is_type and amount_of(cells, "price_per_day") == car.get("price_per_day")


def _flights(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        flown = []
        for flight in answer.entries("flights"):
            flown.append((flight.get("departure_city"), flight.get("arrival_city")))
            known = catalogue.flights.get(str(flight.get("flight_number")))
            if known is None or not _is_flight(known, flight):
                yield Flaw(
                    GOLD, answer.line, f"flight {flight.get('flight_number')} is not in the data as stated"
                )
        if flown != list(answer.task.legs):
            yield Flaw(GOLD, answer.line, "the flights are not the required legs in their order")


def _is_flight(cells: Row, flight: Entry) -> bool:
    facts = ("departure_city", "arrival_city", "departure_time", "arrival_time")
    return amount_of(cells, "price") == flight.get("price") and all(
        cells[fact] == flight.get(fact) for fact in facts
    )


def _visits(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        for visit in answer.entries("attractions"):
            detail = _visit_flaw(catalogue, visit)
            if detail:
                yield Flaw(GOLD, answer.line, f"{visit.get('name')}: {detail}")
        visited = {str(visit.get("city")) for visit in answer.entries("attractions")}
        for city in answer.task.stays:
            if city not in visited:
                yield Flaw(GOLD, answer.line, f"nothing is visited in {city}")
        booked = {
            str(entry.get("name")) for member in ("hotel", "attractions") for entry in answer.entries(member)
        }
        if answer.task.entity and answer.task.entity not in booked:
            yield Flaw(GOLD, answer.line, f"{answer.task.entity} is not booked")


def _visit_flaw(catalogue: Catalogue, visit: Entry) -> str:
    known = catalogue.attraction(visit)
    start, end = str(visit.get("visit_start")), str(visit.get("visit_end"))
    if known is None:
        return "not in the data"
    if not CLOCK.fullmatch(start) or not CLOCK.fullmatch(end):
        return "its times are not HH:MM"
    opens, _, closes = known["open_hours"].partition("-")
    lasts = minute_of(end) - minute_of(start)
    asked = min(60.0 * (number(known["duration_of_visit"].partition(" ")[0]) or 0.0), 60.0)
    if not (opens <= start and end <= closes):
        return f"visited {start}-{end}, open {opens}-{closes}"
    return (
        ""
        if asked <= lasts <= _LONGEST_VISIT
        else f"lasts {lasts} min, expected {asked:.0f} to {_LONGEST_VISIT}"
    )


def _transfers(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        for place, day in enumerate(answer.days, start=1):
            events = sorted(_events(catalogue, day), key=lambda event: event.start)
            for one, other in pairwise(events):
                needed = travel_min(distance_km(one.leaves, other.reached))
                if other.start - one.end < needed:
                    yield Flaw(
                        GOLD,
                        answer.line,
                        f"day{place}: {other.start - one.end} min where {needed} are needed",
                    )


@dataclass(frozen=True, slots=True)
class _Event:
    start: int
    end: int
    reached: Point
    leaves: Point


def _events(catalogue: Catalogue, day: Day) -> Iterator[_Event]:
    """Flights, visits and check-in of one day that the data knows; unknown ones are another rule's flaw."""
    for flight in entries_of([day], "flights"):
        known = catalogue.flights.get(str(flight.get("flight_number")))
        if known is not None and all(CLOCK.fullmatch(known[f"{side}_time"]) for side in _SIDES):
            start, end = (minute_of(known[f"{side}_time"]) for side in _SIDES)
            yield _Event(
                start, end, point_of(known, "departure_airport_"), point_of(known, "arrival_airport_")
            )
    for visit in entries_of([day], "attractions"):
        known = catalogue.attraction(visit)
        if known is not None and not _visit_flaw(catalogue, visit):
            start, end = minute_of(str(visit["visit_start"])), minute_of(str(visit["visit_end"]))
            yield _Event(start, end, point_of(known), point_of(known))
    for hotel in entries_of([day], "hotel"):
        known = catalogue.hotel(hotel)
        check_in = str(hotel.get("check_in", ""))
        if known is not None and CLOCK.fullmatch(check_in):
            yield _Event(minute_of(check_in), minute_of(check_in), point_of(known), point_of(known))


RULES = (
    Rule(34, "gold_pairing", Scope.SCORING, _pairing),
    Rule(35, "gold_days", Scope.GENERATED, _days),
    Rule(35, "gold_bookings", Scope.GENERATED, _bookings),
    Rule(36, "gold_flights", Scope.GENERATED, _flights),
    Rule(37, "gold_visits", Scope.GENERATED, _visits),
    Rule(38, "gold_transfers", Scope.GENERATED, _transfers),
)
