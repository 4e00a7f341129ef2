"""A static copy of the public site; `trek site export` is the door to it."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.board_filters import instant_of
from scoring.engine.display import counted
from trek_site.cli.site import DESCRIPTION, add_export_arguments
from trek_site.static_copy.folder import ForeignFolderError
from trek_site.static_copy.making import IncompleteError, copy_make

WRONG_USE: Final = 2
_TOLD_EVERY_S: Final = 2.0
_SHOWN_MOST: Final = 200


class Command(BaseCommand):
    """Write the copy; safe to repeat."""

    help = DESCRIPTION

    def add_arguments(self, parser: CommandParser) -> None:
        """Those of the command line."""
        add_export_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy; progress goes to standard error, the result to standard output."""
        self._told = time.monotonic()
        out: Path = options["out"]
        try:
            made = copy_make(
                out, at=_moment(options["at"]), with_downloads=options["with_downloads"], tell=self._tell
            )
        except IncompleteError as error:
            shown = error.reasons[:_SHOWN_MOST]
            more = (
                [f"... and {len(error.reasons) - len(shown)} more"] if len(shown) < len(error.reasons) else []
            )
            raise CommandError("\n".join(["Nothing was written:", *shown, *more])) from error
        except ForeignFolderError as error:
            raise CommandError(str(error), returncode=WRONG_USE) from error
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror or error}", returncode=WRONG_USE) from error
        self.stdout.write(f"{counted(made.files, 'file')}, {made.size_bytes} bytes in {out}")
        if made.downloads:
            self.stdout.write(
                f"left out: {counted(made.downloads, 'download')} (--with-downloads takes them)"
            )

    def _tell(self, written: int, waiting: int) -> None:
        now = time.monotonic()
        if now - self._told >= _TOLD_EVERY_S:
            self._told = now
            self.stderr.write(f"trek: {written} files written, {waiting} known to follow")


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    moment = instant_of(text)
    if moment is None:
        raise CommandError(f"--at {text}: no day or moment in ISO 8601", returncode=WRONG_USE)
    return moment
