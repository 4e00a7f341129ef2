"""Import a release folder as a dataset version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.services import TRACK, dataset_version_import, dataset_version_publish
from scoring.engine.errors import DatasetError
from trek_site.shared.errors import DomainError


class Command(BaseCommand):
    """Import a release; with --publish, make it the current version."""

    help = "Import a release folder in the official layout as a dataset version."

    def add_arguments(self, parser: CommandParser) -> None:
        """Folder and name; publishing has to be asked for."""
        parser.add_argument("folder", type=Path, help="the release folder")
        parser.add_argument("--name", required=True, help="the name by which people cite it")
        parser.add_argument("--licence", default="", help="the licence of its data")
        parser.add_argument("--publish", action="store_true", help="publish it; this cannot be undone")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, then publish if asked to; every fault of the release is listed."""
        name: str = options["name"]
        try:
            version = dataset_version_import(
                options["folder"], name=name, licence=options["licence"], progress=self._progress
            )
            if options["publish"]:
                version = dataset_version_publish(TRACK, name)
        except DatasetError as fault:
            raise CommandError(f"The release contradicts itself; nothing was imported.\n{fault}") from fault
        except DomainError as refusal:
            raise CommandError(refusal.detail) from refusal
        state = "published" if version.is_published else "draft"
        self.stdout.write(
            f"{version.track} {version.name}: {version.task_count} tasks, {state}, {version.digest}"
        )

    def _progress(self, message: str) -> None:
        self.stderr.write(f"{message} …", ending="\n")
