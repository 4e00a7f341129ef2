"""Suggestions for a record: one piece of advice per failed check, in the order of the result."""

from __future__ import annotations

from scoring.engine.model import CheckOutcome, TaskId, TaskResult
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions.advice import Advice, Lack, NoSuggestion
from scoring.tracks.trek.suggestions.judging import failed
from scoring.tracks.trek.suggestions.proposals import LACKS, PROPOSERS
from scoring.tracks.trek.suggestions.saving import within_budget
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.suggestions.search import EVALUATIONS_MAX, Trials, cheapest
from scoring.tracks.trek.suggestions.stock import Stock
from scoring.tracks.trek.verdict import SCORABLE, evaluate

WITHIN_BUDGET = "trek.d3_budget.within_budget"


def suggest(
    stock: Stock,
    task_id: TaskId,
    record: TrekRecord | None,
    result: TaskResult | None = None,
    *,
    limit: int = EVALUATIONS_MAX,
) -> tuple[Advice, ...]:
    """The smallest change for each failed check of a record.

    Args:
        stock: The release under the edition by which the record was judged.
        task_id: Row position of the task.
        record: What was submitted for it; None for a task nobody answered.
        result: What the record scores under that edition, where it is at hand; otherwise it is evaluated.
        limit: Evaluations that one failed check may take.

    Returns:
        One piece of advice per failed outcome, in the order of the result's outcomes; empty for a record that
        fails nothing. The same arguments give the same advice; nothing is raised for a bad plan.
    """
    if record is None:
        found = result or evaluate(stock.dataset, stock.rules, task_id, None)
        return tuple(NoSuggestion(outcome=one, lack=Lack.WHOLE_ITINERARY) for one in failed(found))
    scene = Scene(stock, task_id, record, result)
    return tuple(advise(scene, outcome, limit=limit) for outcome in failed(scene.result))


def suggest_for(
    stock: Stock, task_id: TaskId, record: TrekRecord, outcome: CheckOutcome, *, limit: int = EVALUATIONS_MAX
) -> Advice:
    """The smallest change for one failed outcome of a record; arguments as for ``suggest``."""
    return advise(Scene(stock, task_id, record), outcome, limit=limit)


def advise(scene: Scene, outcome: CheckOutcome, *, limit: int = EVALUATIONS_MAX) -> Advice:
    """The smallest change for one failed outcome of a scene."""
    if any(other.code == SCORABLE for other in scene.result.outcomes):
        return NoSuggestion(outcome=outcome, lack=Lack.UNREADABLE)
    if outcome.code in LACKS:
        return NoSuggestion(outcome=outcome, lack=LACKS[outcome.code])
    trials = Trials(limit)
    if outcome.code == WITHIN_BUDGET:
        return within_budget(scene, outcome, trials)
    return cheapest(scene, outcome, PROPOSERS[outcome.code](scene, outcome), trials)
