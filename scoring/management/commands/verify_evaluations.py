"""Score finished evaluations again and compare digests."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.selectors import evaluations_sample
from scoring.services import evaluations_verify


class Command(BaseCommand):
    """Same bytes, same dataset, same evaluator: the same bytes of result."""

    help = "Score a random sample of finished evaluations again; fails if one differs or cannot be read."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--sample", type=int, default=10)

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare, name those that differ and those that cannot be read."""
        sample = evaluations_sample(options["sample"])
        found = evaluations_verify(sample)
        self.stdout.write(f"agree {len(found.agreeing)}/{len(sample)}")
        if found.faults:
            raise CommandError(" ".join(found.faults))
