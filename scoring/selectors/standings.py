"""Where else an entry stands: the boards of other dataset versions and of other evaluators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.columns import COLUMN_OF
from scoring.engine import display
from scoring.links import board_url, entry_url
from scoring.models import LeaderboardEntry
from scoring.pages.standing import StandingLine
from scoring.selectors.figures import figure_text
from scoring.selectors.preferred import first_of_each
from submissions.selectors import Viewer


def standings_of(entry: LeaderboardEntry, viewer: Viewer) -> Sequence[StandingLine]:
    """Every entry of the same submission that the viewer may see, newest version first.

    Empty when there is none but the given one, since there is nothing to choose from then.
    """
    rows = LeaderboardEntry.objects.visible_to(viewer).filter(
        evaluation__submission=entry.evaluation.submission_id
    )
    found = list(
        rows.select_related("dataset_version", "evaluation__submission").order_by(
            "-dataset_version_id", "-pk"
        )
    )
    shown = _shown_by_version(found)
    return [_line(row, entry, leads_here=row.pk in shown) for row in found] if len(found) > 1 else []


def _shown_by_version(entries: Iterable[LeaderboardEntry]) -> set[int]:
    """The entries that an entry's page shows: the default evaluator's, else the newest, of each version."""
    shown = first_of_each(entries, lambda entry: entry.dataset_version_id)
    return {entry.pk for entry in shown.values()}


def _line(row: LeaderboardEntry, current: LeaderboardEntry, *, leads_here: bool) -> StandingLine:
    version = row.dataset_version.name
    page = entry_url(row.evaluation.submission.public_id, version)
    return StandingLine(
        version_name=version,
        evaluator_version=row.evaluator_version,
        rank_text=display.count(row.rank),
        overall_text=figure_text(COLUMN_OF["overall"], row.overall),
        is_shown=row.pk == current.pk,
        entry_url=page if leads_here else "",
        board_url=board_url(version, row.evaluator_version),
    )
