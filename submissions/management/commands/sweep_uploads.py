"""Remove stored files that no submission refers to."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from submissions.services import parts_sweep, uploads_sweep


class Command(BaseCommand):
    """Meant to be run once a night."""

    help = "Remove stored uploads, and parts of uploads, that no row refers to and that are older than a day."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep and say how many there were."""
        self.stdout.write(f"removed {uploads_sweep() + parts_sweep()}")
