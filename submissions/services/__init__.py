"""Writing submissions: receiving, checking, confirming, publishing, and sweeping up what was left behind."""

from __future__ import annotations

from submissions.fields import SubmissionFields
from submissions.services.checking import submission_check, submissions_sweep
from submissions.services.publishing import (
    submission_confirm,
    submission_publish,
    submission_withdraw,
)
from submissions.services.receiving import SubmissionReceipt, submission_receive, uploads_sweep

__all__ = [
    "SubmissionFields",
    "SubmissionReceipt",
    "submission_check",
    "submission_confirm",
    "submission_publish",
    "submission_receive",
    "submission_withdraw",
    "submissions_sweep",
    "uploads_sweep",
]
