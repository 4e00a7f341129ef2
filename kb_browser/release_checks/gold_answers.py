"""The feasible gold records beside their tasks, taken apart into days and bookings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kb_browser.release_checks.release import Release
from kb_browser.release_checks.task_rows import TaskRow, task_rows

Day = Mapping[str, object]
Entry = Mapping[str, object]


def entries_of(days: Sequence[Day], member: str) -> Iterator[Entry]:
    """All flights or attractions, or each day's hotel or car, in order of days."""
    for day in days:
        value = day.get(member)
        found = value if isinstance(value, list) else [value]
        yield from (entry for entry in found if isinstance(entry, dict))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One feasible gold record: its line from 1, its task, and its days in order."""

    line: int
    task: TaskRow
    days: Sequence[Day]

    def entries(self, member: str) -> Iterator[Entry]:
        """The bookings of one kind over the whole trip."""
        return entries_of(self.days, member)


def answers(release: Release) -> Iterator[Answer]:
    """The feasible gold records with a plan; whatever else is wrong with a line is rule 34's."""
    for task in task_rows(release):
        if not task.is_feasible or task.row > len(release.gold):
            continue
        line, record = release.gold[task.row - 1]
        plan = record.get("plan")
        if isinstance(plan, dict):
            days = [plan.get(f"day{day}") for day in range(1, len(plan) + 1)]
            yield Answer(line=line, task=task, days=[day if isinstance(day, dict) else {} for day in days])
