"""B2: visits lie within opening hours and last long enough (0 to 1).

Source: official rules, section 9.8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scoring.engine.model import CheckOutcome, DimensionKey, Json, Verdict
from scoring.tracks.trek.attempt import Attempt, Visit, passed_if
from scoring.tracks.trek.dimensions.base import Check, Dimension, always
from scoring.tracks.trek.quoting import quoted
from scoring.tracks.trek.rows import Attraction
from scoring.tracks.trek.units import visit_hours

LONGEST_DEMANDED_MIN = 60.0
_SLACK_MIN = 1e-9
_VISIT = "trek.b2_opening_hours.visit_in_hours"
_ENOUGH = "trek.b2_opening_hours.visit_per_stay_city"


def visit_in_hours(attempt: Attempt) -> Iterator[CheckOutcome]:
    """A visit lies within opening hours and lasts at least the lesser of its length and an hour."""
    for visit in attempt.plan.attractions:
        known = attempt.visit(visit)
        row = known.row
        facts: dict[str, Json] = {
            "name": visit.shown, "city": visit.shown_city,
            "start": quoted(visit.fields.get("visit_start")), "end": quoted(visit.fields.get("visit_end")),
            "open_hours": row.open_hours if row is not None else None,
            "duration": row.duration if row is not None else None,
            "record": row.key if row is not None else None, "problem": _problem(known),
        }  # fmt: skip
        yield passed_if(facts["problem"] is None, _VISIT, visit.path, facts)


def _problem(visit: Visit) -> str | None:
    """What is wrong with a visit, None when nothing is; tested in the official order."""
    row, start, end, hours = visit
    if start is None:
        return "the visit has no readable start"
    if row is None or row.open_hours is None:
        return "no opening hours are known"
    if end is None or end <= start:
        return "the visit has no readable end after its start"
    if hours is None:
        return "the opening hours cannot be read"
    if start < hours[0] or end > hours[1]:
        return "the visit lies outside the opening hours"
    if end - start + _SLACK_MIN < least_visit_min(row):
        return "the visit is too short"
    return None


def least_visit_min(row: Attraction) -> float:
    """Minutes that a visit must last at least; 0 where the attraction states no length."""
    length = visit_hours(row.duration)
    return 0.0 if length is None else min(length * 60.0, LONGEST_DEMANDED_MIN)


def visit_per_stay_city(attempt: Attempt) -> Iterator[CheckOutcome]:
    """There are at least as many visits as stay cities; missing ones count as violations."""
    visits, cities = len(attempt.plan.attractions), len(attempt.facts.stay_cities)
    yield passed_if(visits >= max(1, cities), _ENOUGH, "", {"visits": visits, "cities": cities})


def _score(attempt: Attempt, outcomes: Sequence[CheckOutcome]) -> float:
    """Compliant visits over the larger of visits and stay cities; 0 without a visit."""
    visits = [outcome for outcome in outcomes if outcome.code == _VISIT]
    compliant = sum(1 for outcome in visits if outcome.verdict is Verdict.PASSED)
    enough = all(outcome.verdict is Verdict.PASSED for outcome in outcomes if outcome.code == _ENOUGH)
    due = len(visits) if enough else max(len(visits), len(attempt.facts.stay_cities), 1)
    return compliant / due if due else 1.0


_SECTION = "Executability; official rules 9.8"

DIMENSION = Dimension(
    key=DimensionKey("b2_opening_hours"),
    label="B2",
    summary="Every visit lies within opening hours and is long enough; each stay city has one.",
    paper=_SECTION,
    checks=(
        Check(
            code=_VISIT, title="The visit is within opening hours",
            message="{name} from {start} to {end}: {problem} ({open_hours}).",
            paper=_SECTION, run=visit_in_hours,
        ),
        Check(
            code=_ENOUGH, title="There is a visit for each stay city",
            message="{visits} visits for {cities} stay cities.", paper=_SECTION, run=visit_per_stay_city,
        ),
    ),
    applies=always,
    score=_score,
)  # fmt: skip
