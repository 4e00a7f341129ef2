"""Put a review of a submission on record, from the server's command line."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.services import Judgement, review_record
from scoring.states import ReviewVerdict
from trek_site.shared.errors import DomainError

# Withdrawing is done in somebody's name, by the admin.
VERDICTS = [verdict for verdict in ReviewVerdict.values if verdict != ReviewVerdict.WITHDRAWN]


class Command(BaseCommand):
    """For operators, and where no curator has an account; the audit log shows no name."""

    help = "Put a review of a scored submission on record; boards show it at once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which, what, why."""
        parser.add_argument("submission", help="public id")
        parser.add_argument("--verdict", choices=VERDICTS, required=True)
        parser.add_argument("--reason", required=True, help="for everybody who may read the entry")
        parser.add_argument("--note", default="", help="for curators only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Record it."""
        judgement = Judgement(
            verdict=ReviewVerdict(options["verdict"]), public_reason=options["reason"], note=options["note"]
        )
        try:
            pk = review_record(options["submission"], judgement, actor=None)
        except DomainError as refusal:
            raise CommandError(refusal.detail or refusal.title) from refusal
        self.stdout.write(f"review {pk}: {judgement.verdict}")
