"""Runs that leave out, repeat, misstate or merely touch what the gold says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from kb_browser.probes.model import EFFICIENCY, FEASIBILITY, Case, Probe, gold_case, refused_case
from kb_browser.probes.task import ProbeTask

_EMPTY_GATE = ("empty_plan", "missing_mandated_hotel", "missing_mandated_attraction", "missing_mandated_car")


def _nothing(task: ProbeTask) -> Case:
    return refused_case(task)


def _half(task: ProbeTask) -> Case:
    return refused_case(task) if task.index % 2 else gold_case(task)


def _empty(task: ProbeTask, plan: object = None) -> Case:
    """A claim with nothing booked: every figure that applies is 0, and the gates say why."""
    case = refused_case(
        task, task.row(is_feasible=True, refusal_reason="", plan={} if plan is None else plan)
    )
    if not task.is_feasible:
        return case
    empty, hotel, attraction, car = _EMPTY_GATE
    gates = (
        empty,
        *(hotel for _ in [task.named_hotel] if task.named_hotel),
        *(attraction for _ in task.named_attractions),
        *(car for _ in [task.named_car] if task.named_car),
    )
    return Case(rows=case.rows, scores=case.scores, gates=gates)


def _days_as_list(task: ProbeTask) -> Case:
    return _empty(task, plan=list(task.plan().values()))


def _answer_everything(task: ProbeTask) -> Case:
    return gold_case(task) if task.is_feasible else _empty(task)


def _text_claim(task: ProbeTask) -> Case:
    # Any text that is not empty is a yes.
    case = gold_case(task, is_feasible="false")
    return case if task.is_feasible else case.but(**{FEASIBILITY: 0.0})


def _no_claim(task: ProbeTask) -> Case:
    row = {key: value for key, value in task.gold_row.items() if key != "is_feasible"}
    return refused_case(task, row) if task.is_feasible else gold_case(task)


def _members(**members: Any) -> Callable[[ProbeTask], Case]:
    """Runs whose state counts on infeasible tasks only."""

    def case(task: ProbeTask) -> Case:
        gold = gold_case(task, **members)
        return gold if task.is_feasible else gold.but(**{FEASIBILITY: 0.0})

    return case


def _twice(task: ProbeTask) -> Case:
    # The later line counts.
    last = task.row(is_feasible=False, refusal_reason="", plan={})
    return refused_case(task, task.gold_row, last)


def _twice_the_other_way(task: ProbeTask) -> Case:
    first = task.row(is_feasible=False, refusal_reason="", plan={})
    gold = gold_case(task)
    return Case(rows=(first, *gold.rows), scores=gold.scores)


def _text_index(task: ProbeTask) -> Case:
    # A number as text names no task, so nothing was answered.
    return refused_case(task, _indexed(task, str(task.index)))


def _decimal_index(task: ProbeTask) -> Case:
    return gold_case(task, query_index=float(task.index))


def _indexed(task: ProbeTask, index: object) -> Mapping[str, Any]:
    return {**task.gold_row, "query_index": index}


def _calls(more: int, figure: float | None) -> Callable[[ProbeTask], Case]:
    def case(task: ProbeTask) -> Case:
        calls = task.least_calls + more if more else 0
        gold = gold_case(task, tool_call_count=calls)
        return Case(rows=gold.rows, scores={**gold.scores, EFFICIENCY: figure}) if task.is_feasible else gold

    return case


PROBES: Final = (
    Probe(code="nothing_submitted", title="No task is answered: 0 everywhere", case=_nothing),
    Probe(code="half_missing", title="Every second task is not answered: 0 on these", case=_half),
    Probe(code="empty_plan", title="Every task is claimed with an empty plan: 0 everywhere", case=_empty),
    Probe(code="days_as_list", title="The days are a list and no object: 0 everywhere", case=_days_as_list),
    Probe(
        code="answer_everything",
        title="The gold, but infeasible tasks are claimed as well: 0 on these",
        case=_answer_everything,
    ),
    Probe(
        code="claim_as_text",
        title="The claim is the text “false”: it is a yes, so the gold passes and every refusal fails",
        case=_text_claim,
    ),
    Probe(
        code="claim_left_out",
        title="The gold without its claim: a refusal, so every itinerary gets 0",
        case=_no_claim,
    ),
    Probe(code="gold", title="The gold: 1 everywhere", case=gold_case),
    Probe(
        code="gold_unfinished",
        title="The gold of a run that was never submitted: refusals get 0, itineraries 1",
        case=_members(submitted=False),
    ),
    Probe(
        code="gold_with_error",
        title="The gold of a run that ended in an error: refusals get 0, itineraries 1",
        case=_members(error="the run was stopped"),
    ),
    Probe(
        code="answered_then_refused",
        title="Two lines per task, the gold and an empty refusal: the later counts, 0 everywhere",
        case=_twice,
    ),
    Probe(
        code="refused_then_answered",
        title="Two lines per task, an empty refusal and the gold: the later counts, 1 everywhere",
        case=_twice_the_other_way,
    ),
    Probe(
        code="index_as_text",
        title="The number of the task is text: it names no task, 0 everywhere",
        case=_text_index,
    ),
    Probe(
        code="index_as_decimal",
        title="The number of the task is 7.0 in place of 7: 1 everywhere",
        case=_decimal_index,
    ),
    Probe(
        code="no_calls",
        title="The gold without a single call: efficiency does not apply, 1 elsewhere",
        case=_calls(0, None),
    ),
    Probe(
        code="ten_calls_more",
        title="The gold with ten calls more than needed: efficiency 0, 1 elsewhere",
        case=_calls(10, 0.0),
    ),
)
