"""What is said to whoever has just published a submission."""

from __future__ import annotations

from typing import Final

from scoring.models import Evaluation, LeaderboardEntry
from scoring.selectors.statuses import evaluations_shown
from scoring.wording import UNRANKED
from submissions.selectors import Viewer, submission_for
from submissions.states import Visibility

_WITHOUT_SCORES: Final = "The entry is published; it appears on the public leaderboard once it is scored."


def publication_said(public_id: str, viewer: Viewer) -> str:
    """Where a published submission stands now: on the board or not yet, with a rank or not, named or not.

    Raises:
        NotFoundError: There is no such submission, or the viewer may not follow it.
    """
    facts = submission_for(public_id, viewer)
    evaluation = evaluations_shown(Evaluation.objects.filter(submission=facts.pk)).get(facts.pk)
    entry = None if evaluation is None else LeaderboardEntry.objects.filter(evaluation=evaluation.pk).first()
    if entry is None:
        return _WITHOUT_SCORES
    nameless = ", without names" if facts.visibility == Visibility.ANONYMOUS else ""
    why = UNRANKED[entry.unranked_reason]
    unranked = f", without a rank. {why}" if why else "."
    return f"The entry is on the public leaderboard{nameless}{unranked}"
