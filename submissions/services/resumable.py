"""Uploads in portions: begun, thrown away, and made into a submission by the one way there is."""

from __future__ import annotations

import hashlib
import logging
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Min, Sum
from django.db.models.functions import Now
from django.utils import timezone

from kb_browser.selectors import VersionFacts
from submissions import parts, refusals
from submissions.declarations import Declaration
from submissions.kinds import EXTENSIONS, base_name, shown
from submissions.limits import RESUMABLE
from submissions.models import ResumableUpload
from submissions.room import refuse_without_room
from submissions.selectors import ResumableFacts, resumable_facts
from submissions.services.declaring import refuse_unconfirmed
from submissions.services.receiving import (
    SubmissionReceipt,
    Upload,
    checked_key,
    receipt_of,
    submission_receive,
)
from trek_site.accounts.selectors import User
from trek_site.accounts.services import account_lock
from trek_site.shared.errors import (
    ConflictError,
    NotFoundError,
    RateLimitedError,
    UnprocessableError,
)
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

ORPHAN_AGE: Final = timedelta(days=1)
SWEPT_AT_ONCE: Final = 100
_SHA256: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What is said about a file before its first byte.

    Attributes:
        file_name: As sent; its ending has to be one that is accepted.
        declared_bytes: How long the file is.
        declared_sha256: Of the file, in hex; "" leaves it to the sender to compare.
        idempotency_key: The same key with the same file is the same upload.
    """

    file_name: str
    declared_bytes: int
    declared_sha256: str = ""
    idempotency_key: str | None = None


def resumable_begin(said: Announcement, *, owner: User) -> tuple[ResumableFacts, bool]:
    """Make room for a file.

    Returns:
        The upload, and whether it is new: False when a repeated request met its first one.

    Raises:
        PermissionRefusedError: The address of the account is not confirmed.
        UnprocessableError, WrongKindError, TooLargeError: Such a file is not taken.
        ConflictError: The key was used for another file.
        RateLimitedError: Too many are open.
        UnavailableError: The disk is too full.
    """
    refuse_unconfirmed(owner)
    file_name, key = _accepted(said), checked_key(said.idempotency_key)
    with transaction.atomic():
        account_lock(owner.pk)
        earlier = _earlier(owner, key)
        if earlier is not None:
            return _same_file(earlier, said, file_name), False
        _refuse_over_quota(owner, said.declared_bytes)
        refuse_without_room(said.declared_bytes)
        row = ResumableUpload.objects.create(
            owner=owner,
            idempotency_key=key,
            file_name=file_name,
            declared_bytes=said.declared_bytes,
            declared_sha256=said.declared_sha256,
            created_at=Now(),
            expires_at=seconds_from_now(RESUMABLE.lifetime.total_seconds()),
        )
        row.refresh_from_db()
    logger.info("upload begun", extra={"upload_id": row.pk, "bytes": said.declared_bytes})
    return resumable_facts(row), True


def resumable_drop(public_id: str, owner: User) -> None:
    """Throw an upload away; what a submission was made of it stays.

    Raises:
        NotFoundError: There is none, or it is somebody else's.
    """
    if not ResumableUpload.objects.living().filter(owner=owner, public_id=public_id).delete()[0]:
        raise NotFoundError
    parts.parts_drop(public_id)


def resumable_submit(
    public_id: str, *, key: str | None, owner: User, dataset_version: VersionFacts, declaration: Declaration
) -> SubmissionReceipt:
    """Make a submission of a complete upload; naming it again gives the same submission.

    A process may die on any line: until the submission's row is committed the upload is as it was, and with
    it the upload leads there.

    Raises:
        NotFoundError: There is no such upload, or it is somebody else's.
        ConflictError: It is not complete, became another submission, or was lost and is gone now.
        UnprocessableError: The bytes are not those that were declared.
        DomainError: As `submission_receive`.
    """
    living = ResumableUpload.objects.living().select_related("submission")
    row = living.filter(owner=owner, public_id=public_id).first()
    if row is None:
        raise NotFoundError("You have no such upload.")
    if row.received_bytes < row.declared_bytes:
        raise ConflictError(f"Only {row.received_bytes} of {row.declared_bytes} bytes are here.")
    own_key = key or f"upload:{public_id}"
    receipt = receipt_of(row, own_key)
    if receipt is not None:
        return receipt
    file_name, chunks = row.file_name, _verified(row)
    upload = Upload(chunks=chunks, file_name=file_name, idempotency_key=own_key, resumable_id=row.pk)
    try:
        receipt = submission_receive(
            upload, owner=owner, dataset_version=dataset_version, declaration=declaration
        )
    except parts.PartsLostError as lost:
        return _without_parts(row, own_key, lost)
    parts.parts_drop(public_id)
    return receipt


def resumables_sweep() -> int:
    """Throw away what has expired.

    Returns:
        How many were.
    """
    expired = ResumableUpload.objects.filter(expires_at__lte=Now())
    removed = 0
    for pk, public_id in expired.values_list("pk", "public_id")[:SWEPT_AT_ONCE]:
        removed += ResumableUpload.objects.filter(pk=pk).delete()[0]
        parts.parts_drop(public_id)
    return removed


def parts_sweep() -> int:
    """Remove parts that no row refers to, left by a process that died between row and files.

    Returns:
        Of how many uploads.
    """
    known = frozenset(ResumableUpload.objects.values_list("public_id", flat=True))
    before = (timezone.now() - ORPHAN_AGE).timestamp()
    orphaned = list(parts.orphaned_parts(known, older_than=before))
    for public_id in orphaned:
        parts.parts_drop(public_id)
    return len(orphaned)


def _accepted(said: Announcement) -> str:
    """The file's own name, once everything that is said about it will do."""
    name = base_name(said.file_name)
    if not name.lower().endswith(tuple(EXTENSIONS)):
        raise refusals.not_accepted(f"named {shown(name)}")
    if said.declared_bytes < 1:
        raise refusals.empty()
    if said.declared_bytes > RESUMABLE.upload_bytes:
        raise refusals.too_large(RESUMABLE.upload_bytes)
    if said.declared_sha256 and not _SHA256.fullmatch(said.declared_sha256):
        raise UnprocessableError("A SHA-256 has 64 hexadecimal digits in lower case.")
    return name


