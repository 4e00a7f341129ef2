"""How much waits for its check, and for how long."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Count

from submissions.models import Submission
from submissions.selectors.submissions import SubmissionFacts
from submissions.states import State
from trek_site.shared.waiting import average_s, oldest_age_s


def checks_before(facts: SubmissionFacts) -> int:
    """How many checks end before the one of this submission begins, in the order in which turns are taken."""
    return Submission.objects.in_line().ahead_of(facts.pk, party=facts.party)


def check_seconds() -> float | None:
    """How long a check took lately, on average; None while none has ended."""
    ended = Submission.objects.filter(state=State.CHECKED, claimed_at__isnull=False).order_by("-pk")
    return average_s(ended, "claimed_at", "state_at")


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
