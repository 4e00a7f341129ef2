"""Synthetic agents: runs of known quality, made from the gold by the slips that real agents make.

They exist so that a fresh site has something on its board and tests have bundles with known scores.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kb_browser.world.atlas import World
from kb_browser.world.slips import SLIPS, Entry, Plan
from kb_browser.world.streams import Stream

Record: TypeAlias = Mapping[str, object]

_PLANS_THE_IMPOSSIBLE = 0.5
_TYPED_REASONS = {
    "entity": 'The requested place "{entity}" does not exist in any of the cities.',
    "route": "There is no direct flight for one of the required legs.",
    "budget": "The budget is too low for this trip.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One task as an agent meets it, with the gold that a synthetic agent cheats from.

    Attributes:
        kind: ``entity``, ``route`` or ``budget``; "" where the task can be solved.
        least_calls: Tool calls that a frugal run needs.
    """

    query_index: int
    query: str
    kind: str
    entity: str
    gold: Mapping[str, object]
    least_calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Agent:
    """How good an agent is.

    Attributes:
        label: Of the bundle; the file is ``trek_<label>.jsonl``.
        slips: Least and most slips in a plan.
        flawless: Share of feasible tasks answered without a slip.
        recognised: Share of infeasible tasks refused for the right cause.
        gives_up: Share of feasible tasks refused.
        unfinished: Share of tasks that end without a submission.
        skipped: Share of tasks without any record.
        spare_calls: Most tool calls beyond the least.
        tokens_per_call: Typical tokens of one call.
    """

    label: str
    slips: tuple[int, int]
    flawless: float
    recognised: float
    gives_up: float
    unfinished: float
    skipped: float
    spare_calls: int
    tokens_per_call: int


STRONG = Agent(
    label="strong-agent",
    slips=(1, 1),
    flawless=0.7,
    recognised=0.85,
    gives_up=0.0,
    unfinished=0.0,
    skipped=0.0,
    spare_calls=2,
    tokens_per_call=6000,
)
MIDDLING = Agent(
    label="middling-agent",
    slips=(1, 2),
    flawless=0.3,
    recognised=0.55,
    gives_up=0.08,
    unfinished=0.03,
    skipped=0.0,
    spare_calls=5,
    tokens_per_call=9000,
)
WEAK = Agent(
    label="weak-agent",
    slips=(2, 4),
    flawless=0.05,
    recognised=0.2,
    gives_up=0.2,
    unfinished=0.1,
    skipped=0.15,
    spare_calls=9,
    tokens_per_call=14000,
)


def gold_copy(questions: Sequence[Question]) -> Iterator[Record]:
    """A run that answers every task with its gold, frugally."""
    for question in questions:
        answer = {**question.gold, "calls": question.least_calls, "tokens": 3000 * question.least_calls}
        yield _record("gold-copy", question, answer)


def refuse_everything(questions: Sequence[Question]) -> Iterator[Record]:
    """A run that refuses every task for want of money."""
    for question in questions:
        answer: Entry = {
            "is_feasible": False,
            "plan": {},
            "refusal_reason": _TYPED_REASONS["budget"],
            "calls": 1,
            "tokens": 2000,
        }
        yield _record("refuse-everything", question, answer)


def run_of(seed: int, world: World, agent: Agent, questions: Sequence[Question]) -> Iterator[Record]:
    """A run of one agent, at most one record per task, in task order."""
    for question in questions:
        stream = Stream(seed, f"agent {agent.label}", str(question.query_index))
        if stream.chance(agent.skipped):
            continue
        answer = _answer(stream, world, agent, question)
        answer["calls"] = question.least_calls + stream.whole(0, agent.spare_calls)
        answer["tokens"] = round(agent.tokens_per_call * question.least_calls * stream.uniform(0.6, 1.6))
        yield _record(agent.label, question, answer)


def _answer(stream: Stream, world: World, agent: Agent, question: Question) -> Entry:
    if stream.chance(agent.unfinished):
        return {"is_feasible": False, "plan": {}, "refusal_reason": "no submission", "submitted": False}
    if question.kind:
        return _answer_to_infeasible(stream, agent, question)
    if stream.chance(agent.gives_up):
        return _refusal(stream.pick(("entity", "route", "budget")), question)
    plan: Plan = copy.deepcopy(question.gold["plan"])  # type: ignore[arg-type]  # gold plans are day maps
    if not stream.chance(agent.flawless):
        for slip in stream.sample(SLIPS, stream.whole(*agent.slips)):
            slip(stream, world, plan)
    return {"is_feasible": True, "plan": plan, "refusal_reason": ""}


def _answer_to_infeasible(stream: Stream, agent: Agent, question: Question) -> Entry:
    """The right cause, a wrong cause, or a plan for what cannot be planned."""
    if stream.chance(agent.recognised):
        return _refusal(question.kind, question)
    others = [kind for kind in _TYPED_REASONS if kind != question.kind]
    if not stream.chance(_PLANS_THE_IMPOSSIBLE):
        return _refusal(stream.pick(others), question)
    plan = {
        "day1": {
            "current_city": "unknown",
            "flights": [],
            "attractions": [],
            "hotel": {"name": question.entity},
        }
    }
    return {"is_feasible": True, "plan": plan, "refusal_reason": ""}


def _refusal(kind: str, question: Question) -> Entry:
    reason = _TYPED_REASONS[kind].format(entity=question.entity)
    return {"is_feasible": False, "plan": {}, "refusal_reason": reason}


def _record(label: str, question: Question, answer: Mapping[str, object]) -> Record:
    """One line as the benchmark's own runner writes it."""
    calls, tokens = int(str(answer["calls"])), int(str(answer["tokens"]))
    is_submitted = answer.get("submitted", True)
    completion = tokens // 12
    return {
        "query": question.query,
        "model_id": f"synthetic.{label}-v1",
        "model_label": label,
        "is_feasible": answer["is_feasible"],
        "refusal_reason": answer["refusal_reason"],
        "plan": answer["plan"],
        "tool_call_count": calls,
        "aux_call_count": calls // 3,
        "total_turns": calls + 1,
        "submitted": is_submitted,
        "stop_condition": "submitted" if is_submitted else "stalled",
        "truncation_events": 0,
        "trajectory": [],
        "notebook": {},
        "token_usage": {
            "prompt_tokens": tokens - completion,
            "completion_tokens": completion,
            "total_tokens": tokens,
        },
        "request_chars": tokens * 4,
        "error": None,
        "query_index": question.query_index,
        "elapsed_sec": round(calls * 3.7 + tokens / 9000, 2),
    }
