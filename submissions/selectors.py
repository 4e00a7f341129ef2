"""Reading submissions: for pages, for whoever scores them, and for the quotas."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, QuerySet
from django.db.models.functions import Now

from submissions import storage
from submissions.limits import limits_for
from submissions.models import Submission, SubmissionFinding
from submissions.states import Outcome, State, Visibility
from submissions.visibility import Viewer, owned_or_moderated, published
from trek_site.accounts.selectors import User
from trek_site.shared.errors import NotFoundError
from trek_site.shared.leases import seconds_from_now
from trek_site.shared.waiting import oldest_age_s

__all__ = [
    "FindingFacts",
    "Scorable",
    "SubmissionFacts",
    "Usage",
    "Viewer",
    "bundle_verified",
    "findings_of",
    "label_is_taken",
    "owned_or_moderated",
    "pending_count",
    "published",
    "scorable",
    "scorable_ids",
    "submission_for",
    "submission_waiting_s",
    "submissions_of",
    "usage_of",
    "waiting_before",
]

WAITING_RETRY_S: Final = 30
UNLIMITED: Final = 1_000_000


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorable:
    """What whoever scores a submission needs to know of it."""

    pk: int
    public_id: str
    version_id: int
    track: str
    release_digest: str
    task_count: int
    file_name: str
    file_sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """How much of its quotas an account has used, and in how many seconds the next one comes free."""

    waiting: int
    waiting_limit: int
    waiting_retry_after: int
    today: int
    today_limit: int
    today_retry_after: int
    published: int
    published_limit: int
    published_retry_after: int


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


def scorable(submission_id: int) -> Scorable | None:
    """The submission if it may be scored now: valid, or confirmed."""
    row = Submission.objects.scorable().select_related("dataset_version").filter(pk=submission_id).first()
    if row is None:
        return None
    return Scorable(
        pk=row.pk,
        public_id=row.public_id,
        version_id=row.dataset_version_id,
        track=row.dataset_version.track,
        release_digest=row.dataset_version.digest,
        task_count=row.dataset_version.task_count,
        file_name=row.file_name,
        file_sha256=row.file_sha256,
    )


def bundle_verified(sha256: str) -> Iterator[bytes]:
    """The stored bytes in portions, after a look at whether they are still those that were received.

    Raises:
        StoredBytesError: They are not; nobody may be judged by them.
        OSError: They cannot be read at the moment.
    """
    storage.stored_verify(sha256)
    return storage.stored_chunks(sha256)


def scorable_ids(*, besides: Iterable[int] | QuerySet[Any, Any], count: int | None) -> Sequence[int]:
    """Submissions that may be scored, oldest first, without those named.

    Args:
        besides: Primary keys to leave out; a queryset becomes a subquery.
        count: At most so many; None for all.
    """
    rows = Submission.objects.scorable().exclude(pk__in=besides).order_by("pk")
    return tuple(rows.values_list("pk", flat=True)[:count])


def waiting_before(facts: SubmissionFacts) -> int:
    """How many submissions wait for their check, or are in it, that came before this one."""
    earlier = Submission.objects.unfinished().filter(received_at__lte=facts.received_at)
    return earlier.exclude(pk=facts.pk).count()


def pending_count(version_id: int) -> int:
    """How many submissions to a version still wait for their check or are in it."""
    return Submission.objects.unfinished().filter(dataset_version=version_id).count()


def label_is_taken(owner: User, label: str) -> bool:
    """Whether the account has an entry of that label, ignoring case; refused uploads do not count."""
    rows = Submission.objects.filter(owner=owner, label__iexact=label)
    return rows.exclude(outcome=Outcome.INVALID).exclude(state=State.FAILED).exists()


def usage_of(owner: User, track: str) -> Usage:
    """What the account has used, by the database's clock. Staff upload reference runs without limit."""
    limits = limits_for(track)
    own = Submission.objects.filter(owner=owner, dataset_version__track=track)
    # What failed on our side is given back.
    today = own.exclude(state=State.FAILED).filter(received_at__gt=_ago(limits.day))
    shown = own.filter(visibility=Visibility.PUBLIC, published_at__gt=_ago(limits.week)).exclude(
        state=State.FAILED
    )
    free = owner.is_staff
    return Usage(
        waiting=own.unfinished().count(),
        waiting_limit=UNLIMITED if free else limits.waiting,
        waiting_retry_after=WAITING_RETRY_S,
        today=today.count(),
        today_limit=UNLIMITED if free else limits.checks_per_day,
        today_retry_after=_frees_in(today, "received_at", limits.day),
        published=shown.count(),
        published_limit=UNLIMITED if free else limits.published_per_week,
        published_retry_after=_frees_in(shown, "published_at", limits.week),
    )


def counts_by_state() -> Mapping[str, int]:
    """How many submissions are in each state; for operators."""
    rows = Submission.objects.order_by().values_list("state").annotate(Count("pk"))
    return dict(rows)


def submission_waiting_s() -> float | None:
    """How long the oldest upload has waited for the end of its check, in seconds; None when none waits."""
    return oldest_age_s(Submission.objects.unfinished(), "received_at")


def _ago(period: timedelta) -> object:
    return seconds_from_now(-period.total_seconds())


def _frees_in(rows: QuerySet[Submission], column: str, period: timedelta) -> int:
    """Seconds until the oldest of the rows leaves the window; at least 1."""
    oldest = rows.order_by(column).annotate(database_now=Now()).values(column, "database_now").first()
    if oldest is None:
        return 1
    left: timedelta = oldest[column] + period - oldest["database_now"]
    return max(1, math.ceil(left.total_seconds()))


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
