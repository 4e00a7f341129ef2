"""How long evaluations wait, and what comes before them."""

from __future__ import annotations

from scoring.models import Evaluation
from submissions.selectors import SubmissionFacts
from trek_site.shared.waiting import average_s, oldest_age_s


def evaluations_before(facts: SubmissionFacts, evaluation: Evaluation | None) -> int:
    """How many evaluations end before that of a submission begins, in the order in which turns are taken.

    Args:
        facts: The submission.
        evaluation: None for one that is about to be queued.
    """
    pk = None if evaluation is None else evaluation.pk
    return Evaluation.objects.in_line().ahead_of(pk, party=facts.party)


def evaluation_seconds() -> float | None:
    """How long an evaluation took lately, on average; None while none has ended."""
    ended = Evaluation.objects.filter(started_at__isnull=False, finished_at__isnull=False).order_by("-pk")
    return average_s(ended, "started_at", "finished_at")


def evaluation_waiting_s() -> float | None:
    """How long the oldest evaluation has waited for its end, in seconds; None when none waits."""
    return oldest_age_s(Evaluation.objects.unfinished(), "queued_at")
