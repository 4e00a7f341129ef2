"""The page of one task of an entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from kb_browser.selectors import TaskFacts, tasks_of
from scoring.engine.model import Verdict
from scoring.engine.track import DimensionText
from scoring.evidence_page import EvidenceTable
from scoring.explanations import explained, shown
from scoring.links import entry_task_url, entry_url
from scoring.models import TaskOutcome
from scoring.selectors.entries import carried_to, entry_row, header_of
from scoring.selectors.entry_tasks import verdict_of
from scoring.selectors.task_evidence import Beside, task_evidence
from scoring.task_page import CheckGroup, CheckLine, Fact, FactTable, TaskPage
from scoring.tracks import DEFAULT, evaluator
from submissions.selectors import Viewer
from trek_site.shared.errors import NotFoundError

DIMENSION_KEYS: Final = tuple(str(text.key) for text in evaluator(DEFAULT).dimensions)

_STATES: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        Verdict.PASSED: ("pass", "met"),
        Verdict.FAILED: ("fail", "not met"),
        Verdict.NOT_APPLICABLE: ("na", "not asked"),
        Verdict.UNMEASURED: ("unmeasured", "not measurable"),
    }
)
_GATE: Final = "trek.gate."
_NO_RECORD: Final = "trek.answer.record_present"
TABLE_ROWS_MAX: Final = 40


BESIDE: Final = ("gold",)
"""What can be shown beside the plan."""


def task_page(
    public_id: str,
    query_index: int,
    viewer: Viewer,
    *,
    version: str = "",
    evaluator_version: str = "",
    beside: str = "",
) -> TaskPage:
    """One task of an entry with every check's reason; for `version` and `evaluator_version` see `entry_row`.

    ``beside`` is one of `BESIDE`, "" for nothing.

    Raises:
        NotFoundError: There is no such entry or task, or the viewer may not know of it.
    """
    entry = entry_row(public_id, viewer, version=version, evaluator_version=evaluator_version)
    evaluation = entry.evaluation
    rows = TaskOutcome.objects.filter(evaluation=evaluation)
    around = {row.query_index: row for row in rows.filter(query_index__range=_around(query_index))}
    outcome = around.get(query_index)
    if outcome is None:
        raise NotFoundError
    (task,) = tasks_of(evaluation.dataset_version_id, only=[query_index])
    dimensions = evaluator(evaluation.evaluator_version).dimensions
    lines = [_line(evaluation.evaluator_version, stored) for stored in outcome.outcomes]
    header = header_of(entry, viewer)

    def url_of(index: int, beside: str = beside) -> str:
        return entry_task_url(public_id, index, carried_to(entry), evaluator_version, beside=beside)

    evidence = task_evidence(
        evaluation,
        outcome,
        header,
        viewer,
        query=task.query,
        beside=Beside(
            is_asked=bool(beside), with_url=url_of(query_index, "gold"), without_url=url_of(query_index, "")
        ),
    )
    groups = [_group(text, outcome, lines, evidence.tables.get(text.key)) for text in dimensions]
    known = {check.code for text in dimensions for check in text.checks}

    return TaskPage(
        header=header,
        entry_url=entry_url(public_id, carried_to(entry), evaluator_version),
        query_index=query_index,
        query=task.query,
        request=evidence.request,
        evidence_note=evidence.note,
        timeline=evidence.timeline,
        route=evidence.route,
        kind="feasible" if task.is_feasible else "infeasible",
        facts=_request_facts(task),
        is_perfect=outcome.is_perfect,
        is_missing=any(line.code == _NO_RECORD and line.state == "fail" for line in lines),
        failing_text=_failing(groups),
        gates=[line for line in lines if line.code not in known and line.state == "fail"],
        gates_held=[line for line in lines if line.code.startswith(_GATE) and line.state == "pass"],
        groups=groups,
        previous_url=url_of(query_index - 1) if query_index - 1 in around else "",
        next_url=url_of(query_index + 1) if query_index + 1 in around else "",
    )


def _around(query_index: int) -> tuple[int, int]:
    """The task and its neighbours; bounded, since the number comes from an address."""
    middle = min(query_index, 2**31 - 2)
    return middle - 1, middle + 1


def _line(version: str, stored: Mapping[str, Any]) -> CheckLine:
    state, state_text = _STATES[stored["verdict"]]
    facts = stored["facts"].items()
    text = explained(version, stored)
    return CheckLine(
        code=stored["code"],
        state=state,
        state_text=state_text,
        message=(text.message if state == "fail" else "") or text.title,
        path=stored["path"],
        facts=[
            Fact(title=_words(name), text=shown(value) or "none")
            for name, value in facts
            if value is not None and not _is_table(value)
        ],
        tables=[_table(name, value) for name, value in facts if _is_table(value)],
    )


def _is_table(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(member, dict) for member in value)


def _table(name: str, records: Sequence[Mapping[str, Any]]) -> FactTable:
    heads = list(dict.fromkeys(head for record in records for head in record))
    return FactTable(
        title=_words(name),
        heads=[_words(head) for head in heads],
        rows=[[shown(record.get(head)) for head in heads] for record in records[:TABLE_ROWS_MAX]],
        more=max(0, len(records) - TABLE_ROWS_MAX),
    )


def _group(
    text: DimensionText, outcome: TaskOutcome, lines: Iterable[CheckLine], evidence: EvidenceTable | None
) -> CheckGroup:
    codes = {check.code for check in text.checks}
    verdict = verdict_of(text, getattr(outcome, text.key))
    # Two dimensions may share their checks; the one that does not apply has none of them.
    own = [line for line in lines if line.code in codes] if verdict.value is not None else []
    return CheckGroup(
        key=text.key,
        label=text.label,
        summary=text.summary,
        state=verdict.state,
        text=verdict.text,
        value=verdict.value,
        paper=text.paper,
        evidence=evidence if verdict.value is not None else None,
        failed=[line for line in own if line.state == "fail"],
        others=[line for line in own if line.state != "fail"],
    )


def _failing(groups: Sequence[CheckGroup]) -> str:
    short = [group.label for group in groups if group.state in {"fail", "partial"}]
    return f"it falls short in {', '.join(short)}" if short else "a hard gate fired"


def _request_facts(task: TaskFacts) -> Sequence[Fact]:
    budget = "" if task.budget is None else f"{task.budget:,.0f}".replace(",", "\u202f")
    found = {
        "Days": str(task.days),
        "Persons": str(task.persons),
        "Budget": budget,
        "From": task.departure,
        "Cities": ", ".join(task.cities),
        "Trip": _words(task.trip_type),
        "Personas": ", ".join(task.personas),
        "Infeasible by": task.infeasible_type,
    }
    return [Fact(title=title, text=text) for title, text in found.items() if text]


def _words(name: str) -> str:
    return name.replace("_", " ")
