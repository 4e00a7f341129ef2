"""Publishing a version, and superseding the one before it, in one transaction."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from django.db import transaction
from django.db.models.functions import Now

from kb_browser.models import DatasetVersion
from kb_browser.selectors import VersionFacts, version_facts
from kb_browser.services.importing import VERSION
from kb_browser.states import VersionState
from scoring.engine.display import counted
from scoring.tracks import DEFAULT
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import NotFoundError, UnprocessableError

logger = logging.getLogger(__name__)


def dataset_version_publish(track: str, name: str, *, actor: User | None = None) -> VersionFacts:
    """Make a version citable, for ever and unchangeably, in place of the current one.

    Readers see the old one current or the new one, never both or none. Publishing twice changes nothing;
    boards of the superseded version stay readable.

    Raises:
        NotFoundError: There is no such version.
        UnprocessableError: It is not fit for publishing; `errors` holds every reason.
    """
    with transaction.atomic():
        # All of the track, in one order: of two curators who publish at once, one waits for the other.
        rows = {
            row.name: row
            for row in DatasetVersion.objects.select_for_update().filter(track=track).order_by("pk")
        }
        version = rows.get(name)
        if version is None:
            raise NotFoundError(f"There is no version {name} of {track}.")
        if version.is_published:
            return version_facts(version)
        reasons = list(reasons_against(version))
        if reasons:
            detail = f"{name} is not fit for publishing."
            raise UnprocessableError(detail, errors=[{"detail": reason} for reason in reasons])
        current = [row for row in rows.values() if row.state == VersionState.PUBLISHED]
        for row in current:
            _supersede(row, version, actor)
        DatasetVersion.objects.filter(pk=version.pk).update(state=VersionState.PUBLISHED, published_at=Now())
        audit(
            actor, "version.published", object_type=VERSION, object_id=str(version),
            digest=version.digest, supersedes=[row.name for row in current],
        )  # fmt: skip
    version.refresh_from_db()
    logger.info("dataset version published", extra={"dataset_version": name})
    return version_facts(version)


def reasons_against(version: DatasetVersion) -> Iterator[str]:
    """Why a version may not be published yet, one sentence each; nothing when it may."""
    report = version.report
    if version.checked_at is None:
        yield "It was not checked."
    elif report.get("evaluator_version") != DEFAULT:
        yield "It was checked by other rules than the current ones; check it again."
    if report.get("error_count"):
        yield f"The check found {counted(report['error_count'], 'error')}; see the report."
    for probe in report.get("probes", ()):
        if probe["mismatch_count"]:
            yield f"The probe {probe['code']} does not match: {probe['mismatches'][0]['text']}"
    if (
        version.checked_at is not None
        and version.state != VersionState.CHECKED
        and not report.get("error_count")
    ):
        yield "The last check did not find it sound; see the report."
    if not version.changelog:
        yield "Its changelog is empty."
    if not version.licence:
        yield "Its licence is not named."


def _supersede(row: DatasetVersion, by: DatasetVersion, actor: User | None) -> None:
    DatasetVersion.objects.filter(pk=row.pk).update(
        state=VersionState.SUPERSEDED, superseded_at=Now(), superseded_by=by
    )
    audit(actor, "version.superseded", object_type=VERSION, object_id=str(row), by=by.name)
