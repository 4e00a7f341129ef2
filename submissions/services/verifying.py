"""Looking at stored files again, so that rot is found before anybody is judged by it."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from django.db.models.functions import Now

from submissions import storage
from submissions.limits import MIB
from submissions.models import Condition, StoredFile, Submission
from submissions.selectors.stored_files import FileToLookAt, files_not_sound, files_to_look_at

logger = logging.getLogger(__name__)

# With a run a night every file is looked at in time up to 600 GiB (`LOOK_EVERY`); half an hour of reading.
BYTES_PER_RUN: Final = 20 * 1024 * MIB


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What one run did.

    Attributes:
        files: How many files were looked at.
        read_bytes: Their sizes together.
        not_sound: Digests of those that are not what was received, in the order of the look.
        left: How many are due and were left to the next run.
        known_not_sound: How many files are known not to be sound, from this run or an earlier one.
    """

    files: int
    read_bytes: int
    not_sound: tuple[str, ...]
    left: int
    known_not_sound: int


def uploads_verify(*, bytes_at_most: int = BYTES_PER_RUN) -> Verification:
    """Compare the stored files that are due with their digests, and note what was found.

    Two runs beside each other do no harm: they read some files twice. Nothing is mended or removed; a file
    that is not sound is looked at again by every run, so that one brought back from a backup is noticed.

    Args:
        bytes_at_most: No further file is begun once so many were read.
    """
    count = read_bytes = left = 0
    not_sound = []
    for file in list(files_to_look_at()):
        if read_bytes >= bytes_at_most:
            left += 1
            continue
        condition = _look(file)
        StoredFile.objects.bulk_create(
            [StoredFile(sha256=file.sha256, condition=condition, looked_at=Now())],
            update_conflicts=True,
            unique_fields=["sha256"],
            update_fields=["condition", "looked_at"],
        )
        count, read_bytes = count + 1, read_bytes + file.size
        if condition != Condition.SOUND:
            not_sound.append(file.sha256)
    logger.info("stored files looked at", extra={"files": count, "bytes": read_bytes, "left": left})
    return Verification(
        files=count,
        read_bytes=read_bytes,
        not_sound=tuple(not_sound),
        left=left,
        known_not_sound=files_not_sound(),
    )


def _look(file: FileToLookAt) -> Condition:
    try:
        storage.stored_verify(file.sha256)
    except storage.StoredBytesError:
        condition = Condition.DAMAGED
    except FileNotFoundError:
        condition = Condition.MISSING
    except OSError:
        condition = Condition.UNREADABLE
    else:
        return Condition.SOUND
    ids = Submission.objects.filter(file_sha256=file.sha256).values_list("public_id", flat=True)
    logger.error(
        "stored file not sound",
        extra={"sha256": file.sha256, "condition": condition.value, "submissions": list(ids[:20])},
    )
    return condition
