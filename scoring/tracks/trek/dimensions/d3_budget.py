"""D3: the bill stays within the budget (0 to 1, or none without a budget).

Source: official rules, sections 9.5 and 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Json, Verdict
from scoring.tracks.trek.attempt import Attempt, passed_if
from scoring.tracks.trek.bill import bill_of
from scoring.tracks.trek.dimensions.base import Check, Dimension
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.units import decay

BETA = 4.0
"""β of the paper: 25 % over budget leaves exp(-1)."""

_BOOKED = "trek.d3_budget.something_booked"
_WITHIN = "trek.d3_budget.within_budget"


def something_booked(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A plan that books nothing has no bill to keep within a budget."""
    yield passed_if(attempt.plan.books_anything, _BOOKED, "", {})


def within_budget(attempt: Attempt) -> Iterator[CheckOutcome]:
    """The bill does not exceed the budget; there is no tolerance."""
    bill, budget = bill_of(attempt), attempt.task.budget
    excess = (bill.total - budget) / budget
    score = 0.0 if bill.total <= 0 else decay(excess, rate=BETA)
    yield passed_if(
        score >= 1.0, _WITHIN, "",
        {
            "cost": quoted(bill.total), "budget": budget, "score": score,
            "lines": [line.as_fact() for line in bill.lines],
        },
    )  # fmt: skip


def total_cost(outcomes: Sequence[CheckOutcome]) -> Json:
    """The bill in USD; 0 without a budget, and where the bill of a plan that books is not positive."""
    cost = next((outcome.facts["cost"] for outcome in outcomes if outcome.code == _WITHIN), 0.0)
    if _books_nothing(outcomes):
        return cost
    return 0.0 if isinstance(cost, float) and cost <= 0 else cost


def _books_nothing(outcomes: Sequence[CheckOutcome]) -> bool:
    return any(outcome.code == _BOOKED and outcome.verdict is Verdict.FAILED for outcome in outcomes)


def _applies(attempt: Attempt) -> bool:
    return not attempt.task.budget <= 0


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float:
    if _books_nothing(outcomes):
        return 0.0
    return min((_of(outcome.facts) for outcome in outcomes if outcome.verdict is Verdict.FAILED), default=1.0)


def _of(facts: Mapping[str, Json]) -> float:
    score = facts["score"]
    return score if isinstance(score, float) else 0.0


DIMENSION = Dimension(
    key=DimensionKey("d3_budget"),
    label="D3",
    summary="Flights, nights, tickets and cars, priced by the knowledge base, cost no more than the budget.",
    paper="Budget; official rules 9.5 and 10",
    checks=(
        Check(
            code=_BOOKED, title="Something is booked",
            message="The plan books nothing.", paper="official rules 9.5", run=something_booked,
        ),
        Check(
            code=_WITHIN, title="The bill is within the budget",
            message="The bill is {cost} USD, the budget {budget} USD.",
            paper="official rules 9.5 and 10", run=within_budget,
        ),
    ),
    applies=_applies,
    score=_score,
)  # fmt: skip