def _earlier(owner: User, key: str | None) -> ResumableUpload | None:
    """What an earlier request with this key made; one that has expired frees its key."""
    if key is None:
        return None
    found = ResumableUpload.objects.filter(owner=owner, idempotency_key=key)
    found.filter(expires_at__lte=Now()).update(idempotency_key=None)
    return found.select_related("submission").first()


def _same_file(row: ResumableUpload, said: Announcement, file_name: str) -> ResumableFacts:
    is_same = (row.file_name, row.declared_bytes, row.declared_sha256) == (
        file_name,
        said.declared_bytes,
        said.declared_sha256,
    )
    if not is_same:
        raise ConflictError("This idempotency key was used for another file.")
    return resumable_facts(row)


def _refuse_over_quota(owner: User, declared_bytes: int) -> None:
    """Refuse one more than may lie here; the account is locked."""
    counted = ResumableUpload.objects.open().filter(owner=owner)
    sums = counted.aggregate(number=Count("pk"), size=Sum("declared_bytes"), first=Min("expires_at"))
    number, size = sums["number"], sums["size"] or 0
    if number < RESUMABLE.open_uploads and size + declared_bytes <= RESUMABLE.open_bytes:
        return
    seconds = (sums["first"] - timezone.now()).total_seconds() if sums["first"] else 0
    raise RateLimitedError(
        f"You have {number} open uploads of {size} bytes; at most {RESUMABLE.open_uploads} of "
        f"{RESUMABLE.open_bytes} bytes may be open. Finish or delete one.",
        retry_after=max(1, math.ceil(seconds)),
    )


def _without_parts(row: ResumableUpload, key: str, lost: parts.PartsLostError) -> SubmissionReceipt:
    """The answer where parts are missing: another request used them up meanwhile, or they are lost.

    Raises:
        NotFoundError: The upload was thrown away meanwhile.
        ConflictError: It became another submission; or it is lost, and is thrown away by this.
    """
    with transaction.atomic():
        now = ResumableUpload.objects.select_for_update().filter(pk=row.pk).first()
        if now is None:
            raise NotFoundError("You have no such upload.")
        receipt = receipt_of(now, key)
        if receipt is not None:
            return receipt
        now.delete()
    parts.parts_drop(row.public_id)
    logger.error("upload lost", extra={"upload_id": row.pk, "fault": str(lost)})
    text = "Parts of this upload were lost, and it was thrown away. Begin again."
    raise ConflictError(text, errors=[{"pointer": "/upload", "code": "lost", "detail": text}]) from lost


def _verified(row: ResumableUpload) -> Iterator[bytes]:
    """The bytes of an upload; compared with its digest at the end, where one was declared.

    Raises:
        UnprocessableError: They are others.
        PartsLostError: Some are not here any more.
    """
    digest = hashlib.sha256()
    for chunk in parts.parts_chunks(row.public_id, row.parts):
        digest.update(chunk)
        yield chunk
    if row.declared_sha256 and digest.hexdigest() != row.declared_sha256:
        text = f"The bytes have the SHA-256 {digest.hexdigest()}, not the declared one; send them again."
        raise UnprocessableError(text, errors=[{"pointer": "/upload", "code": "digest", "detail": text}])
