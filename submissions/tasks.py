"""The jobs of this app."""

from __future__ import annotations

from submissions.services import submission_check_next
from trek_site.shared.jobs import Job, job


@job(Job.CHECK_SUBMISSION)
def check_submission(submission_id: int) -> None:  # noqa: ARG001  (It says for which row a worker was called.)
    """Read the upload whose turn it is and store its report. Not retried here: its lease brings it back."""
    submission_check_next()
