"""The gold with other cars of the same cities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kb_browser.probes.bill import billable_cars, budget_figure
from kb_browser.probes.model import BUDGET, KEYWORD, PREFERENCES, Case, Probe, gold_case
from kb_browser.probes.task import CAR, Item, Plan, ProbeTask, items
from kb_browser.vocabulary import CAR_SERVICES
from scoring.tracks.trek.rows import Car


def with_other_cars(task: ProbeTask, plan: Plan) -> Case:
    """What a plan gets whose cars exist but differ from the gold's, all else being equal."""
    case = gold_case(task, plan)
    if not task.is_feasible or not any(True for _ in items(plan, CAR)):
        return case
    seated = all(_seats_all(task, car) for car in items(plan, CAR))
    named = not task.named_car or task.named_car.lower() in {
        car["car_type"].lower() for car in items(plan, CAR)
    }
    unserved = sum(_unserved(task, plan, city) for city in task.stays) if task.task.car else 0
    return case.but(
        **{
            KEYWORD: float(seated and named),
            BUDGET: budget_figure(task, plan),
            PREFERENCES: task.preferences_without_cells(unserved),
        }
    )


def _seats_all(task: ProbeTask, car: Item) -> bool:
    """Whether the cars of that type are known to seat as many as must fit in."""
    if not task.task.car:
        return True
    rows = [
        row for row in task.base.cars.of(car["city"]) if (row.name or "").lower() == car["car_type"].lower()
    ]
    if len({row.capacity for row in rows}) > 1:
        rows = [row for row in rows if row.price == car["price_per_day"]]
    seats = {row.capacity for row in rows}
    return len(seats) == 1 and (seats.pop() or 0) >= task.seats


def _unserved(task: ProbeTask, plan: Plan, city: str) -> int:
    """For how many personas no car of the city has what they wish for."""
    cars = [billable_cars(task, car) for car in items(plan, CAR) if car["city"] == city]
    return sum(
        1
        for persona in task.personas
        if CAR_SERVICES.get(persona) and not any(_serves(task, rows, persona) for rows in cars)
    )


def _serves(task: ProbeTask, rows: Sequence[Car], persona: str) -> bool:
    wanted = {word.lower() for word in CAR_SERVICES[persona]}
    return any(task.base.words[place].strip().lower() in wanted for row in rows for place in row.facilities)


def _too_small(task: ProbeTask) -> Case:
    """The first type of each city that does not seat the party, where there is one."""
    plan = task.plan()
    for car in items(plan, CAR):
        small = _small_car(task, car["city"])
        if small is not None:
            car.update(car_type=small.name, price_per_day=small.price)
    # A named type must be booked: a task that names one is left as it is.
    return gold_case(task) if task.named_car else with_other_cars(task, plan)


def _small_car(task: ProbeTask, city: str) -> Car | None:
    return next(
        (
            row
            for row in task.base.cars.of(city)
            if row.name and row.price is not None and row.capacity is not None and row.capacity < task.seats
        ),
        None,
    )


def _padded(task: ProbeTask) -> Case:
    """A type with a blank behind it exists, but has neither price nor services."""
    plan = task.plan()
    cars = list(items(plan, CAR))
    for car in cars:
        car["car_type"] = f"{car['car_type']} "
    if not task.is_feasible or not cars or any(_is_part_of_a_type(task, car) for car in cars):
        return gold_case(task)
    unserved = len(task.stays) * sum(1 for persona in task.personas if CAR_SERVICES.get(persona))
    return gold_case(task, plan).but(
        **{
            KEYWORD: float(not task.named_car),
            BUDGET: budget_figure(task, plan),
            PREFERENCES: task.preferences_without_cells(unserved if task.task.car else 0),
        }
    )


def _is_part_of_a_type(task: ProbeTask, car: Item) -> bool:
    return any(car["car_type"].lower() in (row.name or "").lower() for row in task.base.cars.of(car["city"]))


PROBES: Final = (
    Probe(
        code="cars_too_small",
        title="Cars that do not seat the party, where a city has one: the request is not met",
        case=_too_small,
    ),
    Probe(
        code="padded_cars",
        title="Types of car with a blank behind: they exist, but serve nobody and cost what is stated",
        case=_padded,
    ),
)
