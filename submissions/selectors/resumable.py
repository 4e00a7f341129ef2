"""Reading uploads that are sent in portions; only their owner ever does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from submissions.models import ResumableUpload
from trek_site.accounts.selectors import User
from trek_site.shared.errors import NotFoundError


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumableFacts:
    """Where an upload is.

    Attributes:
        submission: Public id of what it became, "" as long as it became nothing.
    """

    public_id: str
    file_name: str
    declared_bytes: int
    declared_sha256: str
    received_bytes: int
    created_at: datetime
    expires_at: datetime
    submission: str

    @property
    def is_complete(self) -> bool:
        """Whether all of it is here."""
        return self.received_bytes == self.declared_bytes


def resumables_of(owner: User) -> Sequence[ResumableFacts]:
    """The open uploads of an account, newest first; as few as its quota allows."""
    return [resumable_facts(row) for row in ResumableUpload.objects.open().filter(owner=owner)]


def resumable_of(public_id: str, owner: User) -> ResumableFacts:
    """One upload, used or not.

    Raises:
        NotFoundError: There is none, it has expired, or it is somebody else's.
    """
    living = ResumableUpload.objects.living().select_related("submission")
    row = living.filter(owner=owner, public_id=public_id).first()
    if row is None:
        raise NotFoundError
    return resumable_facts(row)


def resumable_facts(row: ResumableUpload) -> ResumableFacts:
    """The facts of a row."""
    return ResumableFacts(
        public_id=row.public_id,
        file_name=row.file_name,
        declared_bytes=row.declared_bytes,
        declared_sha256=row.declared_sha256,
        received_bytes=row.received_bytes,
        created_at=row.created_at,
        expires_at=row.expires_at,
        submission=row.submission.public_id if row.submission else "",
    )
