"""Checking a version: every rule, its gold, every probe; what was found is kept with it."""

from __future__ import annotations

import logging

from django.db import transaction
from django.db.models.functions import Now

from kb_browser.examination import examine
from kb_browser.models import DatasetVersion
from kb_browser.progress import Progress, untold
from kb_browser.release_files import ReleaseFolder
from kb_browser.selectors import VersionFacts, release_path, version_facts
from kb_browser.services.importing import VERSION, version_named
from kb_browser.states import EDITABLE, VersionState
from scoring.engine.errors import DatasetError, DatasetFault
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit

logger = logging.getLogger(__name__)


def dataset_version_check(
    track: str, name: str, *, actor: User | None = None, progress: Progress = untold
) -> VersionFacts:
    """Examine a version's stored files and keep the report; a sound version becomes checked, another a draft.

    A published version keeps the report with which it was published.

    Raises:
        NotFoundError: There is no such version.
        DatasetError: The stored copy is missing, or no longer has the digest it is filed under.
    """
    version = version_named(track, name)
    if version.is_published:
        return version_facts(version)
    folder = ReleaseFolder(release_path(version.digest))
    found = examine(folder, progress)
    if found.digest != version.digest:
        detail = f"the stored copy has the digest {found.digest}"
        raise DatasetError(
            [DatasetFault(file=version.digest, row=None, rule="digest_differs", detail=detail)]
        )
    with transaction.atomic():
        DatasetVersion.objects.filter(pk=version.pk, state__in=EDITABLE).update(
            state=VersionState.CHECKED if found.is_sound else VersionState.DRAFT,
            checked_at=Now(),
            report=found.report,
            statistics=found.statistics,
        )
        audit(actor, "version.checked", object_type=VERSION, object_id=str(version), sound=found.is_sound)
    version.refresh_from_db()
    logger.info("dataset version checked", extra={"dataset_version": name, "sound": found.is_sound})
    return version_facts(version)
