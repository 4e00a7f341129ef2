"""Sweep submissions once, as every worker does every few seconds."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from submissions.selectors import counts_by_state
from submissions.services import submissions_sweep


class Command(BaseCommand):
    """For operators who want to nudge, or to see what waits."""

    help = (
        "End submissions that are past saving, ring for those left behind, and count what is in which state."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep, then list the states."""
        self.stdout.write(f"rung or ended {submissions_sweep()}")
        for state, count in sorted(counts_by_state().items()):
            self.stdout.write(f"{state} {count}")
