"""The plan of a record: refused is only what makes the official scorer fail, or what exceeds a limit.

Clock times in words, missing cities or a list in place of an object are the scorer's business.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.engine.model import Json
from scoring.tracks.trek.intake.complaints import Complaint, Path, beyond, required, too_many, wrong_type
from scoring.tracks.trek.intake.limits import RECORD_LIMITS as MAX
from scoring.tracks.trek.intake.shapes import (
    CITY,
    CLOCK,
    LOOSE,
    MONEY,
    NAME,
    NUMBER_OR_TEXT,
    REASON,
    ROUTE,
    Shape,
    misfits,
    size_misfits,
)
from scoring.tracks.trek.intake.wording import quoted, shown


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityShape:
    """One kind of booking in a day.

    Attributes:
        limit: How many a day may list.
        shapes: Members by exact name.
        names: Members by name in lower case, since the scorer finds them in any case.
    """

    limit: int
    shapes: Mapping[str, Shape]
    names: Mapping[str, Shape]


FLIGHT = EntityShape(
    limit=MAX.flights,
    shapes={
        "flight_number": NUMBER_OR_TEXT,
        "departure_time": CLOCK,
        "arrival_time": CLOCK,
        "price": MONEY,
    },
    names={},
)
HOTEL = EntityShape(
    limit=MAX.hotels,
    shapes={"city": CITY, "check_in": CLOCK, "price_per_night": MONEY, "price": MONEY},
    names={"name": NAME, "hotel_name": NAME},
)
CAR = EntityShape(
    limit=MAX.cars,
    shapes={
        "city": CITY,
        "car_id": NUMBER_OR_TEXT,
        "capacity": MONEY,
        "price_per_day": MONEY,
    },
    names={"car_type": NAME, "type": NAME},
)
ATTRACTION = EntityShape(
    limit=MAX.attractions,
    shapes={"city": CITY, "visit_start": CLOCK, "visit_end": CLOCK},
    names={"name": NAME, "attraction_name": NAME},
)

# Members of a day by name in lower case.
ENTITIES: Mapping[str, EntityShape] = {
    "flight": FLIGHT,
    "flights": FLIGHT,
    "hotel": HOTEL,
    "hotels": HOTEL,
    "car": CAR,
    "cars": CAR,
    "attraction": ATTRACTION,
    "attractions": ATTRACTION,
}
_ROUTES = frozenset({"current_city", "currentcity"})


def is_payload(plan: Mapping[str, Json]) -> bool:
    """Whether the plan is the whole answer, with the days one level deeper."""
    return "is_feasible" in plan or "plan" in plan


def plan_complaints(plan: Mapping[str, Json]) -> Iterator[Complaint]:
    """Everything wrong with the plan of a record, in its order."""
    if is_payload(plan):
        yield from _payload_complaints(plan)
    else:
        yield from _day_map_complaints(plan, ("plan",))


def _payload_complaints(payload: Mapping[str, Json]) -> Iterator[Complaint]:
    yield from size_misfits(payload, ("plan",), members=MAX.payload_members)
    if "is_feasible" not in payload:
        yield Complaint("R507", ("plan",), {})
    for name, value in payload.items():
        path: Path = ("plan", name)
        if name == "is_feasible":
            yield from claim_complaints(value, path)
        elif name in {"refusal_reason", "reason"}:
            yield from misfits(value, REASON, path)
        elif name == "plan":
            if isinstance(value, dict):
                yield from _day_map_complaints(value, path)
        else:
            yield from misfits(value, LOOSE, path)


def claim_complaints(value: Json, path: Path) -> Iterator[Complaint]:
    """What is wrong with the value of an ``is_feasible``."""
    if isinstance(value, str):
        yield Complaint("R503", path, {"found": quoted(value)})
    elif not isinstance(value, bool):
        yield wrong_type(path, "true or false", shown(value))


def _day_map_complaints(days: Mapping[str, Json], path: Path) -> Iterator[Complaint]:
    if len(days) > MAX.days:
        yield too_many(path, len(days), MAX.days, "days")
    yield from name_complaints(days, path, MAX.plan_member_name)
    for name, value in days.items():
        if isinstance(value, dict):
            yield from _day_complaints(value, (*path, name))
        else:
            yield from misfits(value, LOOSE, (*path, name))


def _day_complaints(day: Mapping[str, Json], path: Path) -> Iterator[Complaint]:
    yield from size_misfits(day, path, members=MAX.day_members)
    yield from name_complaints(day, path, MAX.plan_member_name)
    for name, value in day.items():
        lowered = name.lower()
        entity = ENTITIES.get(lowered)
        if entity is None:
            yield from misfits(value, ROUTE if lowered in _ROUTES else LOOSE, (*path, name))
        elif isinstance(value, list):
            yield from _list_complaints(value, entity, (*path, name))
        else:
            yield from _entity_complaints(value, entity, (*path, name))


def _list_complaints(values: list[Json], entity: EntityShape, path: Path) -> Iterator[Complaint]:
    if len(values) > entity.limit:
        yield too_many(path, len(values), entity.limit, "items")
    for index, value in enumerate(values):
        yield from _entity_complaints(value, entity, (*path, index))


def _entity_complaints(value: Json, entity: EntityShape, path: Path) -> Iterator[Complaint]:
    """One booking; only objects are read, any other value only must not be huge."""
    if not isinstance(value, dict):
        if isinstance(value, str) and len(value) > MAX.plan_text:
            yield too_many(path, len(value), MAX.plan_text, "characters")
        return
    yield from size_misfits(value, path, members=MAX.entity_members)
    for name, member in value.items():
        shape = entity.shapes.get(name) or entity.names.get(name.lower()) or LOOSE
        # Nearly every member of nearly every plan ends here.
        if (
            type(member) is str
            and len(member) <= (shape.chars or 0)
            and (shape.types is None or str in shape.types)
        ):
            continue
        yield from misfits(member, shape, (*path, name))


def name_complaints(members: Mapping[str, Json], path: Path, chars: int) -> Iterator[Complaint]:
    """Member names that are empty or too long."""
    for name in members:
        if not 1 <= len(name) <= chars:
            yield beyond(path, f'the member name "{quoted(name)}" must have 1 to {chars} characters')


def missing_members(record: Mapping[str, Json], names: tuple[str, ...]) -> Iterator[Complaint]:
    """A complaint for every name that is not there."""
    for name in names:
        if name not in record:
            yield required(name)
