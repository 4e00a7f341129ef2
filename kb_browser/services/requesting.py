"""Putting curation work in line: what a curator asks for, and downloads that nobody had to ask for."""

from __future__ import annotations

import logging
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Now

from kb_browser.exports.shelf import LAYOUT
from kb_browser.models import Curation, DatasetVersion
from kb_browser.selectors import CurationFacts, curation_facts, dataset_version_named
from kb_browser.services.exporting import exports_known
from kb_browser.services.importing import TRACK, VERSION, name_check, version_named
from kb_browser.states import (
    CURATION_DEADLINES,
    CURATION_UNFINISHED,
    CurationKind,
    CurationOutcome,
    CurationState,
)
from trek_site.accounts.selectors import User
from trek_site.accounts.services import audit
from trek_site.shared.errors import ConflictError, PermissionRefusedError
from trek_site.shared.jobs import Job, enqueue_on_commit
from trek_site.shared.leases import seconds_from_now

logger = logging.getLogger(__name__)

EXPORTS_AWAITED_S: Final = 600
"""Whoever published a version, or made its downloads last, has this long before the sweep sees to them."""


def curation_request(
    kind: CurationKind, name: str, *, actor: User | None = None, **arguments: str | int
) -> CurationFacts:
    """Put work in line and nudge a worker.

    Args:
        kind: What is to be done.
        name: The version that it makes or works on.
        actor: Who asks; None at the command line.
        arguments: What else the work needs; see `kb_browser.services.workmanship`.

    Raises:
        PermissionRefusedError: The actor may not do this.
        NotFoundError: There is no such version to work on.
        UnprocessableError: The name will not do.
        ConflictError: Other work on this version is not finished yet.
    """
    if actor is not None and not actor.has_perm(f"kb_browser.{kind.value}_datasetversion"):
        raise PermissionRefusedError(f"You may not {kind.label} dataset versions.")
    name_check(name)
    match kind:
        case CurationKind.CHECK | CurationKind.PUBLISH:
            version_named(TRACK, name)
        case CurationKind.EXPORT:
            dataset_version_named(TRACK, name)
            arguments["layout"] = LAYOUT
    return _put_in_line(kind, name, actor, arguments)


def exports_request(name: str, *, actor: User | None = None) -> CurationFacts:
    """Put the downloads of a published version in line: part of having published it, so no right is asked.

    Raises:
        ConflictError: Other work on this version is not finished yet.
    """
    return _put_in_line(CurationKind.EXPORT, name, actor, {"layout": LAYOUT})


def exports_sweep() -> int:
    """Put the downloads in line that are missing or of an older layout, and that nobody is seeing to.

    So are those of a version whose file to browse it by is missing: both are made by the same work.

    An attempt that failed under the current layout is left to a curator.

    Returns:
        How many pieces of work there are now.
    """
    asked = 0
    for version in _lacking_attention():
        if exports_known(version.digest) is not None:
            continue
        try:
            exports_request(version.name)
        except ConflictError:
            # Another sweep was quicker, or the version is being worked on; the next sweep looks again.
            continue
        asked += 1
    return asked


def _lacking_attention() -> list[DatasetVersion]:
    """Published versions whose downloads are not under way, were not made lately, and have not failed."""
    of_version = Curation.objects.filter(
        kind=CurationKind.EXPORT, track=OuterRef("track"), name=OuterRef("name")
    ).order_by("-queued_at", "-pk")
    long_ago = seconds_from_now(-EXPORTS_AWAITED_S)
    settled = Curation.objects.filter(pk=OuterRef("latest_pk")).filter(
        Q(state__in=CURATION_UNFINISHED)
        | Q(finished_at__gt=long_ago)
        | Q(outcome__in=(CurationOutcome.REFUSED, CurationOutcome.FAILED), arguments__layout=LAYOUT)
    )
    versions = DatasetVersion.objects.readable().filter(track=TRACK, published_at__lt=long_ago)
    latest = versions.annotate(latest_pk=Subquery(of_version.values("pk")[:1]))
    return list(latest.filter(~Exists(settled)).only("pk", "name", "digest"))


def _put_in_line(
    kind: CurationKind, name: str, actor: User | None, arguments: dict[str, str | int]
) -> CurationFacts:
    try:
        with transaction.atomic():
            curation = Curation.objects.create(
                kind=kind,
                track=TRACK,
                name=name,
                arguments=arguments,
                requested_by=actor,
                queued_at=Now(),
                rung_at=Now(),
                deadline_at=seconds_from_now(CURATION_DEADLINES[CurationState.QUEUED].total_seconds()),
            )
            audit(
                actor, f"{kind.value}.requested", object_type=VERSION, object_id=f"{TRACK} {name}",
                curation=curation.pk, **arguments,
            )  # fmt: skip
            enqueue_on_commit(Job.CURATE, curation_id=curation.pk)
    except IntegrityError as fault:
        raise ConflictError(f"Other work on {name} is not finished yet.") from fault
    curation.refresh_from_db()
    logger.info("curation requested", extra={"curation_id": curation.pk, "kind": kind.value})
    return curation_facts(curation)
