"""The doors for programs: boards, entries, task results, and how a submission fares."""

from __future__ import annotations

from scoring.api.analysis import BoardCost, BoardFailures, BoardRobustness
from scoring.api.board_log import BoardLog, BoardRuns
from scoring.api.boards import Board, Entry, TaskResult, TaskResultList
from scoring.api.comparisons import Comparison
from scoring.api.integrity import SubmissionAppeal, SubmissionIntegrity
from scoring.api.receipts import EntryReceipt
from scoring.api.submissions import (
    MySubmissionList,
    SubmissionCancel,
    SubmissionConfirm,
    SubmissionPublish,
    SubmissionReport,
    SubmissionStatus,
    SubmissionWithdraw,
)

__all__ = [
    "Board",
    "BoardCost",
    "BoardFailures",
    "BoardLog",
    "BoardRobustness",
    "BoardRuns",
    "Comparison",
    "Entry",
    "EntryReceipt",
    "MySubmissionList",
    "SubmissionAppeal",
    "SubmissionCancel",
    "SubmissionConfirm",
    "SubmissionIntegrity",
    "SubmissionPublish",
    "SubmissionReport",
    "SubmissionStatus",
    "SubmissionWithdraw",
    "TaskResult",
    "TaskResultList",
]
