"""How much waits for its check, and for how long."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count

from submissions.models import Submission
from submissions.selectors.submissions import SubmissionFacts
from trek_site.shared.waiting import oldest_age_s


def waiting_before(facts: SubmissionFacts) -> int:
    """How many submissions wait for their check, or are in it, that came before this one."""
    earlier = Submission.objects.unfinished().filter(received_at__lte=facts.received_at)
    return earlier.exclude(pk=facts.pk).count()


def pending_count(version_id: int) -> int:
    """How many submissions to a version still wait for their check or are in it."""
    return Submission.objects.unfinished().filter(dataset_version=version_id).count()


def counts_by_state() -> Mapping[str, int]:
    """How many submissions are in each state; for operators."""
    rows = Submission.objects.order_by().values_list("state").annotate(Count("pk"))
    return dict(rows)


def submission_waiting_s() -> float | None:
    """How long the oldest upload has waited for the end of its check, in seconds; None when none waits."""
    return oldest_age_s(Submission.objects.unfinished(), "received_at")
