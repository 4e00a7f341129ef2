"""A row of the task file as a ``Task``.

Cells with structures are Python literals; what is missing, blank or unparseable takes its default.

Source: official rules, section 4.
"""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tracks.trek.cells import Cells, literal
from scoring.tracks.trek.task import Task

TASK_COLUMNS = (
    "query", "implicit_keywords", "hard_constraints", "req_flight", "req_car", "req_hotel", "req_attraction",
    "cities_count", "impossible",
)  # fmt: skip


def _mapping(cells: Cells, column: str) -> Mapping[str, object]:
    """A dictionary literal; {} by default; a fault when the cell holds another kind of literal."""
    value = literal(cells.text(column), {})
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return value
    cells.fault("not_an_object", f"column {column} holds a {type(value).__name__}, expected a dictionary")
    return {}


def _integer(value: object, default: int) -> int:
    """The value as a whole number, strictly: "3.0" is none, 3.7 becomes 3."""
    try:
        return int(value) if isinstance(value, (int, float, str)) else default
    except (ValueError, OverflowError):
        return default


def _amount(value: object) -> float:
    try:
        return float(value) if isinstance(value, (int, float, str)) else 0.0
    except (ValueError, OverflowError):
        return 0.0


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
    personas = literal(cells.text("implicit_keywords"), [])
    hotel = _mapping(cells, "req_hotel")
    return Task(
        query_index=cells.row - 1,
        query=cells.text("query") or "",
        personas=tuple(personas) if isinstance(personas, list) else (),
        persons=_integer(constraints.get("person_num"), 1),
        budget=_amount(constraints.get("budget")),
        days=_integer(constraints.get("days"), 3),
        rooms=_integer(hotel.get("rooms_count"), 1),
        flight=_mapping(cells, "req_flight"),
        car=_mapping(cells, "req_car"),
        hotel=hotel,
        attraction=_mapping(cells, "req_attraction"),
        cities_count=_cities_count(cells),
        is_impossible=_is_true(cells.text("impossible")),
    )
