"""D0-key as a checklist: what the request asks for beside what the plan has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.engine.display import counted
from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.evidence.reading import whole_of

_PREFIX: Final = "trek.d0_keyword."
_Facts = Mapping[str, Json]
_NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistItem:
    """One thing the request asks for.

    Attributes:
        required, found: In words; names are those of the request and of the plan.
        record: Key of the record that the plan's item is; None where it is none, or none is meant.
    """

    code: str
    required: str
    found: str
    record: str | None
    path: str
    is_met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """Everything that is asked for, and how much of it is there."""

    items: Listing[ChecklistItem]
    count: int
    met: int

    @property
    def is_met(self) -> bool | None:
        """Whether all of it is; None when nothing is asked for."""
        return self.met == self.count if self.count else None


def checklist(outcomes: Iterable[CheckOutcome], records: Mapping[str, str]) -> Checklist | None:
    """From the outcomes of D0-key; None where it has none.

    Args:
        outcomes: Of one answered task.
        records: Keys of records by the place of the booking in the plan.
    """
    asked = [outcome for outcome in outcomes if outcome.code.startswith(_PREFIX)]
    if not asked:
        return None
    return Checklist(
        items=listed(_item(outcome, records) for outcome in asked),
        count=len(asked),
        met=sum(1 for outcome in asked if outcome.verdict is Verdict.PASSED),
    )


def _item(outcome: CheckOutcome, records: Mapping[str, str]) -> ChecklistItem:
    required, found = _WORDS[outcome.code.removeprefix(_PREFIX)](outcome.facts)
    is_met = outcome.verdict is Verdict.PASSED
    return ChecklistItem(
        code=outcome.code,
        required=required,
        found=found or ("booked" if is_met else _NOTHING),
        record=records.get(outcome.path),
        path=outcome.path,
        is_met=is_met,
    )


def _named(fact: Json) -> str:
    return "" if fact is None else str(fact)


def _leg(facts: _Facts) -> tuple[str, str]:
    return f"a flight from {facts['from']} to {facts['to']}", _named(facts["flight"])


def _days(facts: _Facts) -> tuple[str, str]:
    return counted(whole_of(facts["required"]) or 0, "day"), counted(whole_of(facts["planned"]) or 0, "day")


def _night(facts: _Facts) -> tuple[str, str]:
    return f"a bed after {facts['day']}", _named(facts["hotel"])


def _hotel_in(facts: _Facts) -> tuple[str, str]:
    return f"a hotel in {facts['city']}", _named(facts["booked"])


def _visit_in(facts: _Facts) -> tuple[str, str]:
    return f"a visit in {facts['city']}", _named(facts["booked"])


def _seats(facts: _Facts) -> tuple[str, str]:
    cars = facts["cars"] if isinstance(facts["cars"], (list, tuple)) else ()
    booked = [_car(car) for car in cars[:_CARS_NAMED] if isinstance(car, dict)]
    more = [f"{len(cars) - _CARS_NAMED} more"] if len(cars) > _CARS_NAMED else []
    needed = "a known number of" if facts["needed"] is None else f"{facts['needed']:g}"
    return f"cars with {needed} seats in {facts['city'] or 'each stay city'}", ", ".join(booked + more)


_CARS_NAMED: Final = 4


def _car(car: Mapping[str, Json]) -> str:
    seats = car.get("seats")
    return f"{car.get('type')} ({'seats not known' if seats is None else f'{seats:g} seats'})"


def _driven(facts: _Facts) -> tuple[str, str]:
    required, driven = whole_of(facts["required"]) or 0, whole_of(facts["driven"]) or 0
    return f"a car on {counted(required, 'day')}", f"on {counted(driven, 'day')}"


def _of_kind(kind: str) -> Callable[[_Facts], tuple[str, str]]:
    return lambda facts: (f"the {kind} {facts['name']}", "")


_WORDS: Final[Mapping[str, Callable[[_Facts], tuple[str, str]]]] = {
    "required_leg": _leg,
    "days_planned": _days,
    "every_night": _night,
    "hotel_in_stay_city": _hotel_in,
    "attraction_in_stay_city": _visit_in,
    "named_hotel": _of_kind("hotel"),
    "named_car_type": _of_kind("car type"),
    "vehicle_capacity": _seats,
    "named_attraction": _of_kind("attraction"),
    "road_trip_car": _driven,
}
