"""Receiving an upload: bytes first, then the row, then the nudge."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from django.db import IntegrityError, OperationalError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from kb_browser.selectors import VersionFacts
from submissions import selectors, storage
from submissions.declarations import Declaration, superseded_in, wish_in
from submissions.kinds import base_name, kind_of
from submissions.limits import UploadLimits, limits_for
from submissions.models import ResumableUpload, Submission
from submissions.services.declaring import (
    Declared,
    declared_at_receipt,
    label_taken,
    no_such_team,
    refuse_unknown_predecessor,
)
from submissions.services.ledger import quota_charge
from submissions.services.quotas import refuse_upload_over_quota
from submissions.states import DEADLINES, SHOWN, Purpose, QuotaKind, QuotaReason, State
from trek_site.accounts.selectors import User, is_member
from trek_site.accounts.services import account_lock, team_lock
from trek_site.shared.errors import (
    ConflictError,
    DomainError,
    NotFoundError,
    UnavailableError,
    UnprocessableError,
)
from trek_site.shared.jobs import Job, enqueue_on_commit
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

KEY_CHARACTERS_MAX: Final = 200
ORPHAN_AGE: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmissionReceipt:
    """What the sender gets back. `is_new` is False when a repeated request met its first one."""

    pk: int
    public_id: str
    is_new: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A file that comes in.

    Attributes:
        chunks: The bytes, in any portions; read once, and no further than the limit.
        file_name: As sent.
        idempotency_key: The same key with the same bytes is the same submission, however often it is sent.
        resumable_id: Row of the upload in portions that the bytes are of; it becomes one submission.
    """

    chunks: Iterable[bytes]
    file_name: str
    idempotency_key: str | None = None
    resumable_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Request:
    """Everything that was asked for, cleaned."""

    owner: User
    version: VersionFacts
    file_name: str
    declared: Declared
    key: str | None
    resumable_id: int | None
    limits: UploadLimits = field(repr=False)

    @property
    def purpose(self) -> Purpose:
        return self.declared.purpose


def submission_receive(
    upload: Upload, *, owner: User, dataset_version: VersionFacts, declaration: Declaration
) -> SubmissionReceipt:
    """Take an upload in.

    The bytes are on disk under their digest before the row is committed; the job is named only after that.

    Args:
        upload: The file.
        owner: Who sends it.
        dataset_version: What it answers; has to be published.
        declaration: What is said about it.

    Raises:
        PermissionRefusedError: The address of the account is not confirmed.
        UnprocessableError: Mistakes in the manifest, an empty file, a draft version, a team of others.
        TooLargeError, WrongKindError: The bytes will not do.
        ConflictError: The label is taken, the key was used with other bytes, or the upload in portions became
            another submission.
        NotFoundError: The upload in portions was thrown away meanwhile.
        RateLimitedError: A quota is used up.
        UnavailableError: The bytes cannot be stored at the moment.
    """
    file_name = base_name(upload.file_name)
    request = _Request(
        owner=owner,
        version=dataset_version,
        file_name=file_name,
        declared=declared_at_receipt(
            declaration, owner=owner, track=dataset_version.track, file_name=file_name
        ),
        key=checked_key(upload.idempotency_key),
        resumable_id=upload.resumable_id,
        limits=limits_for(dataset_version.track),
    )
    if not dataset_version.is_published:
        raise UnprocessableError("This dataset version is not published.")
    _refuse_early(request)
    with storage.upload_spooled(upload.chunks, limit=request.limits.upload_bytes) as spooled:
        try:
            return _enter(request, spooled)
        except OperationalError as fault:
            # The database is away, or the account's line did not move in time; the sender may try again.
            logger.warning("upload not entered", exc_info=True)
            raise UnavailableError("The upload cannot be stored at the moment.", retry_after=10) from fault


def uploads_sweep() -> int:
    """Remove stored files that no row refers to, once they are too old to belong to a request under way.

    Returns:
        How many were removed.
    """
    known = Submission.objects.values_list("file_sha256", flat=True).distinct()
    before = (timezone.now() - ORPHAN_AGE).timestamp()
    removed = 0
    for path in storage.orphans(known, older_than=before):
        path.unlink(missing_ok=True)
        removed += 1
    logger.info("uploads swept", extra={"removed": removed})
    return removed


def checked_key(key: str | None) -> str | None:
    """An idempotency key that will do, or None where none was sent.

    Raises:
        UnprocessableError: It will not do.
    """
    if key is None:
        return None
    if not key or len(key) > KEY_CHARACTERS_MAX or not key.isprintable():
        raise UnprocessableError(f"An idempotency key has 1 to {KEY_CHARACTERS_MAX} printable characters.")
    return key


