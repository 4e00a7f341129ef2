"""Submissions and their findings, as pages and other apps know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from submissions.models import Submission, SubmissionFinding
from submissions.states import Outcome, State
from submissions.visibility import Viewer
from trek_site.accounts.selectors import User
from trek_site.shared.errors import NotFoundError


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFacts:
    """A submission, as pages and other apps know it; the meaning of each member is the model's."""

    pk: int
    public_id: str
    owner_id: int
    version_id: int
    version_name: str
    track: str
    task_count: int
    label: str
    display_name: str
    model_name: str
    organisation: str
    description: str
    division: str
    open_weights: str
    visibility: str
    is_public: bool
    published_at: datetime | None
    withdrawn_at: datetime | None
    file_name: str
    file_bytes: int
    file_sha256: str
    content_sha256: str
    kind: str
    state: State
    outcome: Outcome
    confirmed_at: datetime | None
    failure_id: str
    report: Mapping[str, object]
    received_at: datetime
    state_at: datetime
    deadline_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingFacts:
    """One finding of the check, in the order of the report."""

    code: str
    severity: str
    stage: str
    line: int | None
    column: int
    byte: int | None
    task: int | None
    pointer: str
    message: str
    hint: str


def submission_for(public_id: str, viewer: Viewer) -> SubmissionFacts:
    """A submission that the viewer may follow: the owner's own, any for staff.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    visible = Submission.objects.visible_to(viewer).select_related("dataset_version")
    row = visible.filter(public_id=public_id).first()
    if row is None:
        raise NotFoundError
    return _facts(row)


def submissions_of(
    owner: Viewer, *, offset: int = 0, count: int = 50
) -> tuple[Sequence[SubmissionFacts], int]:
    """What an account has sent, newest first: one stretch of the list, and the length of all of it."""
    if owner is None or not owner.is_authenticated:
        return (), 0
    rows = Submission.objects.filter(owner=owner.pk).select_related("dataset_version")
    return tuple(_facts(row) for row in rows[offset : offset + count]), rows.count()


def findings_of(submission_id: int) -> Sequence[FindingFacts]:
    """The stored findings in the order of the report; the caller has checked that they may be seen."""
    rows = SubmissionFinding.objects.filter(submission=submission_id).order_by("ordinal")
    return tuple(
        FindingFacts(
            code=row.code,
            severity=row.severity,
            stage=row.stage,
            line=row.line,
            column=row.column,
            byte=row.byte,
            task=row.task,
            pointer=row.pointer,
            message=row.message,
            hint=row.hint,
        )
        for row in rows
    )


def label_is_taken(owner: User, label: str) -> bool:
    """Whether the account has an entry of that label, ignoring case; refused uploads do not count."""
    rows = Submission.objects.filter(owner=owner, label__iexact=label)
    return rows.exclude(outcome=Outcome.INVALID).exclude(state=State.FAILED).exists()


def _facts(row: Submission) -> SubmissionFacts:
    return SubmissionFacts(
        pk=row.pk,
        public_id=row.public_id,
        owner_id=row.owner_id,
        version_id=row.dataset_version_id,
        version_name=row.dataset_version.name,
        track=row.dataset_version.track,
        task_count=row.dataset_version.task_count,
        label=row.label,
        display_name=row.display_name,
        model_name=row.model_name,
        organisation=row.organisation,
        description=row.description,
        division=row.division,
        open_weights=row.open_weights,
        visibility=row.visibility,
        is_public=row.is_public,
        published_at=row.published_at,
        withdrawn_at=row.withdrawn_at,
        file_name=row.file_name,
        file_bytes=row.file_bytes,
        file_sha256=row.file_sha256,
        content_sha256=row.content_sha256,
        kind=row.kind,
        state=State(row.state),
        outcome=Outcome(row.outcome),
        confirmed_at=row.confirmed_at,
        failure_id=row.failure_id,
        report=row.counts,
        received_at=row.received_at,
        state_at=row.state_at,
        deadline_at=row.deadline_at,
    )
