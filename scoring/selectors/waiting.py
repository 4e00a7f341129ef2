"""How long evaluations wait; for operators."""

from __future__ import annotations

from scoring.models import Evaluation
from trek_site.shared.waiting import oldest_age_s


def evaluation_waiting_s() -> float | None:
    """How long the oldest evaluation has waited for its end, in seconds; None when none waits."""
    return oldest_age_s(Evaluation.objects.unfinished(), "queued_at")
