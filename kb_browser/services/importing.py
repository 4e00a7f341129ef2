"""Making a release known to the site, and its projection anew."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from kb_browser.models import (
    LICENCE_CHARACTERS_MAX,
    NAME_CHARACTERS_MAX,
    SOURCE_CHARACTERS_MAX,
    DatasetVersion,
    Task,
)
from kb_browser.progress import Progress, Step, untold
from kb_browser.projection import counts_of, task_rows
from kb_browser.release_copies import Kept, NoRoomError, keep
from kb_browser.release_files import ReleaseFolder
from kb_browser.selectors import (
    VersionFacts,
    dataset_load,
    release_path,
    releases_folder,
    version_facts,
)
from scoring.tracks import DEFAULT_TRACK
from scoring.tracks.trek.dataset import TrekDataset
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, NotFoundError, UnavailableError, UnprocessableError

logger = logging.getLogger(__name__)

TRACK: Final = DEFAULT_TRACK
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]*")
VERSION: Final = "dataset version"
"""What the audit log calls it."""


def dataset_version_import(
    source: Path,
    *,
    name: str,
    licence: str = "",
    changelog: str = "",
    origin: str = "",
    actor: User | None = None,
    progress: Progress = untold,
) -> VersionFacts:
    """Make a release known to the site, as a draft.

    The files that count are copied unchanged under their digest, read, and prepared; only then do the rows
    come, all in one transaction. Importing the same files again changes nothing; an import that was
    interrupted goes on where it stopped.

    Args:
        source: The release in the official layout, a folder or an archive (.zip, .tar.gz) that holds one.
        name: What people will cite.
        licence: Under which its data may be used; empty to take it from the manifest, if there is one.
        changelog: What is new in it.
        origin: Where it came from, for the record; by default the name of the source.
        actor: Who imports it; None at the command line.
        progress: Told what is being done.

    Raises:
        DatasetError: The release contradicts itself; nothing of it is kept.
        ConflictError: The name belongs to other files, or the files to another name.
        UnprocessableError: The name or the licence is empty or too long.
        UnavailableError: The disk has not enough room; says how much is needed.
    """
    name_check(name)
    licence_check(licence)
    try:
        kept = keep(source, releases_folder(), progress)
    except NoRoomError as fault:
        raise UnavailableError(str(fault)) from fault
    progress(Step(text="writing the rows"))
    dataset = dataset_load(kept.digest)
    try:
        with transaction.atomic():
            known = _known(kept.digest)
            if known is None:
                known = _draft(
                    kept,
                    dataset,
                    name=name,
                    licence=licence,
                    changelog=changelog,
                    source=(origin or source.name)[:SOURCE_CHARACTERS_MAX],
                )
                audit(
                    actor, "version.imported", object_type=VERSION, object_id=str(known),
                    digest=kept.digest, source=known.source,
                )  # fmt: skip
    except IntegrityError as fault:
        # The name was taken meanwhile, perhaps by an import of the same files.
        known = _known(kept.digest)
        if known is None:
            raise ConflictError(f"The name {name} belongs to another release.") from fault
    if known.name != name:
        raise ConflictError(f"These files are known as {known.name}.")
    logger.info("dataset version imported", extra={"dataset_version": name, "digest": kept.digest})
    return version_facts(known)


def tasks_project(track: str, name: str) -> int:
    """Make the task rows of a version anew from its files; returns how many there are.

    Raises:
        NotFoundError: There is no such version.
        DatasetError: The stored copy cannot be read.
    """
    version = version_named(track, name)
    rows = task_rows(dataset_load(version.digest), version.pk)
    with transaction.atomic():
        Task.objects.filter(dataset_version=version).delete()
        Task.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def version_named(track: str, name: str) -> DatasetVersion:
    """The row of that name, drafts included.

    Raises:
        NotFoundError: There is none.
    """
    version = DatasetVersion.objects.filter(track=track, name=name).first()
    if version is None:
        raise NotFoundError(f"There is no version {name} of {track}.")
    return version


def name_check(name: str) -> None:
    """Refuse a name that nobody can cite, or that cannot be part of an address.

    Raises:
        UnprocessableError: It is empty or too long, or has other characters than those of a name.
    """
    if not name.strip() or len(name) > NAME_CHARACTERS_MAX:
        raise UnprocessableError(f"Give the version a name of at most {NAME_CHARACTERS_MAX} characters.")
    if not _NAME.fullmatch(name):
        raise UnprocessableError(
            "A version's name starts with a letter or digit, and has only letters, digits, blanks, dots, "
            "hyphens and underscores."
        )


def licence_check(licence: str) -> None:
    """Refuse a licence that does not fit its column.

    Raises:
        UnprocessableError: It is too long.
    """
    if len(licence) > LICENCE_CHARACTERS_MAX:
        raise UnprocessableError(f"Name the licence in at most {LICENCE_CHARACTERS_MAX} characters.")


def _known(digest: str) -> DatasetVersion | None:
    return DatasetVersion.objects.filter(track=TRACK, digest=digest).first()


def _draft(
    kept: Kept, dataset: TrekDataset, *, name: str, licence: str, changelog: str, source: str
) -> DatasetVersion:
    version = DatasetVersion.objects.create(
        track=TRACK,
        name=name,
        digest=kept.digest,
        task_count=len(dataset.tasks),
        counts=counts_of(dataset),
        checksums=kept.checksums,
        licence=licence or _stated_licence(kept.digest),
        changelog=changelog.strip(),
        source=source,
        imported_at=Now(),
    )
    Task.objects.bulk_create(task_rows(dataset, version.pk), batch_size=500)
    version.refresh_from_db()
    return version


def _stated_licence(digest: str) -> str:
    """The licence that the manifest names; "" where there is none to be read."""
    try:
        stated = json.loads(ReleaseFolder(release_path(digest)).manifest() or b"{}")
    except (ValueError, RecursionError):
        return ""
    licence = stated.get("licence") if isinstance(stated, dict) else None
    return licence[:LICENCE_CHARACTERS_MAX] if isinstance(licence, str) else ""
