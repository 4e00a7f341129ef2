"""Queue submissions for another evaluator version."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.services import evaluations_queue, evaluations_sweep
from scoring.tracks import DEFAULT, EVALUATORS


class Command(BaseCommand):
    """Adds evaluations; those that exist stay as they are, since a correction is a new version."""

    help = "Queue every submission that can be scored for an evaluator version that has not scored it yet."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which evaluator."""
        versions = [track.evaluator_version for track in EVALUATORS]
        parser.add_argument("--evaluator", choices=versions, default=DEFAULT)

    def handle(self, *args: Any, **options: Any) -> None:
        """Queue, then ring; workers do the rest."""
        queued = evaluations_queue(options["evaluator"])
        evaluations_sweep()
        self.stdout.write(f"queued {queued}")
