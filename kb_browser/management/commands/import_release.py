"""Import a release as a dataset version, check it, and publish it if asked to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.progress import Step
from kb_browser.selectors import VersionFacts
from kb_browser.services import (
    TRACK,
    dataset_version_check,
    dataset_version_describe,
    dataset_version_import,
    dataset_version_publish,
)
from kb_browser.services.exporting import ExportsFailedError, exports_build
from kb_browser.states import VersionState
from scoring.engine.errors import DatasetError
from trek_site.shared.errors import DomainError


class Command(BaseCommand):
    """Import and check a release; with --publish, make it the current version."""

    help = (
        "Import a release in the official layout as a dataset version, check it, and publish it if asked to."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Release and name; publishing has to be asked for."""
        parser.add_argument("source", type=Path, help="the release: a folder, a .zip or a .tar.gz")
        parser.add_argument("--name", required=True, help="the name by which people cite it")
        parser.add_argument("--licence", default="", help="the licence of its data (default: the manifest's)")
        parser.add_argument("--changelog", default="", help="what is new in it")
        parser.add_argument("--publish", action="store_true", help="publish it; this cannot be undone")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, check, publish; every fault is listed."""
        try:
            version = self._imported(options)
            if not version.is_published:
                version = dataset_version_check(TRACK, version.name, progress=self._progress)
            if options["publish"]:
                version = dataset_version_publish(TRACK, version.name)
        except DatasetError as fault:
            raise CommandError(f"The release contradicts itself; nothing was imported.\n{fault}") from fault
        except DomainError as refusal:
            raise CommandError("\n".join([refusal.detail, *_reasons(refusal)])) from refusal
        self.stdout.write(
            f"{version.track} {version.name}: {version.task_count} tasks, {version.state}, {version.digest}"
        )
        if version.state == VersionState.DRAFT:
            raise CommandError("The check did not find it sound; see `manage.py curate show`.")
        if options["publish"]:
            self._make_downloads(version)

    def _imported(self, options: dict[str, Any]) -> VersionFacts:
        """The version; what was said about it now counts, also where the files were known already."""
        name, licence, changelog = options["name"], options["licence"], options["changelog"]
        version = dataset_version_import(
            options["source"], name=name, licence=licence, changelog=changelog, progress=self._progress
        )
        if version.is_published:
            return version
        return dataset_version_describe(
            TRACK, name, licence=licence or version.licence, changelog=changelog or version.changelog
        )

    def _make_downloads(self, version: VersionFacts) -> None:
        """Here and now, so that the version is complete when the command ends."""
        try:
            exports_build(version, progress=self._progress)
        except ExportsFailedError as failure:
            told = f"{version.name} is published all the same; `manage.py curate export` tries again."
            raise CommandError(f"{failure}\n{told}") from failure

    def _progress(self, step: Step) -> None:
        self.stderr.write(f"{step} …", ending="\n")


def _reasons(refusal: DomainError) -> list[str]:
    return [str(error.get("detail", error)) for error in refusal.errors]
