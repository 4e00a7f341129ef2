"""The board that an analysis looks at, and its ranked entries."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet

from kb_browser.selectors import VersionFacts, dataset_versions
from scoring.analysis_filters import AnalysisFilters
from scoring.links import entry_url
from scoring.models import BoardRevision, LeaderboardEntry
from scoring.pages.analysis import Entrant, Frame
from scoring.pages.parts import Choice
from scoring.selectors.boards import version_asked
from scoring.selectors.entries import carried_to
from scoring.tracks import DEFAULT, TRACKS
from submissions.selectors import Viewer, is_own
from submissions.showing import identity_of
from submissions.states import Visibility
from trek_site.shared.errors import NotFoundError

_SUBMISSION = "evaluation__submission__"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenBoard:
    """One board as one reader sees it.

    Attributes:
        pk: Of its revision row; None for a board that never had a row.
        version: The dataset version.
        evaluator_version: Whose scores.
        frame: What the page says about it.
    """

    pk: int | None
    version: VersionFacts
    evaluator_version: str
    frame: Frame

    @property
    def key(self) -> tuple[object, ...]:
        """Changes with everything that every visitor sees of the board."""
        return (self.version.digest, self.evaluator_version, self.frame.revision, self.frame.as_of)

    def ranked(self, viewer: Viewer) -> QuerySet[LeaderboardEntry]:
        """The ranked entries by rank, with what `entrant_of` needs of them."""
        every = LeaderboardEntry.objects.filter(
            dataset_version=self.version.pk, evaluator_version=self.evaluator_version
        )
        equals = every.order_by().filter(rank=OuterRef("rank")).exclude(pk=OuterRef("pk"))
        return (
            every.visible_to(viewer)
            .filter(rank__isnull=False)
            .annotate(
                is_shared=Exists(equals),
                is_own=is_own(viewer, _SUBMISSION),
                version_name=F("dataset_version__name"),
                own_version_name=F(f"{_SUBMISSION}dataset_version__name"),
            )
            .select_related("evaluation__submission")
            .order_by("rank", "pk")
        )

    def etag(self, query: str, viewer: Viewer, *more: object) -> str:
        """Names what one reader gets under a query."""
        reader = None if viewer is None else viewer.pk
        shown = (self.key, self.frame.ranked_count, query, reader, more)
        return hashlib.sha256(repr(shown).encode()).hexdigest()[:32]


def seen_board(filters: AnalysisFilters, *, track: str) -> SeenBoard | None:
    """The board that is asked for; None while no dataset version is published.

    Raises:
        NotFoundError: No such track or evaluator is known here, or no such version is published.
    """
    if track not in {known.slug for known in TRACKS}:
        raise NotFoundError("There is no such track.")
    versions = dataset_versions(track)
    version = version_asked(versions, filters.version)
    if version is None:
        return None
    boards = {row.evaluator_version: row for row in BoardRevision.objects.filter(dataset_version=version.pk)}
    evaluator_version = filters.evaluator or DEFAULT
    board = boards.get(evaluator_version)
    if board is None and evaluator_version != DEFAULT:
        raise NotFoundError("No such evaluator has scored this version.")
    ranked = LeaderboardEntry.objects.filter(
        dataset_version=version.pk, evaluator_version=evaluator_version, rank__isnull=False
    )
    frame = Frame(
        track=track,
        version_name=version.name,
        task_count=version.task_count,
        evaluator_version=evaluator_version,
        revision=0 if board is None else board.revision,
        as_of=None if board is None else board.changed_at,
        ranked_count=ranked.count(),
        versions=[_version(one, versions, version, filters) for one in versions],
        evaluators=[_evaluator(one, evaluator_version, filters) for one in sorted({DEFAULT, *boards})],
    )
    return SeenBoard(
        pk=None if board is None else board.pk,
        version=version,
        evaluator_version=evaluator_version,
        frame=frame,
    )


def _version(
    version: VersionFacts, versions: Sequence[VersionFacts], selected: VersionFacts, filters: AnalysisFilters
) -> Choice:
    is_current = version == versions[0]
    value = "" if is_current else version.name
    return Choice(
        value=value,
        label=f"{version.name} (current)" if is_current else version.name,
        query=filters.query(version=value, evaluator=""),
        is_selected=version == selected,
    )


def _evaluator(version: str, selected: str, filters: AnalysisFilters) -> Choice:
    return Choice(
        value=version,
        label=version,
        query=filters.query(evaluator=evaluator_asked(version)),
        is_selected=version == selected,
    )


def entrant_of(entry: Any) -> Entrant:
    """Who an entry of `SeenBoard.ranked` is about."""
    submission = entry.evaluation.submission
    identity = identity_of(submission, is_own=entry.is_own)
    return Entrant(
        rank=entry.rank,
        is_shared_rank=entry.is_shared,
        public_id=submission.public_id,
        display_name=identity.display_name,
        organisation=identity.organisation,
        model_name=identity.model_name,
        division=submission.division,
        open_weights=submission.open_weights,
        is_mine=entry.is_own,
        is_anonymous=submission.visibility == Visibility.ANONYMOUS,
        url=entry_url(submission.public_id, carried_to(entry), evaluator_asked(entry.evaluator_version)),
    )


def evaluator_asked(version: str) -> str:
    """What a link has to name for the scores of that evaluator."""
    return "" if version == DEFAULT else version
