"""Reading submissions: for pages, for whoever scores them, and for the quotas."""

from __future__ import annotations

from submissions.selectors.queue import (
    counts_by_state,
    pending_count,
    submission_waiting_s,
    waiting_before,
)
from submissions.selectors.quotas import Quota, Usage, usage_of
from submissions.selectors.scorable import Scorable, bundle_verified, scorable, scorable_ids
from submissions.selectors.submissions import (
    FindingFacts,
    SubmissionFacts,
    findings_of,
    label_is_taken,
    submission_for,
    submissions_of,
)
from submissions.visibility import Viewer, owned_or_moderated, published

__all__ = [
    "FindingFacts",
    "Quota",
    "Scorable",
    "SubmissionFacts",
    "Usage",
    "Viewer",
    "bundle_verified",
    "counts_by_state",
    "findings_of",
    "label_is_taken",
    "owned_or_moderated",
    "pending_count",
    "published",
    "scorable",
    "scorable_ids",
    "submission_for",
    "submission_waiting_s",
    "submissions_of",
    "usage_of",
    "waiting_before",
]
