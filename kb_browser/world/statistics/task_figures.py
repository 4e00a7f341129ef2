"""Figures of the tasks and their gold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean, median

from kb_browser.release_checks.catalogue import catalogue_of
from kb_browser.release_checks.gold_answers import answers
from kb_browser.release_checks.gold_costs import bill_of_answer
from kb_browser.release_checks.release import Release
from kb_browser.release_checks.task_rows import TaskRow, task_rows
from kb_browser.release_checks.tasks import derived_type

Figures = Mapping[str, float]

_ALWAYS = 7
"""Party, budget, days; departure, arrivals, trip type; rooms."""


def figures(release: Release) -> Figures:
    """By key; nothing of a release without readable tasks."""
    tasks = task_rows(release)
    if not tasks:
        return {"tasks": 0}
    return {**_kinds(release, tasks), **_shapes(tasks), **_slack(release)}


def _kinds(release: Release, tasks: Sequence[TaskRow]) -> Figures:
    catalogue = catalogue_of(release)
    causes = Counter(derived_type(catalogue, task) for task in tasks)
    balances = Counter(task.balance for task in tasks)
    stays = Counter(len(task.stays) for task in tasks)
    personas = Counter(len(task.personas) for task in tasks)
    return {
        "tasks": len(tasks),
        "feasible": sum(task.is_feasible for task in tasks),
        "tight": balances["1.0"],
        "loose": balances["0.0"],
        **{cause: causes[cause] for cause in ("entity", "route", "budget")},
        **{f"stays_{count}": number for count, number in stays.items()},
        **{f"personas_{count}": number for count, number in personas.items()},
    }


def _shapes(tasks: Sequence[TaskRow]) -> Figures:
    constraints = list(map(_constraints, tasks))
    total = len(tasks)
    return {
        "personas_mean": fmean(len(task.personas) for task in tasks),
        "round": sum(task.trip_type == "round" for task in tasks) / total,
        "names_hotel": sum(task.hotel != "" for task in tasks) / total,
        "car": sum(task.seats is not None for task in tasks) / total,
        "constraints_mean": fmean(constraints),
        "constraints_least": min(constraints),
        "constraints_most": max(constraints),
    }


def _constraints(task: TaskRow) -> int:
    """What a task asks for, counted as the paper does."""
    named = (task.hotel != "") + len(task.attractions)
    return _ALWAYS + named + (task.seats is not None) + len(task.personas)


def _slack(release: Release) -> Figures:
    catalogue = catalogue_of(release)
    slack = [
        answer.task.budget / bill
        for answer in answers(release)
        if answer.task.budget is not None and (bill := bill_of_answer(catalogue, answer)) > 0
    ]
    if not slack:
        return {}
    return {
        "slack_mean": fmean(slack),
        "slack_median": median(slack),
        "slack_least": min(slack),
        "slack_most": max(slack),
    }
