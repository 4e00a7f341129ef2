"""Submissions, what was found in them, and what they count against."""

from __future__ import annotations

from submissions.models.finding import SubmissionFinding
from submissions.models.look import StaffLook
from submissions.models.notice import Notice
from submissions.models.quota import QuotaEntry
from submissions.models.resumable import ResumableUpload
from submissions.models.stored_file import Condition, StoredFile
from submissions.models.submission import (
    Submission,
    SubmissionQuerySet,
    holds_its_label,
    is_unconfirmed,
    may_be_scored,
)

__all__ = [
    "Condition",
    "Notice",
    "QuotaEntry",
    "ResumableUpload",
    "StaffLook",
    "StoredFile",
    "Submission",
    "SubmissionFinding",
    "SubmissionQuerySet",
    "holds_its_label",
    "is_unconfirmed",
    "may_be_scored",
]
