"""Score finished evaluations again and compare digests."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.selectors import evaluations_sample
from scoring.services import evaluation_verify


class Command(BaseCommand):
    """Same bytes, same dataset, same evaluator: the same bytes of result."""

    help = "Score a random sample of finished evaluations again; fails if a digest differs."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--sample", type=int, default=10)

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare, name those that differ."""
        sample = evaluations_sample(options["sample"])
        differing = [pk for pk in sample if not evaluation_verify(pk)]
        self.stdout.write(f"agree {len(sample) - len(differing)}/{len(sample)}")
        if differing:
            raise CommandError(f"not reproduced: {', '.join(map(str, differing))}")
