"""The gold with other prices: free, in cents, no numbers, and one unit above the budget."""

from __future__ import annotations

import math
from typing import Final

from kb_browser.probes.bill import billable_cars, budget_figure, cost_of
from kb_browser.probes.cars import with_other_cars
from kb_browser.probes.model import BUDGET, Case, Probe, gold_case, refused_case
from kb_browser.probes.task import CAR, FLIGHT, HOTEL, Plan, ProbeTask, items

_CENTS = 100
_PRICES = {FLIGHT: "price", HOTEL: "price_per_night", CAR: "price_per_day"}


def _in_small_letters(task: ProbeTask) -> Plan | None:
    """The plan with flight numbers that are found and have no price; None where letters have no case."""
    plan = task.plan()
    for flight in items(plan, FLIGHT):
        number = flight["flight_number"].lower()
        if number in task.base.flights:
            return None
        flight.update(flight_number=number, price=0)
    return plan


def _free_flights(task: ProbeTask) -> Case:
    plan = _in_small_letters(task) if task.is_feasible else None
    return (
        gold_case(task) if plan is None else gold_case(task, plan).but(**{BUDGET: budget_figure(task, plan)})
    )


def _one_above(task: ProbeTask) -> Case:
    plan = _in_small_letters(task) if task.is_feasible and task.budget > 0 else None
    flight = next(items(plan, FLIGHT), None) if plan is not None else None
    if plan is None or flight is None:
        return gold_case(task)
    flight["price"] = (task.budget + 1 - cost_of(task, plan)) / task.task.persons
    return gold_case(task, plan).but(**{BUDGET: budget_figure(task, plan)})


def _cents(task: ProbeTask) -> Case:
    """Only a car's price is looked at: it tells which of the cars of its type is meant."""
    plan = task.plan()
    for kind, key in _PRICES.items():
        for item in items(plan, kind):
            item[key] *= _CENTS
    return with_other_cars(task, plan)


def _no_numbers(task: ProbeTask) -> Case:
    plan = task.plan()
    for flight in items(plan, FLIGHT):
        flight["price"] = math.inf
    for hotel in items(plan, HOTEL):
        hotel["price_per_night"] = math.nan
    return gold_case(task, plan)


def _as_text(task: ProbeTask) -> Case:
    plan = task.plan()
    for kind in (FLIGHT, HOTEL):
        for item in items(plan, kind):
            item[_PRICES[kind]] = f"{item[_PRICES[kind]]} USD"
    return gold_case(task, plan)


def _infinite_cars(task: ProbeTask) -> Case:
    plan = task.plan()
    for car in items(plan, CAR):
        car["price_per_day"] = math.inf
    return with_other_cars(task, plan)


def _nan_cars(task: ProbeTask) -> Case:
    plan = task.plan()
    priced = [car for car in items(plan, CAR) if billable_cars(task, car)]
    for car in items(plan, CAR):
        car["price_per_day"] = math.nan
    if not task.is_feasible or not priced or not (task.personas or task.budget > 0):
        return gold_case(task)
    refused = refused_case(task, *gold_case(task, plan).rows)
    return Case(rows=refused.rows, scores=refused.scores, is_unscorable=True)


PROBES: Final = (
    Probe(
        code="flights_for_nothing",
        title="Flight numbers in small letters at price 0: found but not priced, 1 everywhere by the rules",
        case=_free_flights,
    ),
    Probe(
        code="one_above_budget",
        title="The bill is one unit above the budget: the budget figure decays, 1 elsewhere",
        case=_one_above,
    ),
    Probe(
        code="prices_in_cents",
        title="All prices in cents: the release's own are billed, and the dearest car of each type",
        case=_cents,
    ),
    Probe(
        code="prices_not_numbers",
        title="Fares are infinite and rates not numbers: the release's own are billed, 1 everywhere",
        case=_no_numbers,
    ),
    Probe(
        code="prices_as_text",
        title="Fares and rates are texts with a currency: the release's own are billed, 1 everywhere",
        case=_as_text,
    ),
    Probe(
        code="infinite_car_prices",
        title="Cars at an infinite price: the leading car of each type is billed",
        case=_infinite_cars,
    ),
    Probe(
        code="car_prices_not_numbers",
        title="Cars whose price is not a number: the record cannot be scored, 0 everywhere",
        case=_nan_cars,
    ),
)
