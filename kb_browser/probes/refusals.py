"""Runs that refuse: right or wrong, with and without a cause."""

from __future__ import annotations

from typing import Final

from kb_browser.probes.model import FEASIBILITY, Case, Probe, gold_case, refused_case
from kb_browser.probes.task import ENTITY, MONEY, ROUTE, ProbeTask

REASONS: Final = {
    ENTITY: "The hotel does not exist.",
    ROUTE: "There is no direct flight to this city.",
    MONEY: "The budget is too small.",
}
"""One sentence for each cause, in the order in which they are looked for."""

_NEXT: Final = {ENTITY: ROUTE, ROUTE: MONEY, MONEY: ENTITY}


def _refusal(task: ProbeTask, reason: str, *causes: str) -> Case:
    """Refused with this reason, which is the right one for tasks of these causes."""
    case = refused_case(task, task.row(is_feasible=False, refusal_reason=reason, plan={}))
    return case if task.is_feasible else case.but(**{FEASIBILITY: float(task.cause in causes)})


def _for(cause: str) -> Probe:
    return Probe(
        code=f"refuse_everything_{cause}",
        title=f"Every task is refused for its {cause}: right on the infeasible tasks of that cause alone",
        case=lambda task: _refusal(task, REASONS[cause], cause),
    )


def _without_reason(task: ProbeTask) -> Case:
    return _refusal(task, "")


def _with_all_reasons(task: ProbeTask) -> Case:
    # The first cause that is recognised counts.
    return _refusal(task, " ".join(reversed(REASONS.values())), ENTITY)


def _wrong_cause(task: ProbeTask) -> Case:
    if task.is_feasible:
        return gold_case(task)
    return _refusal(task, REASONS[_NEXT[task.cause]])


def _plural(task: ProbeTask) -> Case:
    # Only the singular is a phrase of the rules.
    return _refusal(task, "No direct flights.")


def _with_an_invention(task: ProbeTask) -> Case:
    if task.is_feasible:
        return gold_case(task)
    city = task.stays[0] if task.stays else "Nowhere"
    plan = {"day1": {"current_city": city, "hotel": {"name": "Invented Probe Hotel", "city": city}}}
    return refused_case(task, task.row(is_feasible=False, refusal_reason=REASONS[task.cause], plan=plan))


PROBES: Final = (
    *(_for(cause) for cause in REASONS),
    Probe(
        code="refuse_without_reason",
        title="Every task is refused without a reason: 0 everywhere",
        case=_without_reason,
    ),
    Probe(
        code="refuse_with_all_reasons",
        title="Every refusal names all three causes: the entity counts, since it is looked for first",
        case=_with_all_reasons,
    ),
    Probe(
        code="refuse_in_the_plural",
        title="Every refusal says “no direct flights”: no phrase of the rules, 0 everywhere",
        case=_plural,
    ),
    Probe(
        code="wrong_cause",
        title="Infeasible tasks are refused for another cause than their own: 0 on these",
        case=_wrong_cause,
    ),
    Probe(
        code="refusal_with_invention",
        title="The right refusals hold a plan with an invented hotel: 0 on infeasible tasks",
        case=_with_an_invention,
    ),
)
