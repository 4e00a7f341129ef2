"""Make the downloads of a dataset version."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.progress import Step
from kb_browser.selectors import dataset_version_named, dataset_versions
from kb_browser.services.exporting import ExportsFailedError, exports_build
from kb_browser.services.importing import TRACK
from trek_site.shared.errors import DomainError


class Command(BaseCommand):
    """Make archive, tables and figures of one published version, or of all; what is made already stays."""

    help = "Make what can be downloaded of a published dataset version (of all of them without a name)."

    def add_arguments(self, parser: CommandParser) -> None:
        """One name or none."""
        parser.add_argument("name", nargs="?", help="name of a published version; all of them when absent")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them one after the other."""
        name: str | None = options["name"]
        try:
            versions = dataset_versions(TRACK) if name is None else [dataset_version_named(TRACK, name)]
            for version in versions:
                index = exports_build(version, progress=self._progress)
                self.stdout.write(f"{version.track} {version.name}: {len(index.files)} files")
        except (DomainError, ExportsFailedError) as refusal:
            raise CommandError(str(refusal)) from refusal

    def _progress(self, step: Step) -> None:
        self.stderr.write(f"{step} …", ending="\n")
