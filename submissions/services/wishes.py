"""What a manifest wishes for as soon as its run may be scored: to be shown, with or without names."""

from __future__ import annotations

import logging

from submissions.declarations import wish_in
from submissions.models import Submission
from submissions.services.acting import quotas_lock
from submissions.services.publishing import show
from submissions.services.quotas import refuse_publication_over_quota
from submissions.states import SHOWN, Visibility
from trek_site.shared.errors import RateLimitedError

logger = logging.getLogger(__name__)


def wish_grant(submission: Submission) -> None:
    """Show a submission as its manifest asks; where the quota is used up it stays private.

    It has no scores yet, so that no board changes. The caller holds the row.
    """
    wished = wish_in(submission.manifest)
    if submission.visibility != Visibility.PRIVATE or wished not in SHOWN:
        return
    quotas_lock(submission)
    try:
        refuse_publication_over_quota(submission)
    except RateLimitedError:
        logger.info("submission stays private", extra={"submission_id": submission.pk})
        return
    show(submission, wished)
