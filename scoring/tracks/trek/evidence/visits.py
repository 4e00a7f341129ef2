"""B2 as visits against opening hours and the least stay."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.dimensions.b2_opening_hours import LONGEST_DEMANDED_MIN
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.evidence.reading import text_of, whole_of
from scoring.tracks.trek.units import minutes, opening_hours, visit_hours

VISIT: Final = "trek.b2_opening_hours.visit_in_hours"
_ENOUGH: Final = "trek.b2_opening_hours.visit_per_stay_city"


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitRow:
    """One visit; times in minutes after midnight, None where they cannot be read.

    Attributes:
        stay_min: From start to end.
        least_min: The least stay that is asked for; None when the knowledge base states no length.
        problem: What is wrong, None when nothing is.
    """

    path: str
    name: Json
    city: Json
    start_min: int | None
    end_min: int | None
    opens_min: int | None
    closes_min: int | None
    open_hours: str | None
    duration: str | None
    stay_min: int | None
    least_min: float | None
    record: str | None
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitEvidence:
    """All visits, and whether there are as many as stay cities."""

    visits: Listing[VisitRow]
    count: int
    compliant: int
    cities: int

    @property
    def is_met(self) -> bool:
        """Whether every visit complies and there are enough of them."""
        return self.compliant == self.count and self.count >= max(1, self.cities)


def visit_evidence(outcomes: Iterable[CheckOutcome]) -> VisitEvidence | None:
    """From the outcomes of B2; None where it has none."""
    visits: list[CheckOutcome] = []
    enough: CheckOutcome | None = None
    for outcome in outcomes:
        if outcome.code == VISIT:
            visits.append(outcome)
        elif outcome.code == _ENOUGH:
            enough = outcome
    if enough is None:
        return None
    return VisitEvidence(
        visits=listed(map(_row, visits)),
        count=len(visits),
        compliant=sum(1 for outcome in visits if outcome.verdict is Verdict.PASSED),
        cities=whole_of(enough.facts["cities"]) or 0,
    )


def _row(outcome: CheckOutcome) -> VisitRow:
    facts = outcome.facts
    start, end = minutes(facts["start"]), minutes(facts["end"])
    opens, closes = opening_hours(facts["open_hours"]) or (None, None)
    hours = visit_hours(text_of(facts["duration"]))
    return VisitRow(
        path=outcome.path,
        name=facts["name"],
        city=facts["city"],
        start_min=start,
        end_min=end,
        opens_min=opens,
        closes_min=closes,
        open_hours=text_of(facts["open_hours"]),
        duration=text_of(facts["duration"]),
        stay_min=None if start is None or end is None else end - start,
        least_min=None if hours is None else min(hours * 60.0, LONGEST_DEMANDED_MIN),
        record=text_of(facts["record"]),
        problem=text_of(facts["problem"]),
    )
