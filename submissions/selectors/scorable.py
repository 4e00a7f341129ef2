"""What may be scored, and the bytes that are scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from typing import Any, BinaryIO

from django.db.models import QuerySet

from submissions import storage
from submissions.models import Submission
from submissions.states import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Scorable:
    """What whoever scores a submission needs to know of it.

    ``received_on`` is a date in UTC; ``party`` says whose turn it takes, as in `trek_site.shared.turns`.
    """

    pk: int
    party: int
    public_id: str
    version_id: int
    track: str
    release_digest: str
    task_count: int
    manifest: Mapping[str, Any]
    file_name: str
    file_sha256: str
    received_on: date


def scorable(submission_id: int) -> Scorable | None:
    """The submission if it may be scored now: valid, or confirmed."""
    row = Submission.objects.scorable().select_related("dataset_version").filter(pk=submission_id).first()
    return None if row is None else _scorable(row)


def scorables(
    *, among: Iterable[int], besides: Iterable[int] | QuerySet[Any, Any] = ()
) -> Sequence[Scorable]:
    """Those that may be scored of the submissions named first, oldest first, without those named second."""
    rows = Submission.objects.scorable().filter(pk__in=among).exclude(pk__in=besides)
    return tuple(_scorable(row) for row in rows.select_related("dataset_version").order_by("pk"))


def _scorable(row: Submission) -> Scorable:
    return Scorable(
        pk=row.pk,
        party=row.party,
        public_id=row.public_id,
        version_id=row.dataset_version_id,
        track=row.dataset_version.track,
        release_digest=row.dataset_version.digest,
        task_count=row.dataset_version.task_count,
        manifest=row.manifest if row.kind != Kind.ZIP else {},
        file_name=row.file_name,
        file_sha256=row.file_sha256,
        received_on=row.received_at.astimezone(UTC).date(),
    )


def bundle_verified(sha256: str) -> BinaryIO:
    """The stored bytes, open, after a look at whether they are still those that were received.

    Raises:
        StoredBytesError: They are not; nobody may be judged by them.
        OSError: They cannot be read at the moment.
    """
    storage.stored_verify(sha256)
    return storage.stored_opened(sha256)


def scorable_ids(*, besides: Iterable[int] | QuerySet[Any, Any], count: int | None) -> Sequence[int]:
    """Submissions that may be scored, oldest first, without those named.

    Args:
        besides: Primary keys to leave out; a queryset becomes a subquery.
        count: At most so many; None for all.
    """
    rows = Submission.objects.scorable().exclude(pk__in=besides).order_by("pk")
    return tuple(rows.values_list("pk", flat=True)[:count])
