"""Sweep evaluations once, as every worker does every few seconds."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scoring.services import evaluations_sweep


class Command(BaseCommand):
    """For operators who want to nudge."""

    help = "End evaluations past saving, queue valid submissions without one, ring for those left behind."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep and say how many rows it concerned."""
        self.stdout.write(f"rung, queued or ended {evaluations_sweep()}")
