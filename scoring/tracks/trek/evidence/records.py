"""D0-src as a list: what the plan states of each booking beside what the knowledge base says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.attempt import Attempt
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.evidence.reading import text_of
from scoring.tracks.trek.quoting import quoted

_PREFIX: Final = "trek.d0_source."
_NOTHING: Final = f"{_PREFIX}something_checkable"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordRow:
    """One booking.

    Attributes:
        kind: ``flight``, ``hotel``, ``attraction`` or ``car``.
        stated: What the plan says of it: its city, or a flight's route and times.
        known: What the knowledge base says of it; "" for an unknown one.
    """

    kind: str
    name: Json
    stated: str
    known: str
    record: str | None
    path: str
    is_met: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEvidence:
    """All bookings; a plan that books nothing that can be checked scores nothing."""

    bookings: Listing[RecordRow]
    count: int
    verified: int
    is_checkable: bool

    @property
    def is_met(self) -> bool:
        """Whether every booking exists as stated, and there is one."""
        return self.is_checkable and self.verified == self.count


def record_evidence(attempt: Attempt, outcomes: Iterable[CheckOutcome]) -> RecordEvidence | None:
    """From the outcomes of D0-src; None where it has none."""
    items: list[CheckOutcome] = []
    checkable: CheckOutcome | None = None
    for outcome in outcomes:
        if outcome.code == _NOTHING:
            checkable = outcome
        elif outcome.code.startswith(_PREFIX):
            items.append(outcome)
    if checkable is None:
        return None
    flights = {flight.path: flight.fields for flight in attempt.plan.flights}
    return RecordEvidence(
        bookings=listed(_row(outcome, flights) for outcome in items),
        count=len(items),
        verified=sum(1 for outcome in items if outcome.verdict is Verdict.PASSED),
        is_checkable=checkable.verdict is Verdict.PASSED,
    )


def records_by_path(outcomes: Iterable[CheckOutcome]) -> Mapping[str, str]:
    """The record of each verified booking by its place in the plan."""
    return {
        outcome.path: record
        for outcome in outcomes
        if outcome.code.startswith(_PREFIX) and (record := text_of(outcome.facts.get("record"))) is not None
    }


def _row(outcome: CheckOutcome, flights: Mapping[str, Mapping[str, object]]) -> RecordRow:
    facts = outcome.facts
    kind = outcome.code.removeprefix(_PREFIX).removesuffix("_verified")
    if kind == "flight":
        fields = flights[outcome.path]
        stated = _route(*(quoted(fields.get(key)) for key in _FLIGHT_FIELDS))
        known = _route(facts["from"], facts["to"], facts["departs"], facts["arrives"])
    else:
        stated = _or_dash(facts["city"])
        known = stated if outcome.verdict is Verdict.PASSED else ""
    return RecordRow(
        kind=kind,
        name=facts["flight"] if kind == "flight" else facts["name"],
        stated=stated,
        known=known if facts["record"] is not None else "",
        record=text_of(facts["record"]),
        path=outcome.path,
        is_met=outcome.verdict is Verdict.PASSED,
    )


_FLIGHT_FIELDS: Final = ("departure_city", "arrival_city", "departure_time", "arrival_time")


def _route(start: Json, end: Json, departs: Json, arrives: Json) -> str:
    return f"{_or_dash(start)} to {_or_dash(end)}, {_or_dash(departs)}–{_or_dash(arrives)}"


def _or_dash(fact: Json) -> str:
    return "–" if fact is None or fact == "" else str(fact)
