"""Writing dataset versions: importing, describing, checking and publishing them, and the work behind it."""

from __future__ import annotations

from kb_browser.services.checking import dataset_version_check
from kb_browser.services.curating import curation_run, curations_sweep
from kb_browser.services.describing import dataset_version_describe
from kb_browser.services.exporting import exports_build
from kb_browser.services.importing import TRACK, dataset_version_import, tasks_project
from kb_browser.services.publishing import dataset_version_publish, reasons_against
from kb_browser.services.requesting import curation_request, exports_request, exports_sweep
from kb_browser.services.tidying import releases_sweep

__all__ = [
    "TRACK",
    "curation_request",
    "curation_run",
    "curations_sweep",
    "dataset_version_check",
    "dataset_version_describe",
    "dataset_version_import",
    "dataset_version_publish",
    "exports_build",
    "exports_request",
    "exports_sweep",
    "reasons_against",
    "releases_sweep",
    "tasks_project",
]
