"""The evaluator's view of a task being drawn: what its plan costs, what its gold scores, why none exists."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from kb_browser.columns import TASK_ORDER
from kb_browser.world.atlas import Atlas
from kb_browser.world.gold import gold_record, plan_days, task_cells
from kb_browser.world.layout import csv_bytes
from kb_browser.world.trips import Plan, Request, TaskClass, Trip
from scoring.engine.model import TaskId
from scoring.tracks import TREK
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.bill import bill_of
from scoring.tracks.trek.dataset import QUERIES, TrekDataset, read_dataset
from scoring.tracks.trek.plan import read_plan
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.refusal import true_cause
from scoring.tracks.trek.task import Task, facts_of

_ONLY = TaskId(0)

Structure = Mapping[str, object]


class Examiner:
    """Asks the evaluator itself, over the very bytes that the release will have.

    Args:
        atlas: The world.
        files: Its files by path; tasks and gold may be missing.
    """

    def __init__(self, atlas: Atlas, files: Mapping[str, bytes]) -> None:
        self._atlas = atlas
        known = read_dataset({**files, QUERIES: csv_bytes(TASK_ORDER, ())})
        self._kb, self._rows = known.kb, known.rows

    def bill(self, trip: Trip, plan: Plan) -> float:
        """What the evaluator bills for a plan, in dollars."""
        asked = Request(trip=trip, task_class=TaskClass.LOOSE, budget=1, query="", plan=plan, floor=0.0)
        task = _task(asked)
        attempt = Attempt(kb=self._kb, task=task, facts=facts_of(task), plan=read_plan(plan_days(plan)))
        return bill_of(attempt).total

    def confirms(self, request: Request) -> bool:
        """Whether the request is what its class says, and its gold perfect.

        A feasible one has no gate fired and 1.0 in every dimension; an infeasible one has the cause that
        the evaluator derives.
        """
        task = _task(request)
        facts = facts_of(task)
        if not request.task_class.is_feasible:
            cause, _ = true_cause(self._kb, facts)
            if cause.value != request.task_class.value:
                return False
        dataset = TrekDataset(tasks=(task,), facts=(facts,), kb=self._kb, rows=self._rows)
        answer = {**gold_record(self._atlas, request), "submitted": True, "tool_call_count": 1}
        return TREK.evaluate(dataset, _ONLY, TrekRecord.from_object(answer)).is_perfect


def _task(request: Request) -> Task:
    """The task as the evaluator reads it from its row."""
    trip, cells = request.trip, task_cells(request)
    return Task(
        query_index=_ONLY,
        query=request.query,
        personas=trip.personas,
        persons=trip.persons,
        budget=float(request.budget),
        days=trip.days,
        rooms=trip.rooms,
        flight=cast("Structure", cells["req_flight"]),
        car=cast("Structure", cells["req_car"]),
        hotel=cast("Structure", cells["req_hotel"]),
        attraction=cast("Structure", cells["req_attraction"]),
        cities_count=len(trip.stays),
        is_impossible=not request.task_class.is_feasible,
    )
