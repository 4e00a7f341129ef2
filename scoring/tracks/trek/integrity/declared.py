"""What the manifest says that the records can be held against, and where they do not agree."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from scoring.engine.display import counted
from scoring.engine.model import Json
from scoring.tracks.trek.integrity import catalogue as codes


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """Statements of a manifest; None, "" or nothing for what it does not say.

    Attributes:
        tool_budget: Units a task may cost; None also for a run without a budget.
        identifiers: Of the models, casefolded.
        attempts: Answers produced per task.
        unfinished_retried: Whether crashed or stalled tasks were run again.
        gold_seen: Where the reference plans were used.
        kb_outside_tools: Whether the data was read other than through the tools.
    """

    tool_budget: int | None = None
    identifiers: frozenset[str] = frozenset()
    attempts: int | None = None
    unfinished_retried: bool | None = None
    gold_seen: str = ""
    kb_outside_tools: bool | None = None


def declared_of(members: Mapping[str, Json]) -> Declared:
    """The statements among the members of a manifest, which were checked when they were received."""
    scaffold, run, disclosure = (_section(members, name) for name in ("scaffold", "run", "disclosure"))
    models = members.get("models")
    listed = models if isinstance(models, list) else []
    named = [model.get("identifier") for model in listed if isinstance(model, dict)]
    budget, attempts = scaffold.get("tool_budget"), run.get("attempts_per_task")
    retried, outside = run.get("unfinished_retried"), disclosure.get("kb_outside_tools")
    return Declared(
        tool_budget=budget if isinstance(budget, int) else None,
        identifiers=frozenset(name.casefold() for name in named if isinstance(name, str)),
        attempts=attempts if isinstance(attempts, int) else None,
        unfinished_retried=retried if isinstance(retried, bool) else None,
        gold_seen=str(disclosure.get("gold_seen") or ""),
        kb_outside_tools=outside if isinstance(outside, bool) else None,
    )


def contradictions(
    declared: Declared, lines: Mapping[int, int], found: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Each statement that the records do not bear out, as JSON Pointer, with what the records show.

    Args:
        declared: The statements.
        lines: Records that name each task.
        found: Codes of the signals that were found.
    """
    if declared.gold_seen == "no":
        told = [code for code in (codes.GOLD, codes.TELLING_WORDS) if code in found]
        if told:
            yield "/disclosure/gold_seen", f"found: {', '.join(told)}"
    if declared.kb_outside_tools is False and codes.UNSEEN_ENTITIES in found:
        yield "/disclosure/kb_outside_tools", f"found: {codes.UNSEEN_ENTITIES}"
    if codes.OVER_THE_BUDGET in found:
        yield "/scaffold/tool_budget", f"found: {codes.OVER_THE_BUDGET}"
    if codes.OTHER_MODELS in found:
        yield "/models", f"found: {codes.OTHER_MODELS}"
    repeated = sum(count > 1 for count in lines.values())
    if repeated and declared.attempts == 1 and declared.unfinished_retried is False:
        yield "/run/unfinished_retried", f"{counted(repeated, 'task')} with more than one record"
    most = max(lines.values(), default=0)
    if declared.attempts is not None and declared.attempts > 1 and most > declared.attempts:
        yield "/run/attempts_per_task", f"a task has {most} records"


def _section(members: Mapping[str, Json], name: str) -> Mapping[str, Json]:
    section = members.get(name)
    return section if isinstance(section, Mapping) else {}
