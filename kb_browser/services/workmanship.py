"""What each kind of curation work does. Every one may be done twice, and goes on where it was interrupted."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from django.conf import settings

from kb_browser.models import Curation
from kb_browser.progress import Progress, Step
from kb_browser.release_files import MANIFEST_FILE
from kb_browser.selectors import dataset_version_named
from kb_browser.services.checking import dataset_version_check
from kb_browser.services.exporting import exports_build
from kb_browser.services.importing import dataset_version_import
from kb_browser.services.publishing import dataset_version_publish
from kb_browser.states import CurationKind
from kb_browser.world.build import DEFAULT_SEED, PROFILES, ImperfectGoldError, proven_files, write_files
from kb_browser.world.drawing import ImpossibleQuotaError
from trek_site.shared.errors import UnprocessableError

Work = Callable[[Curation, Progress], None]


def _import(curation: Curation, progress: Progress) -> None:
    """Arguments: ``path``, and perhaps ``licence`` and ``changelog``."""
    _bring_in(curation, Path(curation.arguments["path"]), progress, origin="")


def _build(curation: Curation, progress: Progress) -> None:
    """Arguments: ``profile`` and ``seed``, and perhaps ``licence`` and ``changelog``.

    The manifest is written last: a folder that has one is whole and is not built again.
    """
    profile, seed = curation.arguments["profile"], int(curation.arguments.get("seed", DEFAULT_SEED))
    if profile not in PROFILES:
        raise UnprocessableError(f"There is no profile {profile}.")
    folder = Path(settings.TREK_DATA_DIR) / "builds" / f"{profile}-{seed}"
    if not (folder / MANIFEST_FILE).is_file():
        try:
            files = proven_files(PROFILES[profile], seed, progress)
        except (ImperfectGoldError, ImpossibleQuotaError) as fault:
            raise UnprocessableError(f"This seed gives no sound release: {fault}") from fault
        progress(Step(text="writing files"))
        shutil.rmtree(folder, ignore_errors=True)
        write_files(folder, {path: files[path] for path in files if path != MANIFEST_FILE})
        write_files(folder, {MANIFEST_FILE: files[MANIFEST_FILE]})
    _bring_in(curation, folder, progress, origin=f"built from the profile {profile} and the seed {seed}")
    # The copy under its digest is what counts from now on.
    shutil.rmtree(folder, ignore_errors=True)


def _bring_in(curation: Curation, source: Path, progress: Progress, *, origin: str) -> None:
    dataset_version_import(
        source,
        name=curation.name,
        licence=curation.arguments.get("licence", ""),
        changelog=curation.arguments.get("changelog", ""),
        origin=origin,
        actor=curation.requested_by,
        progress=progress,
    )


def _check(curation: Curation, progress: Progress) -> None:
    """Errors are no refusal of the work: the report has them."""
    dataset_version_check(curation.track, curation.name, actor=curation.requested_by, progress=progress)


def _publish(curation: Curation, progress: Progress) -> None:
    """The downloads are work of their own, so that a version is never called failed for their sake."""
    progress(Step(text="publishing"))
    dataset_version_publish(curation.track, curation.name, actor=curation.requested_by)


def _export(curation: Curation, progress: Progress) -> None:
    exports_build(dataset_version_named(curation.track, curation.name), progress=progress)


WORKS: Final[Mapping[CurationKind, Work]] = MappingProxyType(
    {
        CurationKind.IMPORT: _import,
        CurationKind.BUILD: _build,
        CurationKind.CHECK: _check,
        CurationKind.PUBLISH: _publish,
        CurationKind.EXPORT: _export,
    }
)
