"""The tasks of a version in groups: by persona, cities, days, party, budget and cause of infeasibility."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from kb_browser.selectors import TaskFacts, VersionFacts, tasks_of
from scoring.engine.sheets import bits

VERSIONS_KEPT: Final = 8
BANDS: Final = ("lowest third", "middle third", "highest third")
NO_BUDGET: Final = "no budget stated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Some tasks of a version.

    Attributes:
        value: Names the group in addresses.
        label: On pages.
        tasks: As bits by position in the order of tasks.
    """

    value: str
    label: str
    tasks: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One way of grouping tasks. Groups may overlap (a task has several personas) and leave tasks out."""

    key: str
    label: str
    groups: Sequence[Group]

    def group(self, value: str) -> Group | None:
        """The group of that value."""
        return next((one for one in self.groups if one.value == value), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskGroups:
    """All tasks of a version.

    Attributes:
        indexes: `query_index` by position.
        feasible: The tasks that can be fulfilled.
        facets: By key.
    """

    indexes: Sequence[int]
    feasible: int
    facets: Mapping[str, Facet]

    @property
    def every(self) -> int:
        """All tasks."""
        return (1 << len(self.indexes)) - 1

    def named(self, name: str) -> int | None:
        """The tasks of a group by its name in addresses, such as ``days:3``; None where there is none."""
        key, _, value = name.partition(":")
        facet = self.facets.get(key)
        group = None if facet is None else facet.group(value)
        return None if group is None else group.tasks

    def names(self) -> Sequence[tuple[str, str]]:
        """Every group's name in addresses, and its label with that of its facet."""
        return [
            (group_name(facet, group), f"{facet.label}: {group.label}")
            for facet in self.facets.values()
            for group in facet.groups
        ]


def group_name(facet: Facet, group: Group) -> str:
    """What a group is called in addresses."""
    return f"{facet.key}:{group.value}"


def task_groups(version: VersionFacts) -> TaskGroups:
    """The tasks of a version in groups; made once for each release in each process."""
    return _made(version.pk, version.digest)


@lru_cache(maxsize=VERSIONS_KEPT)
def _made(version_id: int, digest: str) -> TaskGroups:  # noqa: ARG001  (A draft's tasks change with its digest.)
    tasks = sorted(tasks_of(version_id), key=lambda task: task.query_index)
    facets = [_facet(tasks, key, label, values) for key, label, values in _facets(tasks)]
    return TaskGroups(
        indexes=tuple(task.query_index for task in tasks),
        feasible=bits(task.is_feasible for task in tasks),
        facets=MappingProxyType({facet.key: facet for facet in facets}),
    )


_Values = Callable[[TaskFacts], Sequence[str]]


def _facets(tasks: Sequence[TaskFacts]) -> Sequence[tuple[str, str, _Values]]:
    band = _band_of(tasks)
    return (
        ("kind", "Feasible", lambda task: ["feasible" if task.is_feasible else "infeasible"]),
        ("persona", "Persona", lambda task: task.personas),
        ("cities", "Cities", lambda task: [str(len(task.cities))]),
        ("days", "Trip days", lambda task: [str(task.days)]),
        ("party", "Party", lambda task: [str(task.persons)]),
        ("budget", "Budget per person and day", lambda task: [band(task)]),
        (
            "cause",
            "Infeasible because of",
            lambda task: [task.infeasible_type] if task.infeasible_type else [],
        ),
    )


def _band_of(tasks: Sequence[TaskFacts]) -> Callable[[TaskFacts], str]:
    """Thirds of the version's own budgets, per person and day, so that bands are of one size."""
    stated = sorted(_daily(task) for task in tasks if task.budget)
    if not stated:
        return lambda _task: NO_BUDGET
    low, high = stated[len(stated) // 3], stated[2 * len(stated) // 3]

    def band(task: TaskFacts) -> str:
        if not task.budget:
            return NO_BUDGET
        daily = _daily(task)
        return BANDS[(daily >= low) + (daily >= high)]

    return band


def _daily(task: TaskFacts) -> float:
    return (task.budget or 0.0) / (max(task.persons, 1) * max(task.days, 1))


def _facet(tasks: Sequence[TaskFacts], key: str, label: str, values: _Values) -> Facet:
    found = [frozenset(values(task)) for task in tasks]
    names = sorted(frozenset().union(*found), key=_order) if found else []
    return Facet(
        key=key,
        label=label,
        groups=tuple(
            Group(value=name, label=name, tasks=bits(name in one for one in found)) for name in names
        ),
    )


def _order(name: str) -> tuple[int, int, str]:
    """Numbers by size, bands from low to high, everything else by name."""
    if name in BANDS:
        return 0, BANDS.index(name), name
    return (0, int(name), "") if name.isdecimal() else (1, 0, name)
