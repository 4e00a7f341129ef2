"""How much may be sent: one table per track, shown on the upload page and obeyed by service and checker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from scoring.tracks import TREK_INTAKE

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadLimits:
    """What one account, or one team, may send to one track.

    What failed on our side counts nowhere. An upload that the check refuses, or that is cancelled, does not
    count as an upload; it counts against `invalid_per_day`, so that mistakes cost nobody their place and
    still nobody can send them without end.

    Attributes:
        upload_bytes: Size as sent, counted while reading.
        waiting: Uploads of one account that wait for their check or are in it; format checks apart.
        uploads_per_day: Uploads of one account in 24 hours that were accepted or are under way.
        team_uploads_per_day: The same of all members of a team together.
        checks_per_day: Format checks of one account in 24 hours; far above what anybody needs.
        invalid_per_day: Uploads of one account in 24 hours that brought no entry.
        published_per_week: Entries that a team, or an account without one, makes public in 7 days.
        check_seconds: Processor time of one check, after which an upload is refused. A file as large as
            allowed takes a little more than half of it unless it was made to be slow.
    """

    upload_bytes: int
    waiting: int
    uploads_per_day: int
    team_uploads_per_day: int
    checks_per_day: int
    invalid_per_day: int
    published_per_week: int
    check_seconds: float
    day: timedelta = timedelta(days=1)
    week: timedelta = timedelta(days=7)


TREK: Final = UploadLimits(
    upload_bytes=256 * MIB,
    waiting=2,
    uploads_per_day=20,
    team_uploads_per_day=60,
    checks_per_day=200,
    invalid_per_day=60,
    published_per_week=3,
    check_seconds=20,
)

UPLOAD_LIMITS: Final[Mapping[str, UploadLimits]] = MappingProxyType({TREK_INTAKE.slug: TREK})


def limits_for(track: str) -> UploadLimits:
    """The limits of a track; one that states none of its own has TREK's."""
    return UPLOAD_LIMITS.get(track, TREK)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumableLimits:
    """How much may lie here half sent.

    Attributes:
        upload_bytes: Declared size of one; that of the track with the largest uploads.
        open_uploads: Of one account, begun and not yet used or expired.
        open_bytes: Declared sizes of these together.
        attempts: Requests that send bytes to one, those that break off among them.
        lifetime: From its beginning until it is thrown away.
    """

    upload_bytes: int
    open_uploads: int
    open_bytes: int
    attempts: int
    lifetime: timedelta


RESUMABLE: Final = ResumableLimits(
    upload_bytes=max(limits.upload_bytes for limits in UPLOAD_LIMITS.values()),
    open_uploads=5,
    open_bytes=768 * MIB,
    attempts=1000,
    lifetime=timedelta(days=1),
)
