"""Room on the disk: asked for before something is taken in, and told apart from faults of the file."""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings

from trek_site.shared.errors import UnavailableError

logger = logging.getLogger(__name__)

TRY_AGAIN_S: Final = 60
_NO_ROOM: Final = "The upload cannot be stored at the moment."


def refuse_without_room(needed_bytes: int) -> None:
    """Keep the disk from running full: what is stored already, and the database beside it, come first.

    Args:
        needed_bytes: What is about to be written.

    Raises:
        UnavailableError: Less than the floor would be left: `TREK_FREE_MIB`, or `TREK_FREE_PERCENT` of all.
    """
    folder = Path(settings.TREK_DATA_DIR)
    with storage_faults():
        folder.mkdir(parents=True, exist_ok=True)
        disk = shutil.disk_usage(folder)
    floor = max(settings.TREK_FREE_MIB * 1024 * 1024, disk.total * settings.TREK_FREE_PERCENT // 100)
    if disk.free - needed_bytes < floor:
        logger.error("no room for uploads", extra={"free": disk.free, "floor": floor})
        raise UnavailableError(_NO_ROOM, retry_after=TRY_AGAIN_S)


@contextlib.contextmanager
def storage_faults() -> Iterator[None]:
    """A disk that is full or away is a passing fault of ours, not of the file."""
    try:
        yield
    except OSError as fault:
        logger.exception("upload not stored", extra={"fault": fault.strerror})
        raise UnavailableError(_NO_ROOM, retry_after=TRY_AGAIN_S) from fault
