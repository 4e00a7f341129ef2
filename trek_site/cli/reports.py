"""A report in words, from its JSON: the same whether a file was checked here or by a site."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.engine.display import counted
from scoring.engine.intake import Mode
from scoring.engine.model import Severity
from scoring.tracks import TREK_INTAKE
from trek_site.cli.console import write

_HEADINGS: Mapping[Severity, str] = {
    Severity.FATAL: "Refused",
    Severity.RECORD: "Cannot be scored",
    Severity.WARNING: "Warnings",
    Severity.INFO: "Notes",
}


def print_report(report: Mapping[str, Any]) -> None:
    """The findings by severity and code, then the counts.

    Args:
        report: As the validator and the API give it.
    """
    for severity, of_severity in groupby(report["findings"], key=lambda one: str(one["severity"])):
        write(f"{_HEADINGS[Severity(severity)]} ({report['totals'][severity]})")
        # The report's order within a severity is that of places; here all of a code stand together.
        by_code = sorted(of_severity, key=_code)
        for code, of_code in groupby(by_code, key=_code):
            _print_code(list(of_code), report["not_shown"].get(code, 0))
        write("")
    _print_counted(report)
    counts = report["counts"]
    tasks = counts["tasks_present"] + counts["tasks_missing"]
    write(
        f"{counted(report['files'][0]['lines'] or 0, 'line')}, {counted(counts['records'], 'record')}, "
        f"{counts['tasks_present']} of {counted(tasks, 'task')}: "
        f"{counts['submitted']} submitted ({counted(counts['refusals'], 'refusal')}), "
        f"{counts['errors']} with an error, {counts['unfinished']} unfinished"
    )
    if report["mode"] == Mode.CHECK.value:
        lint = counted(counts["lint"], "of these fails", "of these fail")
        write(f"{lint} lint; {counted(counts['tasks_missing'], 'task has', 'tasks have')} no record yet")


def _print_counted(report: Mapping[str, Any]) -> None:
    """What is only counted: with the catalogue's words, since there is no finding to show."""
    shown = {_code(one) for one in report["findings"]}
    unseen = {code: number for code, number in report["not_shown"].items() if code not in shown}
    for code, number in unseen.items():
        write(f"  {code}  {number} x  {TREK_INTAKE.codes[code].hint}")
    if unseen:
        write("")


def _print_code(findings: Sequence[Mapping[str, Any]], not_shown: int) -> None:
    """All findings of one code, and its hint once where it is the same for all."""
    hints = {one["hint"] for one in findings}
    for one in findings:
        is_placed = one["column"] > 1 and "column" not in one["message"]
        place = f" (column {one['column']})" if is_placed else ""
        write(f"  {one['code']}  {one['message']}{place}")
        if len(hints) > 1:
            write(f"        {one['hint']}")
    if not_shown:
        write(f"        and {not_shown} more like these")
    if len(hints) == 1 and findings[0]["hint"]:
        write(f"        {findings[0]['hint']}")


def _code(finding: Mapping[str, Any]) -> str:
    return str(finding["code"])
