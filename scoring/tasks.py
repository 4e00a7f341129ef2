"""The jobs of this app."""

from __future__ import annotations

from scoring.services import rehearsed_run, submission_evaluate
from trek_site.shared.jobs import Job, job


@job(Job.EVALUATE_SUBMISSION)
def evaluate_submission(submission_id: int) -> None:
    """Score a submission. Not retried here: the row's lease brings it back."""
    submission_evaluate(submission_id)


@job(Job.REHEARSE)
def rehearse(rehearsed_id: int) -> None:
    """Carry out one evaluation of a rehearsal; its lease brings it back likewise."""
    rehearsed_run(rehearsed_id)
