"""Whether what a task looks like gives away that nothing answers it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

LEAK: Final = 0.10
"""A share of infeasible tasks may differ from the overall one by less than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What of a task shows at a glance."""

    trip_type: str
    entity_kind: str
    stay_count: int
    is_feasible: bool

    @property
    def traits(self) -> tuple[str, str, str]:
        """Trip type, kind of entity and number of cities, in words."""
        return (self.trip_type, self.entity_kind, f"{self.stay_count} stays")


@dataclass(frozen=True, slots=True, kw_only=True)
class Leak:
    """A trait whose tasks are infeasible more or less often than all are; shares in [0, 1]."""

    trait: str
    share: float
    overall: float


def leaks_of(looks: Sequence[Look]) -> Iterator[Leak]:
    """Traits that give the label away, in order of their first task."""
    overall = sum(not look.is_feasible for look in looks) / max(1, len(looks))
    groups: dict[str, list[bool]] = {}
    for look in looks:
        for trait in look.traits:
            groups.setdefault(trait, []).append(not look.is_feasible)
    for trait, members in groups.items():
        share = sum(members) / len(members)
        if abs(share - overall) >= LEAK:
            yield Leak(trait=trait, share=share, overall=overall)
