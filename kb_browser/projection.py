"""Tasks of a release as rows for browsing: a projection that can be made again from the files at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kb_browser.models import Task
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.refusal import true_cause
from scoring.tracks.trek.task import Task as TrekTask


def task_rows(dataset: TrekDataset, version_id: int) -> Sequence[Task]:
    """One unsaved row per task, in task order."""
    return [_task_row(dataset, task, version_id) for task in dataset.tasks]


def counts_of(dataset: TrekDataset) -> Mapping[str, int]:
    """The figures that are shown beside a version's name."""
    infeasible = sum(task.is_impossible for task in dataset.tasks)
    rows = dataset.rows
    return {
        "feasible": len(dataset.tasks) - infeasible,
        "infeasible": infeasible,
        "flights": len(rows.flights),
        "hotels": sum(len(file.rows) for file in rows.hotels),
        "attractions": sum(len(file.rows) for file in rows.attractions),
        "cars": sum(len(file.rows) for file in rows.cars),
    }


def _task_row(dataset: TrekDataset, task: TrekTask, version_id: int) -> Task:
    cause = ""
    if task.is_impossible:
        cause = true_cause(dataset.kb, dataset.facts[task.query_index])[0].value
    return Task(
        dataset_version_id=version_id,
        query_index=task.query_index,
        query=task.query,
        is_feasible=not task.is_impossible,
        infeasible_type=cause,
        cities=[str(city) for city in task.expected_cities if city],
        departure=str(task.departure or "")[:128],
        trip_type=task.trip_type[:20],
        days=task.days,
        persons=task.persons,
        # The release writes 0 where the request names no budget.
        budget=task.budget or None,
        personas=[str(persona) for persona in task.personas],
    )
