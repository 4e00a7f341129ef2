"""Writing dataset versions: importing a release, publishing it, making its projection anew."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from kb_browser import store
from kb_browser.models import NAME_CHARACTERS_MAX, DatasetVersion, Task
from kb_browser.projection import counts_of, task_rows
from kb_browser.release_files import MANIFEST_FILE, ReleaseFolder
from kb_browser.selectors import (
    VersionFacts,
    dataset_load,
    release_path,
    releases_folder,
    version_facts,
)
from trek_site.shared.errors import ConflictError, NotFoundError, UnprocessableError

logger = logging.getLogger(__name__)

TRACK = "trek"
Progress = Callable[[str], None]


def dataset_version_import(
    folder: Path, *, name: str, licence: str = "", progress: Progress | None = None
) -> VersionFacts:
    """Make a release known to the site, as a draft.

    The files that count are copied unchanged under their digest, read, and prepared; only then do the rows
    come, all in one transaction. Importing the same files again changes nothing.

    Args:
        folder: The release in the official layout.
        name: What people will cite.
        licence: Under which its data may be used.
        progress: Told in a few words what is being done.

    Raises:
        DatasetError: The release contradicts itself; nothing of it is kept.
        ConflictError: The name belongs to other files, or the files to another name.
        UnprocessableError: The name is empty or too long.
    """
    if not name.strip() or len(name) > NAME_CHARACTERS_MAX:
        raise UnprocessableError(f"Give the version a name of at most {NAME_CHARACTERS_MAX} characters.")
    say = progress or _say_nothing
    digest = _release_store(folder, say)
    say("writing the rows")
    dataset = dataset_load(digest)
    try:
        with transaction.atomic():
            known = DatasetVersion.objects.filter(track=TRACK, digest=digest).first()
            if known is not None:
                return _same_name(known, name)
            version = DatasetVersion.objects.create(
                track=TRACK,
                name=name,
                digest=digest,
                task_count=len(dataset.tasks),
                counts=counts_of(dataset),
                licence=licence,
                imported_at=Now(),
            )
            Task.objects.bulk_create(task_rows(dataset, version.pk), batch_size=500)
            version.refresh_from_db()
    except IntegrityError as fault:
        raise ConflictError(f"The name {name} belongs to another release.") from fault
    logger.info("dataset version imported", extra={"dataset_version": name, "digest": digest})
    return version_facts(version)


def dataset_version_publish(track: str, name: str) -> VersionFacts:
    """Make a version citable, for ever and unchangeably; publishing twice changes nothing.

    Raises:
        NotFoundError: There is no such version.
    """
    named = DatasetVersion.objects.filter(track=track, name=name)
    if named.filter(is_published=False).update(is_published=True, published_at=Now()):
        logger.info("dataset version published", extra={"dataset_version": name})
    version = named.first()
    if version is None:
        raise NotFoundError(f"There is no version {name} of {track}.")
    return version_facts(version)


def tasks_project(track: str, name: str) -> int:
    """Make the task rows of a version anew from its files; returns how many there are.

    Raises:
        NotFoundError: There is no such version.
        DatasetError: The stored copy cannot be read.
    """
    version = DatasetVersion.objects.filter(track=track, name=name).first()
    if version is None:
        raise NotFoundError(f"There is no version {name} of {track}.")
    rows = task_rows(dataset_load(version.digest), version.pk)
    with transaction.atomic():
        Task.objects.filter(dataset_version=version).delete()
        Task.objects.bulk_create(rows, batch_size=500)
    return len(rows)


def _say_nothing(_message: str) -> None:
    """Nobody asked."""


def _same_name(known: DatasetVersion, name: str) -> VersionFacts:
    if known.name != name:
        raise ConflictError(f"These files are known as {known.name}.")
    return version_facts(known)


def _release_store(folder: Path, say: Progress) -> str:
    """Copy a release under its digest, whole or not at all, and prepare it; returns the digest."""
    source = ReleaseFolder(folder)
    say("hashing the files")
    digest = source.digest()
    target = release_path(digest)
    if target.is_dir():
        return digest
    releases_folder().mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=releases_folder(), prefix=".import-"))
    try:
        say(f"copying {len(source.files())} files")
        _copy(source, draft)
        # Reads everything and refuses what contradicts itself, before any name points at it.
        store.load_dataset(draft, progress=say)
        # mkdtemp makes the folder private; a worker of another user has to read it.
        draft.chmod(0o755)
        _take_name(draft, target)
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return digest


def _copy(source: ReleaseFolder, draft: Path) -> None:
    files = dict(source.files())
    manifest = source.manifest()
    if manifest is not None:
        files[MANIFEST_FILE] = manifest
    for path, content in files.items():
        place = draft / path
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _take_name(draft: Path, target: Path) -> None:
    try:
        draft.rename(target)
    except OSError:
        # Another import of the same files was quicker; any other trouble is passed on.
        if not target.is_dir():
            raise
