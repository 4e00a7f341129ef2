"""Adding bytes to an upload that is sent in portions.

A request holds a lease while it writes, so that of two only one goes on; and it writes to a file of its own,
so that one that lost its lease, or was paused past it, spoils nothing. What arrived is recorded by one
conditional statement, after it is on the disk: a process that dies loses at most what came since.
"""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID, uuid4

from django.db import OperationalError
from django.db.models import F
from django.db.models.expressions import Combinable

from submissions.limits import MIB, RESUMABLE
from submissions.models import ResumableUpload
from submissions.parts import Part, parts_keep
from submissions.room import refuse_without_room
from submissions.selectors import ResumableFacts, resumable_of
from trek_site.accounts.selectors import User
from trek_site.shared.errors import (
    ChecksumMismatchError,
    ConflictError,
    DomainError,
    TooLargeError,
    UnavailableError,
)
from trek_site.shared.leased_work import LeaseLostError
from trek_site.shared.leases import lease_is_free, seconds_from_now

logger = logging.getLogger(__name__)

# Extended whenever bytes are recorded. A sender who was cut off, unnoticed by us, waits this long at most.
WRITER_LEASE_S: Final = 15
RECORD_EVERY_BYTES: Final = 8 * MIB
RECORD_EVERY_S: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Portion:
    """What one request adds.

    Attributes:
        offset: Where in the file it begins.
        length: How many bytes were announced.
        chunks: The bytes, no more than announced, read once. What the iteration raises ends the request;
            what came before it counts.
        sha256: What the bytes have to have, as raw digest; then they count all or not at all.
    """

    offset: int
    length: int
    chunks: Iterable[bytes] = field(repr=False)
    sha256: bytes | None = None


def resumable_append(public_id: str, owner: User, portion: Portion) -> ResumableFacts:
    """Add a portion at the end of what is here.

    Raises:
        NotFoundError: There is no such upload, or it is somebody else's.
        ConflictError: It has another length by now, another request writes to it, or it was used; the length
            stands in the header `Upload-Offset`.
        TooLargeError: More bytes than were declared for the file.
        ChecksumMismatchError: The bytes are not those that were announced; none of them counts.
        UnavailableError: Disk or database do not take them at the moment.
    """
    facts = resumable_of(public_id, owner)
    if portion.offset != facts.received_bytes:
        raise _elsewhere(facts)
    if portion.offset + portion.length > facts.declared_bytes:
        raise TooLargeError(f"The file was declared to have {facts.declared_bytes} bytes.")
    if portion.length == 0 or facts.submission:
        return facts
    refuse_without_room(portion.length)
    writer = _claim(public_id, owner, portion.offset)
    try:
        with Part(public_id, writer.token) as part:
            _take(writer, part, portion)
    except LeaseLostError as lost:
        raise _elsewhere(resumable_of(public_id, owner)) from lost
    except OperationalError as fault:
        logger.warning("portion not recorded", exc_info=True)
        raise UnavailableError("The upload cannot be stored at the moment.", retry_after=10) from fault
    return resumable_of(public_id, owner)


@dataclass(slots=True, kw_only=True)
class _Writer:
    """The right of one request to add to an upload, and what it has recorded.

    Attributes:
        recorded: How many bytes of this request count.
        is_unsure: More may count than that: the database was told, and gave no answer.
    """

    pk: int
    token: UUID
    offset: int
    before: list[tuple[str, int]]
    recorded: int = 0
    is_unsure: bool = False

    def record(self, written: int, *, is_end: bool) -> None:
        """Have so many bytes of this request count, if it is still the one that writes.

        Raises:
            LeaseLostError: Another took over, or the upload is gone.
        """
        changes: dict[str, object] = {"lease_token": None, "lease_until": None}
        if not is_end:
            changes = {"lease_until": _lease()}
        if written:
            changes |= {
                "received_bytes": self.offset + written,
                "parts": [*self.before, (self.token.hex, written)],
            }
        mine = ResumableUpload.objects.filter(pk=self.pk, lease_token=self.token)
        self.is_unsure = written > 0
        is_mine = mine.update(**changes)
        self.is_unsure = False
        if not is_mine:
            raise LeaseLostError
        self.recorded = written


def _claim(public_id: str, owner: User, offset: int) -> _Writer:
    token = uuid4()
    rows = ResumableUpload.objects.open().filter(owner=owner, public_id=public_id)
    free = rows.filter(lease_is_free(), received_bytes=offset)
    # Counted before the first byte: what breaks off, or dies, was an attempt, too.
    if not free.update(lease_token=token, lease_until=_lease(), attempts=F("attempts") + 1):
        raise _elsewhere(resumable_of(public_id, owner))
    row = rows.get(lease_token=token)
    if row.attempts > RESUMABLE.attempts:
        rows.filter(lease_token=token).update(lease_token=None, lease_until=None)
        text = f"An upload takes at most {RESUMABLE.attempts} requests. Begin again with larger portions."
        raise ConflictError(text)
    # Whoever wrote before and left no record was killed, or has lost its lease for good.
    parts_keep(public_id, {name for name, _ in row.parts})
    return _Writer(pk=row.pk, token=token, offset=offset, before=list(row.parts))


def _take(writer: _Writer, part: Part, portion: Portion) -> None:
    """Write what comes; however that goes, end the lease and keep nothing that does not count."""
    try:
        _write(writer, part, portion)
    except UnavailableError:
        # The disk took no more: nobody knows how much of the rest is there.
        writer.record(writer.recorded, is_end=True)
        raise
    finally:
        if not writer.is_unsure:
            part.keep(writer.recorded)


def _write(writer: _Writer, part: Part, portion: Portion) -> None:
    """Write what comes, and record it now and then, and at the end."""
    written, digest = 0, hashlib.sha256()
    recorded_at, recorded_to = time.monotonic(), 0
    # Bytes with a checksum count only together; until then just the lease is kept.
    is_whole = portion.sha256 is not None
    try:
        for chunk in portion.chunks:
            part.write(chunk)
            digest.update(chunk)
            written += len(chunk)
            is_due = time.monotonic() - recorded_at > RECORD_EVERY_S
            if is_due or written - recorded_to >= RECORD_EVERY_BYTES:
                _record(writer, part, 0 if is_whole else written, is_end=False)
                recorded_at, recorded_to = time.monotonic(), written
    except UnavailableError:
        raise
    except (DomainError, OSError):
        # The sender broke off.
        _record(writer, part, 0 if is_whole else written, is_end=True)
        raise
    if is_whole and digest.digest() != portion.sha256:
        writer.record(0, is_end=True)
        raise ChecksumMismatchError
    _record(writer, part, written, is_end=True)


def _record(writer: _Writer, part: Part, written: int, *, is_end: bool) -> None:
    if written:
        part.flush()
    writer.record(written, is_end=is_end)


def _lease() -> Combinable:
    return seconds_from_now(WRITER_LEASE_S)


def _elsewhere(facts: ResumableFacts) -> ConflictError:
    """The refusal of a portion that does not fit, with where the upload is."""
    row = ResumableUpload.objects.filter(public_id=facts.public_id).exclude(lease_is_free())
    text = f"{facts.received_bytes} of {facts.declared_bytes} bytes are here; go on from there."
    if row.exists():
        text = f"Another request is sending to this upload; {facts.received_bytes} bytes are here so far."
    return ConflictError(
        text,
        retry_after=WRITER_LEASE_S if row.exists() else None,
        headers={"Upload-Offset": str(facts.received_bytes)},
    )
