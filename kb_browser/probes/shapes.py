"""The gold in another shape: days too many or too few, legs gone, cities twice, a great deal beside it."""

from __future__ import annotations

from typing import Any, Final

from kb_browser.probes.base import plain
from kb_browser.probes.bill import budget_figure
from kb_browser.probes.model import BUDGET, KEYWORD, MOVES, SOURCE, Case, Probe, gold_case
from kb_browser.probes.task import FLIGHT, HOTEL, Plan, ProbeTask, events, items, moves

_NOTES = "x" * 2000
_MEMBERS = 200


def _last_day(plan: Plan) -> str:
    return max(plan, key=lambda key: int("".join(filter(str.isdigit, key)) or 0), default="")


def _one_more_entry(task: ProbeTask, key: str, entry: dict[str, Any]) -> Case:
    """Another entry becomes the last day, so that the last night before it wants a bed."""
    if not task.is_feasible:
        return gold_case(task)
    plan = task.plan()
    wants_a_bed = bool(task.task.hotel) and not plan[_last_day(plan)].get(HOTEL)
    return gold_case(task, {**plan, key: entry}).but(**{KEYWORD: float(not wants_a_bed)})


def _extra_day(task: ProbeTask) -> Case:
    city = task.stays[-1] if task.stays else ""
    return _one_more_entry(task, f"day{task.task.days + 1}", {"current_city": city})


def _stray_entry(task: ProbeTask) -> Case:
    return _one_more_entry(task, "notes", {})


def _no_last_night(task: ProbeTask) -> Case:
    plan = task.plan()
    nights = [day for day in plan.values() if day.get(HOTEL)]
    # A night that begins a stay would take its check-in away as well.
    if not task.is_feasible or not task.task.hotel or not nights or nights[-1][HOTEL].get("check_in"):
        return gold_case(task)
    del nights[-1][HOTEL]
    return gold_case(task, plan).but(**{KEYWORD: 0.0, BUDGET: budget_figure(task, plan)})


def _reversed_days(task: ProbeTask) -> Case:
    plan = task.plan()
    return gold_case(task, dict(reversed(plan.items())))


def _without_first_leg(task: ProbeTask) -> Case:
    plan = task.plan()
    for day in plan.values():
        flights = day.get("flights") or []
        if flights and events(day)[0].item is flights[0]:
            del flights[0]
            break
    else:
        return gold_case(task)
    figures = {KEYWORD: 0.0, BUDGET: budget_figure(task, plan), MOVES: float(bool(moves(plan)))}
    return gold_case(task, plan).but(**figures)


def _turned_flights(task: ProbeTask) -> Case:
    """Every flight flies the other way: it does so in no row, and covers other legs than are wanted."""
    plan = task.plan()
    flights = list(items(plan, FLIGHT))
    for flight in flights:
        start, end = flight["departure_city"], flight["arrival_city"]
        flight.update(departure_city=end, arrival_city=start)
    if not task.is_feasible or any(_flies(task, flight) for flight in flights):
        return gold_case(task)
    flown = {(plain(flight["departure_city"]), plain(flight["arrival_city"])) for flight in flights}
    covered = all((plain(start), plain(end)) in flown for start, end in task.legs)
    return gold_case(task, plan).but(
        **{KEYWORD: float(covered), SOURCE: 0.0, BUDGET: budget_figure(task, plan)}
    )


def _flies(task: ProbeTask, flight: dict[str, Any]) -> bool:
    return (
        flight["flight_number"].strip().lower(),
        flight["departure_city"].strip().lower(),
        flight["arrival_city"].strip().lower(),
    ) in task.base.routes


def _city_twice(task: ProbeTask) -> Case:
    plan = task.plan()
    for day in plan.values():
        day["current_city"] = f"{day['current_city']} to {day['current_city']}"
    return gold_case(task, plan)


def _huge(task: ProbeTask) -> Case:
    plan = task.plan()
    for day in plan.values():
        day["notes"] = _NOTES
        day |= {f"x_note_{number}": number for number in range(_MEMBERS)}
    return gold_case(task, plan, remarks=_NOTES)


def _many_hotels(task: ProbeTask) -> Case:
    plan = task.plan()
    other = {"name": "Invented Probe Hotel", "city": "Nowhere", "check_in": "00:01"}
    for day in plan.values():
        if day.get(HOTEL):
            day[HOTEL] = [day[HOTEL], *[other] * _MEMBERS]
    return gold_case(task, plan)


PROBES: Final = (
    Probe(
        code="one_day_more",
        title="A day more than asked for: the night before it has no bed, so the request is not met",
        case=_extra_day,
    ),
    Probe(
        code="stray_entry",
        title="An empty entry beside the days counts as the last one: the request is not met",
        case=_stray_entry,
    ),
    Probe(
        code="no_last_night",
        title="The last night is not booked: the request is not met, and the cheapest bed is billed",
        case=_no_last_night,
    ),
    Probe(
        code="days_reversed",
        title="The days in reverse order, under their own keys: 1 everywhere",
        case=_reversed_days,
    ),
    Probe(
        code="first_leg_dropped",
        title="The first flight is left out: the request is not met, and the cheapest fare is billed",
        case=_without_first_leg,
    ),
    Probe(
        code="cities_swapped",
        title="Every flight has its cities swapped: not verified, and legs that are not covered",
        case=_turned_flights,
    ),
    Probe(
        code="city_named_twice",
        title="Every day names its city twice: 1 everywhere",
        case=_city_twice,
    ),
    Probe(
        code="huge_plan",
        title="Long notes and hundreds of members of no meaning beside the plan: 1 everywhere",
        case=_huge,
    ),
    Probe(
        code="many_hotels",
        title="Hundreds of invented hotels behind the one of each night: the first counts, 1 everywhere",
        case=_many_hotels,
    ),
)
