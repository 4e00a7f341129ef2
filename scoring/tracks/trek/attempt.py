"""One answered task, prepared for the checks: task, knowledge base, bookings and the run's counters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.kb import KnowledgeBase
from scoring.tracks.trek.plan import Plan
from scoring.tracks.trek.task import Task, TaskFacts

_QUOTED_CHARACTERS = 200
_LARGEST_EXACT_INTEGER = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """What a check looks at; checks never change it.

    Attributes:
        kb, task, facts: The dataset's side.
        plan: What was extracted from the answer.
        reason: The refusal's reason, any JSON value.
        is_finished: Submitted and without error; decides only on infeasible tasks.
        tool_calls, total_tokens: The run's counters as submitted.
    """

    kb: KnowledgeBase
    task: Task
    facts: TaskFacts
    plan: Plan
    reason: object
    is_finished: bool
    tool_calls: object
    total_tokens: object


def passed_if(holds: bool, code: str, path: str, facts: Mapping[str, Json]) -> CheckOutcome:
    """An outcome that passed or failed."""
    return CheckOutcome(
        code=code, verdict=Verdict.PASSED if holds else Verdict.FAILED, path=path, facts=facts
    )  # fmt: skip


def quoted(value: object) -> Json:
    """A submitted value as a fact: text shortened, structures and non-finite numbers as their text."""
    if isinstance(value, str):
        return value if len(value) <= _QUOTED_CHARACTERS else f"{value[:_QUOTED_CHARACTERS]}…"
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= _LARGEST_EXACT_INTEGER:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    return _shortened(value)


def _shortened(value: object) -> str:
    try:
        return str(value)[:_QUOTED_CHARACTERS]
    except ValueError:
        return "a number of more digits than can be printed"


def failures(outcomes: Sequence[CheckOutcome]) -> int:
    """How many of the outcomes failed."""
    return sum(1 for outcome in outcomes if outcome.verdict is Verdict.FAILED)
