"""Rehearse a dataset version or an evaluator, and print what would change."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb_browser.selectors import dataset_version_known
from scoring.rehearsal_text import rehearsal_lines
from scoring.selectors import rehearsal_told
from scoring.services import BoardKey, rehearsal_cancel, rehearsal_help, rehearsal_start, rehearsals_sweep
from scoring.tracks import DEFAULT, DEFAULT_TRACK, EVALUATORS
from trek_site.shared.errors import DomainError
from trek_site.shared.sweeping import SWEEP_EVERY_S


class Command(BaseCommand):
    """Works along with the workers, or alone; nothing of a rehearsal appears on a board."""

    help = (
        "Evaluate every submission of a board under a candidate and print what would change. "
        "With --verify, compare a finished rehearsal with the board that publication brought; with --cancel, "
        "end one without a report."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Two boards, or a rehearsal."""
        versions = [track.evaluator_version for track in EVALUATORS]
        parser.add_argument("--track", default=DEFAULT_TRACK)
        parser.add_argument("--baseline", metavar="NAME", help="version whose board there is")
        parser.add_argument("--candidate", metavar="NAME", help="version to rehearse, drafts included")
        parser.add_argument("--evaluator", choices=versions, default=DEFAULT, help="rules to rehearse")
        parser.add_argument(
            "--baseline-evaluator", choices=versions, default=DEFAULT, help="rules of the board there is"
        )
        existing = parser.add_mutually_exclusive_group()
        existing.add_argument("--verify", type=int, metavar="ID", help="rehearsal to compare with the board")
        existing.add_argument("--cancel", type=int, metavar="ID", help="rehearsal to end without a report")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rehearse, or look at what was rehearsed; then print it. Or cancel."""
        try:
            if options["cancel"]:
                rehearsal_cancel(options["cancel"])
                self.stdout.write(f"cancelled {options['cancel']}")
                return
            rehearsal_id = options["verify"] or self._started(options)
            if not options["verify"]:
                self._wait(rehearsal_id)
            page = rehearsal_told(rehearsal_id)
        except DomainError as refusal:
            raise CommandError(refusal.detail) from refusal
        for line in rehearsal_lines(page):
            self.stdout.write(line)
        if page.findings is None:
            raise CommandError(f"there is no report: {page.failure_id or page.state_title}")
        if options["verify"] and not page.is_fulfilled:
            raise CommandError("the board is not what was foretold")

    def _started(self, options: dict[str, Any]) -> int:
        if not (options["baseline"] and options["candidate"]):
            raise CommandError("name a --baseline and a --candidate")
        rehearsal_id = rehearsal_start(
            baseline=_board(options, "baseline", options["baseline_evaluator"]),
            candidate=_board(options, "candidate", options["evaluator"]),
        )
        self.stderr.write(f"rehearsal {rehearsal_id}")
        return rehearsal_id

    def _wait(self, rehearsal_id: int) -> None:
        """Do what is free; what workers hold, or held when they died, comes back or ends."""
        while True:
            for done, total in rehearsal_help(rehearsal_id):
                self.stderr.write(f"{done}/{total}")
            if rehearsal_told(rehearsal_id).is_final:
                return
            time.sleep(SWEEP_EVERY_S)
            rehearsals_sweep()


def _board(options: dict[str, Any], side: str, evaluator_version: str) -> BoardKey:
    version = dataset_version_known(options["track"], options[side])
    return BoardKey(version_id=version.pk, evaluator_version=evaluator_version)
