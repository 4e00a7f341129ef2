"""Reading submissions: for pages, for whoever scores them, and for the quotas."""

from __future__ import annotations

from submissions.models import is_unconfirmed, may_be_scored
from submissions.selectors.looks import LookFacts, looks_at
from submissions.selectors.queue import (
    check_seconds,
    checks_before,
    counts_by_state,
    pending_count,
    submission_waiting_s,
)
from submissions.selectors.quotas import Quota, TeamUsage, Usage, teams_usage_of, usage_of
from submissions.selectors.resumable import (
    ResumableFacts,
    resumable_facts,
    resumable_of,
    resumables_of,
)
from submissions.selectors.scorable import Scorable, bundle_verified, scorable, scorable_ids, scorables
from submissions.selectors.submissions import (
    FindingFacts,
    SubmissionFacts,
    earlier_with_same_content,
    findings_of,
    label_is_taken,
    predecessor_of,
    submission_for,
    submissions_of,
)
from submissions.storage import StoredBytesError
from submissions.visibility import (
    Viewer,
    is_own,
    moderates,
    own,
    owned_or_moderated,
    published,
    readable,
)

__all__ = [
    "FindingFacts",
    "LookFacts",
    "Quota",
    "ResumableFacts",
    "Scorable",
    "StoredBytesError",
    "SubmissionFacts",
    "TeamUsage",
    "Usage",
    "Viewer",
    "bundle_verified",
    "check_seconds",
    "checks_before",
    "counts_by_state",
    "earlier_with_same_content",
    "findings_of",
    "is_own",
    "is_unconfirmed",
    "label_is_taken",
    "looks_at",
    "may_be_scored",
    "moderates",
    "own",
    "owned_or_moderated",
    "pending_count",
    "predecessor_of",
    "published",
    "readable",
    "resumable_facts",
    "resumable_of",
    "resumables_of",
    "scorable",
    "scorable_ids",
    "scorables",
    "submission_for",
    "submission_waiting_s",
    "submissions_of",
    "teams_usage_of",
    "usage_of",
]
