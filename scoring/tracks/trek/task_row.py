"""A row of the task file as a ``Task``.

Cells with structures are Python literals; what is missing, blank or unparseable takes its default.

Source: official rules, section 4.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from scoring.tracks.trek.cells import Cells, is_plain, literal
from scoring.tracks.trek.task import Task

LARGEST_COUNT = 1_000_000

TASK_COLUMNS = (
    "query", "implicit_keywords", "hard_constraints", "req_flight", "req_car", "req_hotel", "req_attraction",
    "cities_count", "impossible",
)  # fmt: skip


def _mapping(cells: Cells, column: str) -> Mapping[str, object]:
    """A dictionary literal; {} by default; a fault when the cell holds another kind of literal."""
    value = _plain(cells, column, {})
    if isinstance(value, dict):
        return value
    cells.fault("not_an_object", f"column {column} holds a {type(value).__name__}, expected a dictionary")
    return {}


def _plain(cells: Cells, column: str, default: object) -> object:
    """A literal of JSON's kinds; the default and a fault for any other, which a snapshot could not keep."""
    value = literal(cells.text(column), default)
    if is_plain(value):
        return value
    cells.fault("not_plain", f"column {column} holds a tuple, a set or a number beyond exact doubles")
    return default


def _integer(cells: Cells, value: object, default: int) -> int:
    """The value as a whole number, strictly: "3.0" is none, 3.7 becomes 3; a fault beyond any trip."""
    try:
        number = int(value) if isinstance(value, (int, float, str)) else default
    except ValueError:
        return default
    if abs(number) > LARGEST_COUNT:
        cells.fault("number_out_of_range", f"persons, days or rooms beyond {LARGEST_COUNT}")
        return default
    return number


def _amount(cells: Cells, value: object) -> float:
    """The value in USD; 0 when it is no number; a fault when it is not finite."""
    try:
        amount = float(value) if isinstance(value, (int, float, str)) else 0.0
    except ValueError:
        return 0.0
    if not math.isfinite(amount):
        cells.fault("number_out_of_range", f"a budget of {amount}")
        return 0.0
    return amount


def _is_true(cell: str | None) -> bool:
    """Whether a cell says impossible; numbers are shipped as 1.0 and 0.0."""
    text = (cell or "").strip().lower()
    if text in ("true", "yes"):
        return True
    try:
        return float(text) == 1.0
    except ValueError:
        return False


def _cities_count(cells: Cells) -> int | float:
    count = _mapping(cells, "cities_count").get("cities_count", 1)
    if isinstance(count, (int, float)):
        return count
    cells.fault("not_a_number", f"cities_count is {type(count).__name__}, expected a number")
    return 1


def read_task(cells: Cells) -> Task:
    """The task of one row; its id is the row's position from 0."""
    constraints = _mapping(cells, "hard_constraints")
    personas = _plain(cells, "implicit_keywords", [])
    hotel = _mapping(cells, "req_hotel")
    return Task(
        query_index=cells.row - 1,
        query=cells.text("query") or "",
        personas=tuple(personas) if isinstance(personas, list) else (),
        persons=_integer(cells, constraints.get("person_num"), 1),
        budget=_amount(cells, constraints.get("budget")),
        days=_integer(cells, constraints.get("days"), 3),
        rooms=_integer(cells, hotel.get("rooms_count"), 1),
        flight=_mapping(cells, "req_flight"),
        car=_mapping(cells, "req_car"),
        hotel=hotel,
        attraction=_mapping(cells, "req_attraction"),
        cities_count=_cities_count(cells),
        is_impossible=_is_true(cells.text("impossible")),
    )
