"""The lines of an entry's list of tasks: what each asked, what was used for it, and how it was judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kb_browser.selectors import TaskFacts, tasks_of
from scoring.engine import display
from scoring.engine.track import DimensionText
from scoring.explanations import failures
from scoring.links import entry_task_url
from scoring.models import TaskOutcome
from scoring.pages import TaskLine, VerdictCell
from scoring.pages.entry import TaskAsked


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTasks:
    """What all lines of a list of tasks have in common.

    Attributes:
        public_id: Of the entry.
        version_id: Whose tasks these are.
        version: Its name in links, "" for the one that the submission was made for.
        scored_by: The evaluator version.
        evaluator_version: The same in links, "" for the default one.
        places: Of tasks in `usage`, by `query_index`.
        usage: What was used, by key of `USAGE_KEYS`; None while it is being counted.
    """

    public_id: str
    version_id: int
    version: str
    scored_by: str
    dimensions: Sequence[DimensionText]
    evaluator_version: str
    places: Mapping[int, int]
    usage: Mapping[str, Sequence[float | None]] | None

    def used(self, query_index: int) -> Mapping[str, float | None] | None:
        """What one task took."""
        if self.usage is None:
            return None
        place = self.places[query_index]
        return {key: column[place] for key, column in self.usage.items()}


def task_lines(shown: ShownTasks, outcomes: Sequence[TaskOutcome]) -> Sequence[TaskLine]:
    """The tasks of some outcomes of one evaluation, in their order."""
    wanted = {outcome.query_index for outcome in outcomes}
    tasks = {task.query_index: task for task in tasks_of(shown.version_id, only=wanted)}
    return [_task_line(shown, outcome, tasks[outcome.query_index]) for outcome in outcomes]


def _task_line(shown: ShownTasks, outcome: TaskOutcome, task: TaskFacts) -> TaskLine:
    return TaskLine(
        query_index=outcome.query_index,
        query=task.query,
        kind="feasible" if task.is_feasible else "infeasible",
        summary=_summary(task),
        asked=TaskAsked(
            cities=task.cities,
            days=task.days,
            persons=task.persons,
            personas=task.personas,
            budget=task.budget or None,
            infeasible_type=task.infeasible_type,
        ),
        used=shown.used(outcome.query_index),
        verdicts=[verdict_of(text, getattr(outcome, text.key)) for text in shown.dimensions],
        is_perfect=outcome.is_perfect,
        gates=outcome.gates,
        failures=failures(shown.scored_by, outcome.outcomes),
        url=entry_task_url(shown.public_id, outcome.query_index, shown.version, shown.evaluator_version),
    )


def _summary(task: TaskFacts) -> str:
    parts = [
        ", ".join(task.cities),
        f"{task.days} day{'' if task.days == 1 else 's'}",
        f"{task.persons} person{'' if task.persons == 1 else 's'}",
        task.infeasible_type,
    ]
    return " · ".join(part for part in parts if part)


def verdict_of(text: DimensionText, value: float | None) -> VerdictCell:
    """One dimension of one task as a cell; no value is "does not apply"."""
    return VerdictCell(
        key=text.key,
        label=text.label,
        state=_state_of(text, value),
        text=display.percent(value, digits=0),
        value=value,
    )


def _state_of(text: DimensionText, value: float | None) -> str:
    if value is None:
        return "na"
    if not text.is_judged:
        return "shown"
    return "pass" if value >= 1 else "fail" if value <= 0 else "partial"
