"""The jobs of this app."""

from __future__ import annotations

from scoring.services import (
    board_costs_make,
    board_standings_make,
    bundles_compare,
    evaluation_run_next,
    rehearsed_run_last,
)
from trek_site.shared.jobs import Job, job


@job(Job.EVALUATE_SUBMISSION)
def evaluate_submission(submission_id: int) -> None:  # noqa: ARG001  (It says for which row a worker was called.)
    """Carry out the evaluation whose turn it is. Not retried here: its lease brings it back."""
    evaluation_run_next()


@job(Job.REHEARSE)
def rehearse(rehearsed_id: int) -> None:
    """Carry out one evaluation of a rehearsal when nobody waits; its lease brings it back likewise."""
    rehearsed_run_last(rehearsed_id)


@job(Job.COMPARE_BUNDLES)
def compare_bundles(print_id: int) -> None:
    """Look for entries of other accounts with the same plans; the sweep rings again for what was left."""
    bundles_compare(print_id)


@job(Job.BOARD_STANDINGS)
def board_standings(board_id: int) -> None:
    """Test the ranked entries of a board against each other; the sweep rings again for what is behind."""
    board_standings_make(board_id)


@job(Job.BOARD_COSTS)
def board_costs(board_id: int) -> None:
    """Work out costs and fronts of a board; the sweep rings again for what is behind."""
    board_costs_make(board_id)
