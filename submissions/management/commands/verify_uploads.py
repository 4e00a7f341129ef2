"""Compare stored files with their digests."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from submissions.limits import MIB
from submissions.selectors.stored_files import LOOK_EVERY
from submissions.services.verifying import BYTES_PER_RUN, uploads_verify


class Command(BaseCommand):
    """Meant to be run once a night; fails while any stored file is not what was received."""

    help = (
        f"Look at the stored uploads nobody looked at for {LOOK_EVERY.days} days, and compare them with "
        "their digests."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare ``--mib``."""
        parser.add_argument(
            "--mib", type=int, default=BYTES_PER_RUN // MIB, help="Begin no further file after so many MiB."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Look, and say what was found.

        Raises:
            CommandError: A file is damaged, missing or cannot be read.
        """
        found = uploads_verify(bytes_at_most=options["mib"] * MIB)
        self.stdout.write(f"looked at {found.files}, left {found.left}, not sound {found.known_not_sound}")
        for sha256 in found.not_sound:
            self.stdout.write(f"not sound: {sha256}")
        if found.known_not_sound:
            raise CommandError("Bring these files back from a backup; until then nobody is scored by them.")
