"""Writing evaluations and boards: scoring, ranking, publishing, rehearsing, and sweeping up."""

from __future__ import annotations

from scoring.services.boards import (
    entry_cancel,
    entry_publish,
    entry_withdraw,
    publications_sweep,
)
from scoring.services.carrying import rehearsals_carry_over
from scoring.services.comparing import bundles_compare, bundles_ring
from scoring.services.costs import board_costs_make, board_costs_sweep
from scoring.services.evaluating import (
    evaluation_run,
    evaluation_run_next,
    evaluation_verify,
    evaluations_sweep,
    submission_evaluate,
)
from scoring.services.preloading import datasets_preload
from scoring.services.prices import made_up_prices_add, prices_add
from scoring.services.queueing import evaluation_start, evaluations_queue
from scoring.services.ranking import board_refresh
from scoring.services.receipts import receipts_sweep
from scoring.services.rehearsal_orders import BoardKey, rehearsal_cancel, rehearsal_start
from scoring.services.rehearsing import (
    rehearsal_conclude,
    rehearsal_help,
    rehearsals_sweep,
    rehearsed_run,
    rehearsed_run_last,
)
from scoring.services.reviewing import Judgement, appeal_allowed, appeal_make, review_record
from scoring.services.sheets import sheets_sweep
from scoring.services.standings import board_standings_make, standings_sweep
from scoring.services.verifying import evaluations_verify

__all__ = [
    "BoardKey",
    "Judgement",
    "appeal_allowed",
    "appeal_make",
    "board_costs_make",
    "board_costs_sweep",
    "board_refresh",
    "board_standings_make",
    "bundles_compare",
    "bundles_ring",
    "datasets_preload",
    "entry_cancel",
    "entry_publish",
    "entry_withdraw",
    "evaluation_run",
    "evaluation_run_next",
    "evaluation_start",
    "evaluation_verify",
    "evaluations_queue",
    "evaluations_sweep",
    "evaluations_verify",
    "made_up_prices_add",
    "prices_add",
    "publications_sweep",
    "receipts_sweep",
    "rehearsal_cancel",
    "rehearsal_conclude",
    "rehearsal_help",
    "rehearsal_start",
    "rehearsals_carry_over",
    "rehearsals_sweep",
    "rehearsed_run",
    "rehearsed_run_last",
    "review_record",
    "sheets_sweep",
    "standings_sweep",
    "submission_evaluate",
]
