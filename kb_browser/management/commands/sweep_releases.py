"""Remove imports, builds and downloads that were left half made."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from kb_browser.services import releases_sweep


class Command(BaseCommand):
    """Meant to be run once a night."""

    help = "Remove half-made imports, builds and downloads in which nothing was written for a day."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep and say how many there were."""
        self.stdout.write(f"removed {releases_sweep()}")
