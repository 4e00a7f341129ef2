"""Why a task got the verdicts it got, as values: made by the evaluator's own functions, never beside them."""

from __future__ import annotations

from scoring.tracks.trek.evidence.bill import BillEvidence, BillRow, Factor
from scoring.tracks.trek.evidence.cause import CauseReading
from scoring.tracks.trek.evidence.checklist import Checklist, ChecklistItem
from scoring.tracks.trek.evidence.collecting import Evidence, evidence_of
from scoring.tracks.trek.evidence.listing import Listing
from scoring.tracks.trek.evidence.marking import Piece
from scoring.tracks.trek.evidence.personas import PersonaCell, PersonaMatrix, PersonaRow
from scoring.tracks.trek.evidence.records import RecordEvidence, RecordRow
from scoring.tracks.trek.evidence.request import request_pieces
from scoring.tracks.trek.evidence.route import Point, Route, RouteLeg, RouteStop
from scoring.tracks.trek.evidence.timeline import Timeline, TimelineDay, TimelineEvent
from scoring.tracks.trek.evidence.transitions import TransitionEvidence, TransitionRow
from scoring.tracks.trek.evidence.visits import VisitEvidence, VisitRow

__all__ = [
    "BillEvidence",
    "BillRow",
    "CauseReading",
    "Checklist",
    "ChecklistItem",
    "Evidence",
    "Factor",
    "Listing",
    "PersonaCell",
    "PersonaMatrix",
    "PersonaRow",
    "Piece",
    "Point",
    "RecordEvidence",
    "RecordRow",
    "Route",
    "RouteLeg",
    "RouteStop",
    "Timeline",
    "TimelineDay",
    "TimelineEvent",
    "TransitionEvidence",
    "TransitionRow",
    "VisitEvidence",
    "VisitRow",
    "evidence_of",
    "request_pieces",
]
