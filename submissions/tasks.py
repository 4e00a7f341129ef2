"""The jobs of this app."""

from __future__ import annotations

from submissions.services import submission_check
from trek_site.shared.jobs import Job, job


@job(Job.CHECK_SUBMISSION)
def check_submission(submission_id: int) -> None:
    """Read an upload and store its report. Not retried here: the row's lease brings it back."""
    submission_check(submission_id)
