"""The stored files: which are to be looked at, and how many are not what they were."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Case, F, Max, OuterRef, Q, Subquery, Value, When

from submissions.models import Condition, StoredFile, Submission
from trek_site.shared.leases import seconds_from_now

LOOK_EVERY: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileToLookAt:
    """One file that rows refer to; ``size`` in bytes."""

    sha256: str
    size: int


def files_to_look_at() -> Iterator[FileToLookAt]:
    """Those that nobody looked at for `LOOK_EVERY`, and those that were not sound when somebody did.

    The ones not sound come first, so that what was restored is noticed; then those never looked at, then
    by the age of the last look.
    """
    last = StoredFile.objects.filter(sha256=OuterRef("file_sha256"))
    rows = (
        Submission.objects.order_by()
        .values("file_sha256")
        .annotate(
            size=Max("file_bytes"),
            found=Subquery(last.values("condition")[:1]),
            looked_at=Subquery(last.values("looked_at")[:1]),
            doubt=Case(
                When(Q(found__isnull=True) | Q(found=Condition.SOUND), then=Value(0)), default=Value(1)
            ),
        )
        .filter(
            Q(found__isnull=True)
            | Q(doubt=1)
            | Q(looked_at__lt=seconds_from_now(-LOOK_EVERY.total_seconds()))
        )
        .order_by("-doubt", F("looked_at").asc(nulls_first=True), "file_sha256")
    )
    for row in rows.values_list("file_sha256", "size"):
        yield FileToLookAt(sha256=row[0], size=row[1])


def files_not_sound() -> int:
    """How many stored files were damaged or missing when somebody last looked; 0 is how it should be."""
    return StoredFile.objects.exclude(condition=Condition.SOUND).count()
