"""What an entry's badge says."""

from __future__ import annotations

from scoring.columns import COLUMN_OF
from scoring.engine import display
from scoring.models import LeaderboardEntry
from scoring.pages.badge import Badge
from scoring.selectors.entries import entry_row
from scoring.selectors.figures import figure_text

_FIGURE = COLUMN_OF["tp_feasible"]


def badge_of(public_id: str) -> Badge:
    """The badge of an entry that everybody may read; the same for every reader.

    Raises:
        NotFoundError: There is none, or it is not public.
    """
    entry = entry_row(public_id, None)
    board = LeaderboardEntry.objects.filter(
        dataset_version=entry.dataset_version_id, evaluator_version=entry.evaluator_version
    )
    ranked = board.filter(rank__isnull=False).count()
    score = figure_text(_FIGURE, getattr(entry, _FIGURE.key))
    place = "not ranked"
    if entry.rank is not None:
        place = f"rank {display.count(entry.rank)} of {display.count(ranked)}"
    facts = entry.dataset_version
    return Badge(
        benchmark=facts.track.upper(),
        score_text=score,
        place_text=place,
        title=f"{facts.track.upper()} on {facts.name}, evaluator {entry.evaluator_version}: "
        f"{_FIGURE.label} {score}, {place}",
    )
