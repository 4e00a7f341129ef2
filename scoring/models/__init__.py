"""The tables of scoring: evaluations and their boards, and what was rehearsed before anything is published."""

from __future__ import annotations

from scoring.models.evaluations import (
    SCORE_COLUMNS,
    SHARE_COLUMNS,
    BoardRevision,
    Evaluation,
    EvaluationQuerySet,
    LeaderboardEntry,
    LeaderboardEntryQuerySet,
    ShareField,
    TaskOutcome,
)

__all__ = [
    "SCORE_COLUMNS",
    "SHARE_COLUMNS",
    "BoardRevision",
    "Evaluation",
    "EvaluationQuerySet",
    "LeaderboardEntry",
    "LeaderboardEntryQuerySet",
    "ShareField",
    "TaskOutcome",
]
