"""What the API says, member by member, from the same values as the pages; figures unrounded, shares 0..1."""

from __future__ import annotations

from scoring.serializers.board import BoardSerializer
from scoring.serializers.board_log import BoardLogSerializer, BoardRunsSerializer
from scoring.serializers.comparison import SIDE_KINDS, SPLIT_STATES, ComparisonSerializer
from scoring.serializers.entry import EntrySerializer, TaskResultListSerializer
from scoring.serializers.integrity import AppealSerializer, IntegritySerializer
from scoring.serializers.receipt import EvaluationReceiptSerializer
from scoring.serializers.shapes import VERDICT_STATES
from scoring.serializers.submission import (
    STEP_STATES,
    PublicationSerializer,
    ReportSerializer,
    SubmissionListSerializer,
    SubmissionStatusSerializer,
    WithdrawalSerializer,
)
from scoring.serializers.task import CHECK_STATES, EVIDENCE_KINDS, TaskPageSerializer

__all__ = [
    "CHECK_STATES",
    "EVIDENCE_KINDS",
    "SIDE_KINDS",
    "SPLIT_STATES",
    "STEP_STATES",
    "VERDICT_STATES",
    "AppealSerializer",
    "BoardLogSerializer",
    "BoardRunsSerializer",
    "BoardSerializer",
    "ComparisonSerializer",
    "EntrySerializer",
    "EvaluationReceiptSerializer",
    "IntegritySerializer",
    "PublicationSerializer",
    "ReportSerializer",
    "SubmissionListSerializer",
    "SubmissionStatusSerializer",
    "TaskPageSerializer",
    "TaskResultListSerializer",
    "WithdrawalSerializer",
]
