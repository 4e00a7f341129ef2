"""Invariants 31 and 39: what the gold costs, beside the budget and the minimum."""

from __future__ import annotations

from collections.abc import Iterator

from kb_browser.release_checks.catalogue import Catalogue, amount_of, catalogue_of
from kb_browser.release_checks.gold_answers import Answer, Entry, answers
from kb_browser.release_checks.release import Release
from kb_browser.release_checks.rule import Flaw, Rule, Scope
from scoring.tracks.trek.dataset import GOLD

_BANDS = {"1.0": (1.02, 1.10), "0.0": (1.35, 1.80)}
"""Balance of a task to the band of its budget over its reference bill."""


def _bills(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        budget, floor, cost = (
            answer.task.budget,
            catalogue.floor(answer.task),
            bill_of_answer(catalogue, answer),
        )
        if budget is None or floor is None:
            continue
        if cost > budget:
            yield Flaw(GOLD, answer.line, f"costs {cost:.2f}, the budget is {budget}")
        if cost < floor - 1e-6:
            yield Flaw(GOLD, answer.line, f"costs {cost:.2f}, below the minimum {floor:.2f}")


def _bands(release: Release) -> Iterator[Flaw]:
    catalogue = catalogue_of(release)
    for answer in answers(release):
        low, high = _BANDS.get(answer.task.balance, (0.0, 0.0))
        cost = bill_of_answer(catalogue, answer)
        if high and answer.task.budget is not None and not cost * low <= answer.task.budget < cost * high + 1:
            yield Flaw(
                GOLD, answer.line, f"budget {answer.task.budget} is not {low} to {high} times {cost:.2f}"
            )


def bill_of_answer(catalogue: Catalogue, answer: Answer) -> float:
    """What the gold costs by the data: fares, nights, tickets, and each city's car for its days."""
    task = answer.task
    rooms = int(task.rooms) if task.rooms.isdecimal() else 1
    air = sum(_amount(flight, "price") for flight in answer.entries("flights")) * task.persons
    lodging = sum(_amount(hotel, "price_per_night") for hotel in answer.entries("hotel")) * rooms
    visited = (catalogue.attraction(visit) for visit in answer.entries("attractions"))
    tickets = sum(amount_of(cells, "ticket_price") for cells in visited if cells is not None)
    rates = {str(car.get("city")): _amount(car, "price_per_day") for car in answer.entries("car")}
    cars = sum(rates.get(city, 0.0) * days for city, days in zip(task.stays, task.car_days, strict=True))
    return air + lodging + tickets * task.persons + cars


def _amount(entry: Entry, member: str) -> float:
    value = entry.get(member)
    return float(value) if isinstance(value, (int, float)) else 0.0


RULES = (
    Rule(31, "budget_band", Scope.GENERATED, _bands),
    Rule(39, "gold_bill", Scope.GENERATED, _bills),
)
