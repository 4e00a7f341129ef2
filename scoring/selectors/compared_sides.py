"""Who may stand on either side of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kb_browser.selectors import dataset_versions
from scoring.comparison_filters import GOLD, ComparisonFilters
from scoring.links import entry_url
from scoring.models import LeaderboardEntry
from scoring.pages.comparison import Side
from scoring.selectors.entries import carried_to, entry_row
from scoring.tracks import DEFAULT
from submissions.selectors import Viewer, moderates
from submissions.showing import identity_of

OFFERED: Final = 100
GOLD_SIDE: Final = Side(
    key=GOLD, name="Gold plans", model_name="", organisation="", url="", rank=None, is_gold=True
)


def row_of(key: str, filters: ComparisonFilters, viewer: Viewer, *, version: str = "") -> LeaderboardEntry:
    """An entry that is compared, with what `entry_row` adds.

    Raises:
        NotFoundError: There is none, or the viewer may not know of it.
    """
    return entry_row(key, viewer, version=version or filters.version, evaluator_version=filters.evaluator)


def side_of(row: Any, viewer: Viewer) -> Side:
    """An entry as one of the two, by the names that the viewer may know."""
    submission = row.evaluation.submission
    identity = identity_of(submission, is_own=row.is_own, is_staff=moderates(viewer))
    shown = "" if row.evaluator_version == DEFAULT else row.evaluator_version
    return Side(
        key=submission.public_id,
        name=identity.display_name,
        model_name=identity.model_name,
        organisation=identity.organisation,
        url=entry_url(submission.public_id, carried_to(row), shown),
        rank=row.rank,
    )


def offered(filters: ComparisonFilters) -> Sequence[tuple[str, str]]:
    """Ranked entries of the board in question; what holds a rank is public."""
    versions = [line for line in dataset_versions() if not filters.version or line.name == filters.version]
    if not versions:
        return ()
    rows = (
        LeaderboardEntry.objects.filter(
            dataset_version=versions[0].pk,
            evaluator_version=filters.evaluator or DEFAULT,
            rank__isnull=False,
        )
        .select_related("evaluation__submission")
        .order_by("rank", "pk")[:OFFERED]
    )
    return [
        (row.evaluation.submission.public_id, f"{row.rank}. {identity.display_name}")
        for row in rows
        for identity in [identity_of(row.evaluation.submission)]
    ]
