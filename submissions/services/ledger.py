"""Writing the ledger of quotas: charging, and giving back."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable

from django.db.models.functions import Now

from submissions.models import QuotaEntry, Submission
from submissions.states import QuotaKind, QuotaReason

logger = logging.getLogger(__name__)


def quota_charge(submission: Submission, kind: QuotaKind, reason: QuotaReason) -> None:
    """Charge a submission to its account and team, once per kind; charging it again changes nothing.

    Whoever refuses by the count holds the locks of both from the count to the end of the transaction.
    """
    entry = QuotaEntry(
        submission=submission,
        account_id=submission.owner_id,
        team_id=submission.team_id,
        track=submission.dataset_version.track,
        kind=kind,
        amount=1,
        reason=reason,
        at=Now(),
    )
    QuotaEntry.objects.bulk_create([entry], ignore_conflicts=True)


def quota_give_back(
    submission_ids: Iterable[int], reason: QuotaReason, *, kinds: Collection[QuotaKind] = tuple(QuotaKind)
) -> int:
    """Give back what submissions were charged with; what was given back already is not given again.

    Args:
        submission_ids: Primary keys.
        reason: Why.
        kinds: Only charges of these kinds.

    Returns:
        How many charges were given back.
    """
    charges = QuotaEntry.objects.charged().filter(submission__in=list(submission_ids), kind__in=kinds)
    returned = [
        QuotaEntry(
            submission_id=charge.submission_id,
            account_id=charge.account_id,
            team_id=charge.team_id,
            track=charge.track,
            kind=charge.kind,
            amount=-1,
            reason=reason,
            at=Now(),
        )
        for charge in charges
    ]
    # Two that give back at once meet at the constraint; the second adds nothing.
    QuotaEntry.objects.bulk_create(returned, ignore_conflicts=True)
    if returned:
        logger.info("quota given back", extra={"count": len(returned), "reason": reason.value})
    return len(returned)
