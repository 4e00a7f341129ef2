"""What a status page shows beside the status: findings in groups, what is lost, the manifest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scoring.engine.intake import CodeText
from scoring.pages import FindingLine, SubmissionStatus
from scoring.pages.following import CodeGroup, SeverityGroup, StatusExtras
from scoring.selectors.declared import said
from scoring.tracks import intake_of
from scoring.wording import SEVERITIES
from submissions.selectors import findings_of

UNFOLDED: Final = 4
REPLACEABLE: Final = frozenset({"scored", "published", "anonymous", "withdrawn"})


def status_extras(status: SubmissionStatus) -> StatusExtras:
    """Everything beside a status; whoever was given that may see this."""
    consent = status.manifest.get("consent") or {}
    return StatusExtras(
        groups=_groups(status),
        lost=_lost(status) if status.can_confirm else "",
        said=said(status.track, status.manifest),
        consents_to_plans=consent.get("publish_plans") is True,
        consents_to_traces=consent.get("publish_traces") is True,
        can_be_replaced=status.is_mine and bool(status.manifest) and status.state_key in REPLACEABLE,
    )


def _groups(status: SubmissionStatus) -> Sequence[SeverityGroup]:
    """The findings, and the codes of which there are only numbers, by severity."""
    texts = intake_of(status.track).codes
    listed = {line.code for line in status.findings}
    counted = [texts[code] for code in status.not_shown if code not in listed and code in texts]
    groups = []
    for severity, title in SEVERITIES.items():
        found = [line for line in status.findings if line.severity == severity]
        alone = [text for text in counted if text.severity == severity]
        if found or alone:
            groups.append(_severity_group(severity, title, found, alone, status))
    return groups


def _severity_group(
    severity: str,
    title: str,
    found: Sequence[FindingLine],
    alone: Sequence[CodeText],
    status: SubmissionStatus,
) -> SeverityGroup:
    by_code: dict[str, list[FindingLine]] = {}
    for line in found:
        by_code.setdefault(line.code, []).append(line)
    total = next((each.total for each in status.findings_totals if each.severity == severity), len(found))
    return SeverityGroup(
        severity=severity,
        title=title,
        total=total,
        codes=[
            *(_code_group(code, lines, status) for code, lines in by_code.items()),
            *(_code_group(text.code, (), status, text=text.hint) for text in alone),
        ],
    )


def _code_group(
    code: str, found: Sequence[FindingLine], status: SubmissionStatus, *, text: str = ""
) -> CodeGroup:
    uncounted = status.not_shown.get(code, 0)
    return CodeGroup(
        code=code,
        text=text,
        total=len(found) + uncounted,
        shown=found[:UNFOLDED],
        folded=found[UNFOLDED:],
        uncounted=uncounted,
    )


def _lost(status: SubmissionStatus) -> str:
    """How many tasks are failed by confirming; more where not every finding was kept."""
    missing = status.counts.get("tasks_missing", 0)
    refused = [one for one in findings_of(status.pk) if one.severity == "R"]
    tasks = {one.task for one in refused if one.task is not None}
    total = next((each.total for each in status.findings_totals if each.severity == "R"), 0)
    is_least = total > len(refused)
    parts = []
    if missing:
        parts.append(f"{missing} task{'' if missing == 1 else 's'} without a record")
    if tasks:
        least = "at least " if is_least else ""
        parts.append(f"{least}{len(tasks)} with a record that cannot be scored")
    elif refused:
        parts.append(f"{len(refused)} line{'' if len(refused) == 1 else 's'} that cannot be read")
    return " and ".join(parts)
