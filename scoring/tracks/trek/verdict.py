"""From one record to one verdict: the official scoring flow, perfect and the four categories.

Source: official rules, sections 5.3, 8 and 12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Json, TaskId, TaskResult, Verdict
from scoring.engine.track import CheckText
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.dimensions import b3_spatiotemporal, d0_source, d3_budget, d4_impossible
from scoring.tracks.trek.dimensions.base import Dimension
from scoring.tracks.trek.gates import fired, run_gates
from scoring.tracks.trek.plan import Plan, read_plan
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.record import NO_ANSWER, Answer, TrekRecord, answer_of
from scoring.tracks.trek.task import Task
from scoring.tracks.trek.text import UnscorableError

D4 = d4_impossible.DIMENSION.key
EFFICIENCY = DimensionKey("d5_retry")

SATISFACTION = tuple(
    map(DimensionKey, ("d0_keyword", "d1_implicit", "d2_unord_single", "d2_unord_multi", "d3_budget"))
)
TRUTHFULNESS = (d0_source.DIMENSION.key,)
EXECUTABILITY = (DimensionKey("b2_opening_hours"), b3_spatiotemporal.DIMENSION.key)

ANSWERED = "trek.answer.record_present"
SCORABLE = "trek.answer.record_scorable"
CLAIM = "trek.answer.claim_matches_task"

ANSWER_CHECKS: tuple[CheckText, ...] = (
    CheckText(
        code=ANSWERED, title="The task has a record",
        message="No record answers this task; it counts as refused.", paper="official rules 5.1",
    ),
    CheckText(
        code=SCORABLE, title="The record can be scored",
        message="The record cannot be scored ({problem}); it counts as an empty refusal.",
        paper="official rules 5.3 and 16.3",
    ),
    CheckText(
        code=CLAIM, title="The claim fits the task",
        message="The record claims feasible = {claimed}; the task is feasible = {feasible}.",
        paper="official rules 8.1 and 8.2",
    ),
)  # fmt: skip

_Scores = Mapping[DimensionKey, float | None]
_Verdict = tuple[_Scores, list[CheckOutcome], dict[str, Json]]


def evaluate(
    dataset: TrekDataset, dimensions: Sequence[Dimension], task_id: TaskId, record: TrekRecord | None
) -> TaskResult:
    """Score one task; total over every record, None being a task nobody answered.

    Args:
        dataset: The release.
        dimensions: Those of the edition, in official order.
        task_id: Row position of the task.
        record: What was submitted for it.
    """
    task = dataset.tasks[task_id]
    if record is None:
        missing = CheckOutcome(code=ANSWERED, verdict=Verdict.FAILED)
        return _result(
            task, None, NO_ANSWER, _flow(dataset, dimensions, task, NO_ANSWER, TrekRecord()), missing
        )
    try:
        problem = "the record was refused" if record.is_refused else record.unreadable_measure()
        if problem is not None:
            raise UnscorableError(problem)
        answer = answer_of(record)
        return _result(task, record, answer, _flow(dataset, dimensions, task, answer, record), None)
    except (UnscorableError, OverflowError, RecursionError) as error:
        # A value too large or too deep for the machine fails in the official scorer too.
        problem = str(error) if isinstance(error, UnscorableError) else "a value is too large or too deep"
        reason = CheckOutcome(code=SCORABLE, verdict=Verdict.FAILED, facts={"problem": problem})
        return _result(
            task, record, NO_ANSWER, _flow(dataset, dimensions, task, NO_ANSWER, TrekRecord()), reason
        )


def attempt_of(dataset: TrekDataset, task: Task, answer: Answer, record: TrekRecord) -> Attempt:
    """What the checks look at: the plan as it is read, beside the task and the knowledge base."""
    return Attempt(
        kb=dataset.kb, task=task, facts=dataset.facts[task.query_index], plan=read_plan(answer.days),
        reason=answer.reason, is_finished=record.is_finished, tool_calls=record.tool_calls,
        total_tokens=record.total_tokens,
    )  # fmt: skip


def _flow(
    dataset: TrekDataset, dimensions: Sequence[Dimension], task: Task, answer: Answer, record: TrekRecord
) -> _Verdict:
    """The four cases: feasible or not, answered or refused."""
    attempt = attempt_of(dataset, task, answer, record)
    if not task.is_impossible:
        return (
            _answered(dimensions, attempt)
            if answer.claims_feasible
            else _wrongly_refused(dimensions, attempt)
        )
    none: dict[DimensionKey, float | None] = {dimension.key: None for dimension in dimensions}
    if answer.claims_feasible:
        wrong = CheckOutcome(code=CLAIM, verdict=Verdict.FAILED, facts={"claimed": True, "feasible": False})
        return {**none, D4: 0.0}, [wrong], _run(attempt.plan, cost=0.0, succeeds=False)
    return _refused(dimensions, attempt, none)


def _answered(dimensions: Sequence[Dimension], attempt: Attempt) -> _Verdict:
    gates = run_gates(attempt)
    is_valid = attempt.is_valid = not fired(gates)
    scores: dict[DimensionKey, float | None] = {}
    outcomes = list(gates)
    run = _run(attempt.plan, cost=0.0, succeeds=is_valid, is_valid=is_valid)
    for dimension in dimensions:
        score, reasons = dimension.evaluate(attempt)
        if dimension.key == EFFICIENCY and score is not None and not is_valid:
            score = 0.0
        scores[dimension.key] = score
        outcomes += reasons
        if dimension.key == d0_source.DIMENSION.key:
            run["d0_source_ratio"] = d0_source.verified_share(reasons)
        elif dimension.key == d3_budget.DIMENSION.key:
            run["total_cost"] = d3_budget.total_cost(reasons)
    return scores, outcomes, run


def _wrongly_refused(dimensions: Sequence[Dimension], attempt: Attempt) -> _Verdict:
    """A feasible task without an itinerary loses every dimension it has; the plan is not looked at."""
    task = attempt.task
    is_single = task.cities_count == 1
    none = {
        "d1_implicit": not task.personas, "d2_unord_single": not is_single, "d2_unord_multi": is_single,
        "d3_budget": not task.budget > 0,
    }  # fmt: skip
    scores = {dimension.key: None if none.get(dimension.key) else 0.0 for dimension in dimensions}
    wrong = CheckOutcome(code=CLAIM, verdict=Verdict.FAILED, facts={"claimed": False, "feasible": True})
    return scores, [wrong], _run(attempt.plan, cost=0.0, succeeds=False)


def _refused(dimensions: Sequence[Dimension], attempt: Attempt, none: _Scores) -> _Verdict:
    """D4 judges the refusal; an unfinished run fails it, but success keeps the judgement before that rule."""
    dimension = next(dimension for dimension in dimensions if dimension.key == D4)
    score, outcomes = dimension.evaluate(attempt)
    judged = [outcome for outcome in outcomes if outcome.code != d4_impossible.FINISHED]
    succeeds = d4_impossible.DIMENSION.score(attempt, judged) == 1.0
    return {**none, D4: score}, outcomes, _run(attempt.plan, cost=None, succeeds=succeeds)


def _run(plan: Plan, *, cost: float | None, succeeds: bool, is_valid: bool | None = None) -> dict[str, Json]:
    return {
        "d0_source_ratio": None, "fully_valid": is_valid, "task_success": succeeds, "total_cost": cost,
        "attraction_count": len(plan.attractions),
    }  # fmt: skip


def _result(
    task: Task, record: TrekRecord | None, answer: Answer, verdict: _Verdict, problem: CheckOutcome | None
) -> TaskResult:
    scores, outcomes, run = verdict
    run |= {
        "task_impossible": task.is_impossible,
        "is_feasible": answer.claims_feasible,
        "total_tokens": _measured(record.total_tokens) if record is not None else None,
        "elapsed_sec": _measured(record.elapsed_sec) if record is not None else None,
        "unscorable": problem is not None and problem.code == SCORABLE,
        "missing": record is None,
    }
    return TaskResult(
        task_id=TaskId(task.query_index),
        scores=scores,
        is_perfect=_is_perfect(scores, run["fully_valid"]),
        gates=fired([outcome for outcome in outcomes if outcome.code.startswith("trek.gate.")]),
        run=run,
        outcomes=tuple(outcomes) if problem is None else (problem, *outcomes),
    )


def _measured(value: object) -> Json:
    """A number that enters an average stays one, however large; everything else is a fact."""
    if isinstance(value, int) and not isinstance(value, bool):
        try:
            return value if float(value) == value else float(value)
        except OverflowError:
            return quoted(value)
    return quoted(value)


def _is_perfect(scores: _Scores, is_valid: Json) -> bool:
    """Every applicable dimension but efficiency is 1, and no gate fired."""
    values = [score for key, score in scores.items() if key != EFFICIENCY and score is not None]
    return bool(values) and all(score >= 1.0 for score in values) and is_valid is not False


def category(scores: _Scores, members: Sequence[DimensionKey]) -> bool | None:
    """Whether every applicable member is 1; None when none applies."""
    values = [score for score in (scores.get(key) for key in members) if score is not None]
    return all(score >= 1.0 for score in values) if values else None
