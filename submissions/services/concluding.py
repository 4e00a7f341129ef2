"""What the site adds to the intake's report: what only it can know of an upload."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.engine.intake import Report
from scoring.engine.model import Finding, Severity
from submissions import selectors
from submissions.declarations import manifest_columns, superseded_in
from submissions.models import Submission
from submissions.states import Outcome, Purpose

_RECEIPT: Final = "receipt"
_MANIFEST: Final = "manifest"
_DIGITS_SHOWN: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Conclusion:
    """How a check ended.

    Attributes:
        outcome: The report's, unless the site knows better.
        findings: In the order of the report.
        columns: To be set with the outcome: digest, report, and what an archive's manifest says.
    """

    outcome: Outcome
    findings: Sequence[Finding]
    columns: Mapping[str, Any]


def concluded(submission: Submission, report: Report) -> Conclusion:
    """The end of a check. The caller holds the submission and the line of its account.

    Args:
        submission: As it was received.
        report: What its bytes gave.
    """
    columns = _declared(submission, report)
    added = [*_refused(submission, columns), *_known(submission, report)]
    is_refused = any(one.severity is Severity.FATAL for one in added)
    outcome = Outcome.INVALID if is_refused else Outcome(report.outcome.value)
    content_sha256 = report.file.content_sha256 or ""
    document = {name: part for name, part in report.as_json().items() if name != "findings"}
    totals = dict(report.totals)
    for one in added:
        totals[one.severity.value] += 1
    return Conclusion(
        outcome=outcome,
        # Of one severity, what concerns the whole upload comes first.
        findings=sorted([*added, *report.kept], key=lambda one: list(Severity).index(one.severity)),
        columns={
            **({} if outcome == Outcome.INVALID else columns),
            "content_sha256": content_sha256,
            # The findings have rows of their own.
            "counts": {**document, "state": outcome.value, "totals": totals},
        },
    )


def _declared(submission: Submission, report: Report) -> dict[str, Any]:
    """Columns from the manifest of an archive; none where it was known at the receipt."""
    if submission.purpose == Purpose.CHECK or submission.manifest or report.manifest is None:
        return {}
    members: Any = report.manifest.as_json()
    columns = manifest_columns(report.manifest, label=report.label or members["entry"]["label"])
    predecessor = superseded_in(members)
    if predecessor:
        columns["supersedes_id"] = selectors.predecessor_of(
            predecessor,
            owner=submission.owner,
            team_id=submission.team_id,
            track=submission.dataset_version.track,
        )
    return columns


def _refused(submission: Submission, columns: Mapping[str, Any]) -> Sequence[Finding]:
    """What is wrong with the manifest of an archive beside what the account has already."""
    found = []
    label = columns.get("label", "")
    if label and selectors.label_is_taken(submission.owner, label):
        found.append(_wrong("/entry/label", f"you already have an entry labelled {label}"))
    if "supersedes_id" in columns and columns["supersedes_id"] is None:
        found.append(_wrong("/entry/supersedes", "none of your entries has this id"))
    return found


def _known(submission: Submission, report: Report) -> Sequence[Finding]:
    """Whether the same was sent before; of others' uploads nothing is said."""
    sha256 = report.file.content_sha256
    if sha256 is None:
        return ()
    earlier = selectors.earlier_with_same_content(submission, sha256)
    if not earlier:
        return ()
    text = f"The same content was uploaded before as {earlier} (SHA-256 {sha256[:_DIGITS_SHOWN]})."
    return (Finding(code="I006", severity=Severity.INFO, stage=_RECEIPT, message=text),)


def _wrong(pointer: str, limit: str) -> Finding:
    return Finding(
        code="F205",
        severity=Severity.FATAL,
        stage=_MANIFEST,
        message=f"{pointer}: {limit}.",
        pointer=pointer,
    )
