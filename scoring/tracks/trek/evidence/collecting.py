"""All evidence about one answer: the evaluator is run, and what it found is laid out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.model import DimensionKey, TaskId, TaskResult
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.dimensions import (
    b2_opening_hours,
    b3_spatiotemporal,
    d0_keyword,
    d0_source,
    d1_implicit,
    d3_budget,
    d4_impossible,
)
from scoring.tracks.trek.dimensions.base import Dimension
from scoring.tracks.trek.evidence.bill import BillEvidence, bill_evidence
from scoring.tracks.trek.evidence.cause import CauseReading, cause_reading
from scoring.tracks.trek.evidence.checklist import Checklist, checklist
from scoring.tracks.trek.evidence.personas import PersonaMatrix, persona_matrix
from scoring.tracks.trek.evidence.records import RecordEvidence, record_evidence, records_by_path
from scoring.tracks.trek.evidence.route import Route, route_of
from scoring.tracks.trek.evidence.timeline import Timeline, timeline_of
from scoring.tracks.trek.evidence.transitions import TransitionEvidence, transition_evidence
from scoring.tracks.trek.evidence.visits import VisitEvidence, visit_evidence
from scoring.tracks.trek.record import TrekRecord, answer_of
from scoring.tracks.trek.verdict import attempt_of, evaluate


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What the verdicts about one answer rest on; a part is None where the evaluator did not look.

    Attributes:
        result: The evaluator's own, made from the same record at the same time.
    """

    result: TaskResult
    checklist: Checklist | None = None
    records: RecordEvidence | None = None
    personas: PersonaMatrix | None = None
    bill: BillEvidence | None = None
    cause: CauseReading | None = None
    visits: VisitEvidence | None = None
    transitions: TransitionEvidence | None = None
    timeline: Timeline | None = None
    route: Route | None = None

    @property
    def verdicts(self) -> Mapping[DimensionKey, bool]:
        """Whether each dimension with evidence is met, as its evidence says it."""
        parts = (
            (d0_keyword.DIMENSION, self.checklist),
            (d0_source.DIMENSION, self.records),
            (d1_implicit.DIMENSION, self.personas),
            (d3_budget.DIMENSION, self.bill),
            (d4_impossible.DIMENSION, self.cause),
            (b2_opening_hours.DIMENSION, self.visits),
            (b3_spatiotemporal.DIMENSION, self.transitions),
        )
        met = {dimension.key: part.is_met for dimension, part in parts if part is not None}
        return {key: is_met for key, is_met in met.items() if is_met is not None}


def evidence_of(
    dataset: TrekDataset, dimensions: Sequence[Dimension], task_id: TaskId, record: TrekRecord | None
) -> Evidence:
    """Evaluate a record and lay out what was found; total over every record.

    Args:
        dataset: The release.
        dimensions: Those of the edition, in official order.
        task_id: Row position of the task.
        record: What was submitted for it; None for a task nobody answered.
    """
    result = evaluate(dataset, dimensions, task_id, record)
    if record is None or result.run["unscorable"]:
        return Evidence(result=result)
    answer = answer_of(record)
    attempt, outcomes = attempt_of(dataset, dataset.tasks[task_id], answer, record), result.outcomes
    has_bill = any(outcome.code.startswith(_BILL) for outcome in outcomes)
    return Evidence(
        result=result,
        checklist=checklist(outcomes, records_by_path(outcomes)),
        records=record_evidence(attempt, outcomes),
        personas=persona_matrix(outcomes),
        bill=bill_evidence(attempt) if has_bill else None,
        cause=cause_reading(answer.reason, outcomes),
        visits=visit_evidence(outcomes),
        transitions=transition_evidence(outcomes),
        timeline=timeline_of(attempt, outcomes) if answer.claims_feasible else None,
        route=route_of(attempt) if answer.claims_feasible else None,
    )


_BILL = "trek.d3_budget."
