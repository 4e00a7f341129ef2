"""All rules over one release: every breach at once, errors apart from notes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb_browser.release_checks import (
    attractions,
    cars,
    cells,
    files,
    flights,
    gold,
    gold_costs,
    hotels,
    places,
    tasks,
)
from kb_browser.release_checks.release import Release
from kb_browser.release_checks.rule import Rule, Scope
from scoring.engine.errors import DatasetFault

RULES: tuple[Rule, ...] = (
    *files.RULES,
    *cells.RULES,
    *flights.RULES,
    *hotels.RULES,
    *attractions.RULES,
    *cars.RULES,
    *places.RULES,
    *tasks.RULES,
    *gold.RULES,
    *gold_costs.RULES,
)
"""In the order of the list of invariants, by subject."""

_OWN_PROFILES = ("small", "full")
_FULL_PROFILE = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """What the rules found, in the order of rules, files and rows.

    Attributes:
        errors: The release must not be used.
        notes: It differs from what our own releases promise; scoring means the same.
    """

    errors: Sequence[DatasetFault]
    notes: Sequence[DatasetFault]


def check_release(release: Release) -> Findings:
    """Apply every rule that the release's profile asks for."""
    errors = list(release.faults)
    notes: list[DatasetFault] = []
    for rule in RULES:
        if rule.scope is Scope.FULL and release.manifest.profile != _FULL_PROFILE:
            continue
        is_error = rule.scope is Scope.SCORING or release.manifest.profile in _OWN_PROFILES
        found = errors if is_error else notes
        found.extend(
            DatasetFault(file=flaw.file, row=flaw.row, rule=rule.name, detail=flaw.detail)
            for flaw in rule.find(release)
        )
    return Findings(errors=errors, notes=notes)
