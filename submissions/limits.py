"""How much may be sent: one table per track, shown on the upload page and obeyed by service and checker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

MIB: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadLimits:
    """What one account may send to one track.

    Attributes:
        upload_bytes: Size as sent, counted while reading.
        waiting: Uploads of one account that wait for their check or are in it.
        checks_per_day: Uploads of one account in 24 hours; those that failed on our side do not count.
        published_per_week: Entries that one account makes public in 7 days.
        check_seconds: Processor time of one check, after which an upload is refused. A file as large as
            allowed takes a little more than half of it unless it was made to be slow.
    """

    upload_bytes: int
    waiting: int
    checks_per_day: int
    published_per_week: int
    check_seconds: float
    day: timedelta = timedelta(days=1)
    week: timedelta = timedelta(days=7)


TREK: Final = UploadLimits(
    upload_bytes=256 * MIB, waiting=2, checks_per_day=20, published_per_week=3, check_seconds=20
)

UPLOAD_LIMITS: Final[Mapping[str, UploadLimits]] = MappingProxyType({"trek": TREK})


def limits_for(track: str) -> UploadLimits:
    """The limits of a track; one that states none of its own has TREK's."""
    return UPLOAD_LIMITS.get(track, TREK)
