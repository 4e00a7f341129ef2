"""What trajectory and notebook of one record tell: searches, their units, and what they found.

Nothing here is scored, and nothing of it need be there. Values are of any shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.model import Json
from scoring.tracks.trek.plan import Plan
from scoring.tracks.trek.text import fold, trimmed

_FLIGHTS = "search_flights"
_CITY_SEARCHES = frozenset({"search_hotels", "search_attractions", "search_cars"})
_SUBMISSION = "submit_plan"
_REFUNDED = "api_down"
_LEDGER_NAMES = (
    "flight_number", "name", "hotel_name", "attraction_name", "car_type", "type",
)  # fmt: skip

_USUAL_NAMES: Mapping[str, str] = {
    "flight": "flight_number",
    "hotel": "name",
    "attraction": "attraction_name",
    "car": "car_type",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """A trajectory, counted.

    Attributes:
        searches: Searches in it, refused ones too.
        units: Billable units by the official rules.
    """

    searches: int
    units: int


def traced(steps: Json, budget: int | None) -> Traced | None:
    """Count a trajectory; None when there is none or it has no steps.

    A round trip costs two units, any other search one for each city, the submission one. What failed because
    the service was down is given back, and a search is refused once the budget is spent.

    Args:
        steps: The member as submitted.
        budget: Units after which no search is carried out; None for no such bound.
    """
    if not isinstance(steps, list):
        return None
    searches, spent, is_submitted = 0, 0, False
    for step in steps:
        if not isinstance(step, dict):
            continue
        tool, arguments = step.get("tool"), step.get("args")
        is_submitted = is_submitted or tool == _SUBMISSION
        units = _units(tool, arguments if isinstance(arguments, dict) else {})
        if units:
            searches += 1
            if not _is_refunded(step) and (budget is None or spent < budget):
                spent += units
    return Traced(searches=searches, units=spent + is_submitted) if steps else None


def found_names(notebook: Json) -> frozenset[str] | None:
    """The names of everything that the notebook's ledger holds, as written; None when it has no ledger.

    Names alone are compared, not cities, because a ledger may name the city in several ways.
    """
    ledger = notebook.get("entities") if isinstance(notebook, dict) else None
    if not isinstance(ledger, dict) or not ledger:
        return None
    names: set[str] = set()
    for kind, entries in ledger.items():
        # An official record is nearly all ledger: of each kind one member is looked at if it is there.
        usual = _USUAL_NAMES.get(kind, "")
        for entry in entries if isinstance(entries, list) else ():
            if not isinstance(entry, dict):
                continue
            if usual in entry:
                name = entry[usual]
                if isinstance(name, str):
                    names.add(name)
            else:
                names.update(value for member in _LEDGER_NAMES if isinstance(value := entry.get(member), str))
    return frozenset(names)


def unseen(plan: Plan, known: frozenset[str]) -> int:
    """How many bookings of a plan are under no name that a search found, in whatever letter case."""
    booked = (*plan.flights, *plan.hotels, *plan.attractions, *plan.cars)
    missing = [booking.name for booking in booked if booking.name not in known]
    if not missing:
        return 0
    folded = set(map(fold, known))
    return sum(fold(name) not in folded for name in missing)


def texts(record: Mapping[str, Json]) -> Iterator[str]:
    """Notes, and texts among the arguments of every step but the submission, whose plan names places."""
    notebook = record.get("notebook")
    notes = notebook.get("notes") if isinstance(notebook, dict) else None
    yield from _texts_in(notes)
    steps = record.get("trajectory")
    for step in steps if isinstance(steps, list) else ():
        if isinstance(step, dict) and step.get("tool") != _SUBMISSION:
            yield from _texts_in(step.get("args"))


def _texts_in(value: Json) -> Iterator[str]:
    """Texts of a value and of the lists and objects directly in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for member in _members(value):
            if isinstance(member, str):
                yield member
            elif isinstance(member, (list, dict)):
                yield from (each for each in _members(member) if isinstance(each, str))


def _members(value: Sequence[Json] | Mapping[str, Json]) -> Iterator[Json]:
    return iter(value.values() if isinstance(value, Mapping) else value)


def _units(tool: Json, arguments: Mapping[str, Json]) -> int:
    if tool == _FLIGHTS:
        return 2 if trimmed(arguments.get("trip_type")).startswith("round") else 1
    if isinstance(tool, str) and tool in _CITY_SEARCHES:
        city = arguments.get("city")
        cities = [part for part in city.split(",") if part.strip()] if isinstance(city, str) else ()
        return max(1, len(cities))
    return 0


def _is_refunded(step: Mapping[str, Json]) -> bool:
    preview = step.get("result_preview")
    return isinstance(preview, str) and _REFUNDED in preview