def receipt_of(row: ResumableUpload, key: str | None) -> SubmissionReceipt | None:
    """The submission that an upload in portions became; None while it is open.

    Raises:
        ConflictError: It became one under another key.
    """
    if row.submission is None:
        return None
    if row.submission.idempotency_key != key:
        raise ConflictError(f"This upload became {row.submission.public_id}.")
    return SubmissionReceipt(pk=row.submission.pk, public_id=row.submission.public_id, is_new=False)


def _enter(request: _Request, spooled: storage.Upload) -> SubmissionReceipt:
    """Keep the bytes and write the row, or find the row that an earlier request wrote."""
    kind = kind_of(spooled.head, request.file_name)
    try:
        with transaction.atomic():
            # Requests of one account stand in line here, so that quotas and keys are counted exactly.
            account_lock(request.owner.pk)
            if request.declared.team_id is not None:
                team_lock(request.declared.team_id)
                # Asked again: the bytes took their time, and nobody leaves while the team is locked.
                if not is_member(request.owner, request.declared.team_id):
                    raise no_such_team()
            receipt = _met(request, spooled) or _entered(request, spooled, kind)
            if request.resumable_id is not None:
                ResumableUpload.objects.filter(pk=request.resumable_id).update(
                    submission=receipt.pk, parts=[]
                )
    except IntegrityError as fault:
        # Only reached if the account's line was jumped, for instance by a write in the admin.
        raise label_taken(request.declared.label) from fault
    if receipt.is_new:
        logger.info("submission received", extra={"submission_id": receipt.pk, "bytes": spooled.size})
    return receipt


def _met(request: _Request, spooled: storage.Upload) -> SubmissionReceipt | None:
    """What an earlier request made of the same upload in portions, or under the same key."""
    if request.resumable_id is not None:
        row = ResumableUpload.objects.select_for_update().filter(pk=request.resumable_id).first()
        if row is None:
            raise NotFoundError("You have no such upload.")
        receipt = receipt_of(row, request.key)
        if receipt is not None:
            return receipt
    earlier = _earlier(request)
    return None if earlier is None else _same_bytes(earlier, spooled)


def _entered(request: _Request, spooled: storage.Upload, kind: str) -> SubmissionReceipt:
    predecessor_id = _refuse_what_is_not_allowed(request)
    storage.upload_keep(spooled)
    columns = {**request.declared.columns, "kind": kind, "supersedes_id": predecessor_id}
    submission = _create(request, spooled, columns)
    enqueue_on_commit(Job.CHECK_SUBMISSION, submission_id=submission.pk)
    return SubmissionReceipt(pk=submission.pk, public_id=submission.public_id, is_new=True)


def _create(request: _Request, spooled: storage.Upload, columns: Mapping[str, Any]) -> Submission:
    submission = Submission.objects.create(
        owner=request.owner,
        team_id=request.declared.team_id,
        dataset_version_id=request.version.pk,
        purpose=request.purpose,
        idempotency_key=request.key,
        file_name=request.file_name,
        file_sha256=spooled.sha256,
        file_bytes=spooled.size,
        received_at=Now(),
        state_at=Now(),
        rung_at=Now(),
        deadline_at=seconds_from_now(DEADLINES[State.RECEIVED].total_seconds()),
        **columns,
    )
    kind = QuotaKind.CHECK if request.purpose == Purpose.CHECK else QuotaKind.UPLOAD
    quota_charge(submission, kind, QuotaReason.RECEIVED)
    return submission


def _earlier(request: _Request) -> Submission | None:
    if request.key is None:
        return None
    return Submission.objects.filter(owner=request.owner, idempotency_key=request.key).first()


def _same_bytes(earlier: Submission, spooled: storage.Upload) -> SubmissionReceipt:
    if earlier.file_sha256 != spooled.sha256:
        raise ConflictError("This idempotency key was used with other bytes.")
    return SubmissionReceipt(pk=earlier.pk, public_id=earlier.public_id, is_new=False)


def _refuse_early(request: _Request) -> None:
    """Refuse before the bytes are read where possible; the answer that counts is given under the lock."""
    if _earlier(request) is not None:
        return
    try:
        _refuse_what_is_not_allowed(request)
    except DomainError:
        # In the way may be the row of the first request with this key, entered since it was asked for.
        if _earlier(request) is None:
            raise


def _refuse_what_is_not_allowed(request: _Request) -> int | None:
    """Ask quotas, label and predecessor; gives the predecessor's primary key, None where there is none."""
    declared, track = request.declared, request.version.track
    refuse_upload_over_quota(
        request.owner,
        track,
        team_id=declared.team_id,
        purpose=declared.purpose,
        is_shown=wish_in(declared.members) in SHOWN,
    )
    if declared.label and selectors.label_is_taken(request.owner, declared.label):
        raise label_taken(declared.label)
    return refuse_unknown_predecessor(
        superseded_in(declared.members), owner=request.owner, team_id=declared.team_id, track=track
    )
