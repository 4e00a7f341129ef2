"""Submissions and their findings, as pages and other apps know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from submissions.models import Submission, SubmissionFinding, holds_its_label, may_be_scored
from submissions.states import Outcome, Purpose, State
from submissions.visibility import Viewer, is_own, own
from trek_site.accounts.selectors import User
from trek_site.shared.errors import NotFoundError

_EVERYTHING: Final = Q()


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionFacts:
    """A submission, as pages and other apps know it; the meaning of each member is the model's.

    Attributes:
        is_own: The viewer acts on it.
        team: Name of the team it is for, "" without one.
        supersedes: Public id of the entry it replaces, "" if it replaces none.
        is_taken_off: A moderator took it off the board, and none has lifted that.
        may_be_scored: It is valid or confirmed, and was sent for that.
        has_consent: Its manifest states that the answers are complete and correct.
    """

    pk: int
    public_id: str
    purpose: Purpose
    owner_id: int
    party: int
    is_own: bool
    team: str
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
    manifest: Mapping[str, Any]
    may_be_scored: bool
    has_consent: bool
    unranked_by: Sequence[str]
    supersedes: str
    visibility: str
    is_public: bool
    published_at: datetime | None
    anonymous_until: datetime | None
    withdrawn_at: datetime | None
    withdrawal_reason: str
    is_taken_off: bool
    superseded_at: datetime | None
    file_name: str
    file_bytes: int
    file_sha256: str
    content_sha256: str
    kind: str
    state: State
    outcome: Outcome
    confirmed_at: datetime | None
    cancelled_by: str
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
    file: str
    line: int | None
    column: int
    byte: int | None
    task: int | None
    pointer: str
    message: str
    hint: str


def submission_for(public_id: str, viewer: Viewer) -> SubmissionFacts:
    """A submission that the viewer may follow: one's own, and any for staff with the right `view_submission`.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    visible = _with_what_is_told(Submission.objects.visible_to(viewer), viewer)
    row = visible.filter(public_id=public_id).first()
    if row is None:
        raise NotFoundError
    return _facts(row)


def submissions_of(
    viewer: Viewer,
    *,
    offset: int = 0,
    count: int = 50,
    purpose: str = "",
    visibility: str = "",
    where: Q = _EVERYTHING,
) -> tuple[Sequence[SubmissionFacts], int]:
    """What somebody and their teams have sent, newest first.

    Args:
        viewer: Who asks.
        offset: From which place of the list on.
        count: How many.
        purpose: Only what was sent for this; "" for everything.
        visibility: Only what is shown so; "" for everything.
        where: A further rule about submissions, of whoever knows more about them.

    Returns:
        One stretch of the list, and the length of all of it.
    """
    if viewer is None or not viewer.is_authenticated:
        return (), 0
    asked = {"purpose": purpose, "visibility": visibility}
    rows = Submission.objects.filter(
        own(viewer), where, **{name: value for name, value in asked.items() if value}
    )
    shown = _with_what_is_told(rows, viewer)[offset : offset + count]
    return tuple(_facts(row) for row in shown), rows.count()


def _with_what_is_told(rows: QuerySet[Submission], viewer: Viewer) -> QuerySet[Submission]:
    told = {
        "is_own": is_own(viewer),
        "may_be_scored": ExpressionWrapper(may_be_scored(), output_field=BooleanField()),
    }
    return rows.annotate(**told).select_related("dataset_version", "team", "supersedes")


def findings_of(submission_id: int) -> Sequence[FindingFacts]:
    """The stored findings in the order of the report; the caller has checked that they may be seen."""
    rows = SubmissionFinding.objects.filter(submission=submission_id).order_by("ordinal")
    return tuple(
        FindingFacts(
            code=row.code,
            severity=row.severity,
            stage=row.stage,
            file=row.file,
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
    return Submission.objects.filter(holds_its_label(), owner=owner, label__iexact=label).exists()


def predecessor_of(public_id: str, *, owner: User, team_id: int | None, track: str) -> int | None:
    """Primary key of the entry that one of this owner, or team, may replace; None where there is none."""
    whose = Q(team__isnull=True, owner=owner) if team_id is None else Q(team=team_id)
    rows = Submission.objects.filter(
        whose, public_id=public_id, purpose=Purpose.ENTRY, dataset_version__track=track
    )
    return rows.values_list("pk", flat=True).first()


def earlier_with_same_content(submission: Submission, content_sha256: str) -> str:
    """Public id of an earlier upload of the same owner, or team, with the same records; "" without one."""
    whose = Q(team__isnull=True, owner=submission.owner_id)
    if submission.team_id is not None:
        whose = Q(team=submission.team_id)
    same = Submission.objects.filter(whose, content_sha256=content_sha256, pk__lt=submission.pk)
    return str(same.order_by("pk").values_list("public_id", flat=True).first() or "")


def _facts(row: Any) -> SubmissionFacts:
    """The facts of a row with everything of `_with_what_is_told`."""
    consent = row.manifest.get("consent") or {}
    return SubmissionFacts(
        pk=row.pk,
        public_id=row.public_id,
        purpose=Purpose(row.purpose),
        owner_id=row.owner_id,
        party=row.party,
        is_own=row.is_own,
        team="" if row.team is None else row.team.name,
        manifest=row.manifest,
        may_be_scored=row.may_be_scored,
        has_consent=consent.get("statement") is True,
        unranked_by=row.unranked_by,
        supersedes="" if row.supersedes is None else row.supersedes.public_id,
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
        anonymous_until=row.anonymous_until,
        withdrawn_at=row.withdrawn_at,
        withdrawal_reason=row.withdrawal_reason,
        is_taken_off=row.withdrawn_by_id is not None,
        superseded_at=row.superseded_at,
        file_name=row.file_name,
        file_bytes=row.file_bytes,
        file_sha256=row.file_sha256,
        content_sha256=row.content_sha256,
        kind=row.kind,
        state=State(row.state),
        outcome=Outcome(row.outcome),
        confirmed_at=row.confirmed_at,
        cancelled_by=row.cancelled_by,
        failure_id=row.failure_id,
        report=row.counts,
        received_at=row.received_at,
        state_at=row.state_at,
        deadline_at=row.deadline_at,
    )
