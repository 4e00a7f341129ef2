"""What was found before publishing, in words. Pure; reads the report that `examination` makes.

Any part of a report may be missing in one that an older program made; then nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from kb_browser.pages import ReportLine, ReportPart
from scoring.engine.display import count

Report: TypeAlias = Mapping[str, Any]

EXAMPLES_SHOWN: Final = 3
_PASS, _FAIL, _SHOWN = "pass", "fail", "shown"


def report_part(report: Report, checked_at: datetime | None) -> ReportPart:
    """The report as a page shows it; empty parts where nothing was kept."""
    return ReportPart(
        checked_at=checked_at,
        evaluator_version=str(report.get("evaluator_version") or ""),
        sentences=list(_sentences(report)),
        findings=[
            *_findings(report.get("errors") or (), state=_FAIL),
            *_findings(report.get("notes") or (), state=_SHOWN),
        ],
        probes=[_probe(probe) for probe in report.get("probes") or ()],
    )


def _sentences(report: Report) -> Iterator[ReportLine]:
    if "error_count" in report:
        errors, notes = report["error_count"], report.get("note_count") or 0
        yield _line("rules", "Every rule of the format and of the world", not errors, _found(errors, notes))
    yield from _gold(report.get("gold") or {})
    probes = report.get("probes") or ()
    if probes:
        wrong = sum(1 for probe in probes if probe.get("mismatch_count"))
        told = f"{count(len(probes) - wrong)} of {count(len(probes))} got exactly the scores they must get"
        yield _line("probes", "Runs that try to cheat or to confuse", not wrong, told)


def _gold(gold: Mapping[str, Mapping[str, int]]) -> Iterator[ReportLine]:
    for kind in ("feasible", "infeasible"):
        if kind in gold:
            perfect, tasks = gold[kind]["perfect"], gold[kind]["tasks"]
            told = f"{count(perfect)} of {count(tasks)} perfect"
            yield _line(
                f"gold_{kind}", f"The gold, scored like anybody's run: {kind} tasks", perfect == tasks, told
            )


def _found(errors: int, notes: int) -> str:
    told = "no error" if not errors else f"{count(errors)} error{'s' if errors != 1 else ''}"
    return f"{told}, {count(notes)} note{'s' if notes != 1 else ''}" if notes else told


def _findings(faults: Sequence[Mapping[str, Any]], *, state: str) -> Iterator[ReportLine]:
    """One line a rule, in the order in which they were found."""
    by_rule: dict[str, list[str]] = {}
    for fault in faults:
        row = fault.get("row")
        place = f"{fault['file']}{f', row {row}' if row is not None else ''}"
        by_rule.setdefault(fault["rule"], []).append(f"{place}: {fault['detail']}")
    for rule, places in by_rule.items():
        kind = "error" if state == _FAIL else "note"
        yield ReportLine(
            code=rule,
            title=rule.replace("_", " "),
            state=state,
            verdict=f"{count(len(places))} {kind}{'s' if len(places) != 1 else ''}",
            details=places[:EXAMPLES_SHOWN],
        )


def _probe(probe: Mapping[str, Any]) -> ReportLine:
    mismatches: Sequence[Mapping[str, Any]] = probe.get("mismatches") or ()
    wrong = probe.get("mismatch_count") or 0
    touched = probe.get("touched")
    right = f"as it must be, {count(touched)} tasks" if touched is not None else "as it must be"
    verdict = right if not wrong else f"{count(wrong)} figure{'s differ' if wrong != 1 else ' differs'}"
    return ReportLine(
        code=str(probe.get("code", "")),
        title=str(probe.get("title") or probe.get("code", "")),
        state=_FAIL if wrong else _PASS,
        verdict=verdict,
        details=[str(mismatch.get("text", "")) for mismatch in mismatches[:EXAMPLES_SHOWN]],
    )


def _line(code: str, title: str, is_right: object, told: str) -> ReportLine:
    return ReportLine(code=code, title=title, state=_PASS if is_right else _FAIL, verdict=told)
