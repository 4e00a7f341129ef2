"""The tables of scoring: evaluations and their boards, and rehearsals of what is not published yet."""

from __future__ import annotations

from scoring.models.boards import BoardRevision, LeaderboardEntry, LeaderboardEntryQuerySet
from scoring.models.costs import BoardCosts, PriceTable
from scoring.models.evaluations import Evaluation, EvaluationQuerySet, TaskOutcome
from scoring.models.events import BoardEvent, BoardStandings
from scoring.models.integrity import (
    Appeal,
    BundlePair,
    BundlePrint,
    IntegrityFinding,
    IntegrityReview,
    PrintMark,
)
from scoring.models.receipts import Receipt, SigningKey
from scoring.models.rehearsals import (
    Rehearsal,
    RehearsalQuerySet,
    RehearsedEvaluation,
    RehearsedEvaluationQuerySet,
)
from scoring.models.shares import SCORE_COLUMNS, SHARE_COLUMNS, ShareField
from scoring.models.sheets import ScoreSheet

__all__ = [
    "SCORE_COLUMNS",
    "SHARE_COLUMNS",
    "Appeal",
    "BoardCosts",
    "BoardEvent",
    "BoardRevision",
    "BoardStandings",
    "BundlePair",
    "BundlePrint",
    "Evaluation",
    "EvaluationQuerySet",
    "IntegrityFinding",
    "IntegrityReview",
    "LeaderboardEntry",
    "LeaderboardEntryQuerySet",
    "PriceTable",
    "PrintMark",
    "Receipt",
    "Rehearsal",
    "RehearsalQuerySet",
    "RehearsedEvaluation",
    "RehearsedEvaluationQuerySet",
    "ScoreSheet",
    "ShareField",
    "SigningKey",
    "TaskOutcome",
]
