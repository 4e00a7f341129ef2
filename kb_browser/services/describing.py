"""What a curator writes about a version before it is published."""

from __future__ import annotations

import logging

from django.db import transaction

from kb_browser.models import DatasetVersion
from kb_browser.selectors import VersionFacts, version_facts
from kb_browser.services.importing import VERSION, licence_check, version_named
from kb_browser.states import EDITABLE
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError

logger = logging.getLogger(__name__)


def dataset_version_describe(
    track: str, name: str, *, changelog: str, licence: str, actor: User | None = None
) -> VersionFacts:
    """Set changelog and licence; the same again changes nothing.

    Raises:
        NotFoundError: There is no such version.
        UnprocessableError: The licence is too long.
        ConflictError: It is published, and nothing published is edited.
    """
    licence_check(licence)
    version = version_named(track, name)
    wanted = {"changelog": changelog.strip(), "licence": licence.strip()}
    if all(getattr(version, field) == text for field, text in wanted.items()):
        return version_facts(version)
    with transaction.atomic():
        if not DatasetVersion.objects.filter(pk=version.pk, state__in=EDITABLE).update(**wanted):
            raise ConflictError(f"{name} is published; a correction is a new version.")
        audit(actor, "version.described", object_type=VERSION, object_id=str(version), **wanted)
    version.refresh_from_db()
    logger.info("dataset version described", extra={"dataset_version": name})
    return version_facts(version)
