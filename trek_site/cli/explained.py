"""One task in words, for a terminal: the request, the verdicts, and the advice for each failed check."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.engine.catalogue import check_texts
from scoring.engine.display import counted
from scoring.engine.model import CheckOutcome, DimensionKey, TaskResult
from scoring.engine.sentences import sentence, shown
from scoring.tracks.trek.suggestions import Advice, Change, Op, Suggestion
from scoring.tracks.trek.task import Task
from scoring.tracks.trek.track import TrekTrack
from trek_site.cli.console import write

CHANGES_SHOWN_MAX: Final = 12
ROWS_SHOWN_MAX: Final = 40
VALUE_CHARACTERS_MAX: Final = 60


def print_task(track: TrekTrack, task: Task, result: TaskResult, advice: Sequence[Advice]) -> None:
    """The whole explanation of one task.

    Args:
        track: The edition by which it was judged.
        task: What was asked.
        result: How it was judged.
        advice: As ``suggest`` gives it for that result.
    """
    _print_request(task)
    write("")
    _print_verdicts(track, result)
    for number, one in enumerate(advice, start=1):
        write("")
        _print_failure(track, number, one.outcome)
        _print_advice(track, one)


def _print_request(task: Task) -> None:
    kind = "infeasible" if task.is_impossible else "feasible"
    cities = ", ".join(shown(city) for city in task.expected_cities)
    write(f"task {task.query_index} ({kind}): {task.query}")
    write(
        f"  {counted(task.days, 'day')}, {counted(task.persons, 'person')}, {counted(task.rooms, 'room')}, "
        f"{task.budget:g} USD; {task.trip_type or 'trip'} from {shown(task.departure)} to {cities}"
    )
    if task.personas:
        write(f"  personas: {shown(list(task.personas))}")


def _print_verdicts(track: TrekTrack, result: TaskResult) -> None:
    write("perfect" if result.is_perfect else "not perfect")
    for dimension in track.dimensions:
        score = result.scores[dimension.key]
        if score is not None:
            beside = "" if dimension.is_judged else "  (never part of perfect)"
            write(f"  {dimension.label:<12} {_score(score)}{beside}")
    if result.gates:
        write(f"  gates        {', '.join(result.gates)}")


def _score(score: float | None) -> str:
    return "–" if score is None else f"{score:.4f}".rstrip("0").rstrip(".")


def _print_failure(track: TrekTrack, number: int, outcome: CheckOutcome) -> None:
    text = check_texts(track)[outcome.code]
    place = f" at {outcome.path}" if outcome.path else ""
    write(f"{number}. {outcome.code}{place}")
    write(f"   {sentence(text.message, outcome.facts)}")
    facts = [f"{name} {_fact(value)}" for name, value in outcome.facts.items() if _is_told(value)]
    if facts:
        write(f"   {'; '.join(facts)}")
    for rows in map(_table, outcome.facts.values()):
        for row in rows[:ROWS_SHOWN_MAX]:
            cells = (f"{name} {shown(cell)}" for name, cell in row.items() if cell not in {"", None})
            write(f"     {', '.join(cells)}")


def _is_told(value: object) -> bool:
    return value is not None and not _table(value)


def _fact(value: object) -> str:
    return shown(value) or "none"


def _table(value: object) -> Sequence[Mapping[str, object]]:
    """A fact that is a list of records, such as the lines of a bill; empty for any other."""
    rows = value if isinstance(value, list) else []
    return rows if all(isinstance(row, dict) for row in rows) else []


def _print_advice(track: TrekTrack, advice: Advice) -> None:
    if not isinstance(advice, Suggestion):
        write(f"   no change is offered: {advice.words}")
        return
    write(f"   smallest change: {advice.edit.words}")
    for change in advice.changes[:CHANGES_SHOWN_MAX]:
        write(f"     {_change(change)}")
    if len(advice.changes) > CHANGES_SHOWN_MAX:
        write(f"     and {counted(len(advice.changes) - CHANGES_SHOWN_MAX, 'more change')}")
    write(f"   effect: {_effect(track, advice)}")
    for outcome in advice.breaks:
        message = sentence(check_texts(track)[outcome.code].message, outcome.facts)
        write(f"   but then: {outcome.code}: {message}")


def _change(change: Change) -> str:
    if change.op is Op.REMOVE:
        return f"remove {change.path} (was {_value(change.before)})"
    was = f" (was {_value(change.before)})" if change.op is Op.REPLACE else ""
    return f"{change.op.value} {change.path} = {_value(change.after)}{was}"


def _value(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= VALUE_CHARACTERS_MAX else f"{text[: VALUE_CHARACTERS_MAX - 1]}…"


def _effect(track: TrekTrack, suggestion: Suggestion) -> str:
    labels: Mapping[DimensionKey, str] = {one.key: one.label for one in track.dimensions}
    parts = [
        f"{labels[effect.key]} {_score(effect.before)} → {_score(effect.after)}"
        for effect in suggestion.effects
        if effect.before != effect.after
    ]
    if suggestion.cost_before != suggestion.cost_after:
        parts.append(f"bill {suggestion.cost_before or 0:.2f} → {suggestion.cost_after or 0:.2f} USD")
    if suggestion.gates_before != suggestion.gates_after:
        parts.append(f"gates {', '.join(suggestion.gates_after) or 'silent'}")
    if suggestion.becomes_perfect:
        parts.append("the task becomes perfect")
    return "; ".join(parts) or "this check holds, no score changes"
