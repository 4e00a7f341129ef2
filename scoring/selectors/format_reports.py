"""The format report of a submission: every finding with its place, and what the file holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scoring.pages import FindingLine, SeverityTotal
from scoring.wording import SEVERITIES
from submissions.selectors import FindingFacts, SubmissionFacts, findings_of

SHOWN_PER_CODE: Final = 20


def finding_lines(facts: SubmissionFacts) -> Sequence[FindingLine]:
    """The findings that are shown, in the order of the report; `not_shown` counts the others."""
    return [_finding_line(finding) for finding in _first_of_each(findings_of(facts.pk))]


def report_figures(facts: SubmissionFacts, name: str) -> Mapping[str, int]:
    """One table of the stored report; empty while there is none."""
    found = facts.report.get(name)
    return found if isinstance(found, Mapping) else {}


def severity_totals(facts: SubmissionFacts) -> Sequence[SeverityTotal]:
    """How many findings there are of each severity, gravest first; those without any are left out."""
    totals = report_figures(facts, "totals")
    return [
        SeverityTotal(severity=severity, title=title, total=totals[severity])
        for severity, title in SEVERITIES.items()
        if totals.get(severity)
    ]


def format_report(facts: SubmissionFacts, key: str, findings: Sequence[FindingLine]) -> Mapping[str, object]:
    """The format report: what the check stored, with the findings' rows put back into it."""
    listed = [
        {
            "code": line.code,
            "severity": line.severity,
            "stage": line.stage,
            "file": line.file or facts.file_name,
            "line": line.line,
            "column": line.column,
            "byte": line.byte,
            "task": line.task,
            "pointer": line.pointer,
            "message": line.message,
            "hint": line.hint,
        }
        for line in findings
    ]
    return {**facts.report, "bundle": facts.public_id, "state": key, "findings": listed}


def _first_of_each(findings: Sequence[FindingFacts]) -> Iterator[FindingFacts]:
    """Up to 20 of each code, in the order of the report; the others are counted under `not_shown`."""
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.code] += 1
        if seen[finding.code] <= SHOWN_PER_CODE:
            yield finding


def _finding_line(finding: FindingFacts) -> FindingLine:
    return FindingLine(
        code=finding.code,
        severity=finding.severity,
        severity_title=SEVERITIES[finding.severity],
        stage=finding.stage,
        file=finding.file,
        line=finding.line,
        column=finding.column,
        byte=finding.byte,
        task=finding.task,
        pointer=finding.pointer,
        message=finding.message,
        hint=finding.hint,
    )
