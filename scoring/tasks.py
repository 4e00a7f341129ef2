"""The jobs of this app."""

from __future__ import annotations

from scoring.services import submission_evaluate
from trek_site.shared.jobs import Job, job


@job(Job.EVALUATE_SUBMISSION)
def evaluate_submission(submission_id: int) -> None:
    """Score a submission. Not retried here: the row's lease brings it back."""
    submission_evaluate(submission_id)
