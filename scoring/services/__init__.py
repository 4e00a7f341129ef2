"""Writing evaluations and boards: scoring a submission, ranking, publishing, and sweeping up."""

from __future__ import annotations

from scoring.services.boards import board_refresh, entry_publish, entry_withdraw
from scoring.services.evaluating import (
    evaluation_run,
    evaluation_start,
    evaluation_verify,
    evaluations_queue,
    evaluations_sweep,
    submission_evaluate,
)
from scoring.services.preloading import datasets_preload

__all__ = [
    "board_refresh",
    "datasets_preload",
    "entry_publish",
    "entry_withdraw",
    "evaluation_run",
    "evaluation_start",
    "evaluation_verify",
    "evaluations_queue",
    "evaluations_sweep",
    "submission_evaluate",
]
