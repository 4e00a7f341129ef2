"""The jobs of this app."""

from __future__ import annotations

from submissions.services import notice_send, submission_check_next
from trek_site.shared.jobs import Job, job


@job(Job.CHECK_SUBMISSION)
def check_submission(submission_id: int) -> None:  # noqa: ARG001  (It says for which row a worker was called.)
    """Read the upload whose turn it is and store its report. Not retried here: its lease brings it back."""
    submission_check_next()


@job(Job.SEND_NOTICE)
def send_notice(notice_id: int) -> None:
    """Hand in one mail. Not retried here: the sweep brings back what the mail server did not take."""
    notice_send(notice_id)
