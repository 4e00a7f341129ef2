"""B3 as transitions: how long there is between two events of a day, how long it takes, and how far it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Json, Verdict
from scoring.tracks.trek.evidence.listing import Listing, listed
from scoring.tracks.trek.evidence.reading import number_of, text_of, whole_of
from scoring.tracks.trek.units import is_by_air

TRANSITION: Final = "trek.b3_spatiotemporal.transition_possible"
_UNTIMED: Final = "trek.b3_spatiotemporal.event_timed"
_MEASURED: Final = "trek.b3_spatiotemporal.something_to_measure"

BY_GROUND: Final = "ground"
BY_AIR: Final = "air"


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionRow:
    """From one event to the next, or an event without a time, which is a violation of its own.

    Attributes:
        day: Key of the day as submitted.
        path: Pointer to the second event.
        ends_min, starts_min: Minutes after midnight.
        gap_min: What there is; negative where the events overlap.
        required_min: What it takes at least; None where a place or an end is unknown.
        mode: ``ground`` or ``air``, whichever takes less; "" where the distance is unknown.
        problem: What is wrong, None when nothing is.
    """

    day: str
    path: str
    start_name: Json
    start_kind: str
    name: Json
    kind: str
    ends_min: int | None
    starts_min: int | None
    gap_min: int | None
    required_min: int | None
    distance_km: float | None
    mode: str
    problem: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionEvidence:
    """All transitions; a plan without any scores nothing."""

    transitions: Listing[TransitionRow]
    count: int
    violations: int
    is_measured: bool

    @property
    def is_met(self) -> bool:
        """Whether there is something to measure and all of it holds."""
        return self.is_measured and not self.violations


def transition_evidence(outcomes: Iterable[CheckOutcome]) -> TransitionEvidence | None:
    """From the outcomes of B3; None where it has none."""
    counted: list[CheckOutcome] = []
    measured: CheckOutcome | None = None
    for outcome in outcomes:
        if outcome.code in (TRANSITION, _UNTIMED):
            counted.append(outcome)
        elif outcome.code == _MEASURED:
            measured = outcome
    if measured is None:
        return None
    return TransitionEvidence(
        transitions=listed(map(transition_row, counted)),
        count=len(counted),
        violations=sum(1 for outcome in counted if outcome.verdict is Verdict.FAILED),
        is_measured=measured.verdict is Verdict.PASSED,
    )


def transition_row(outcome: CheckOutcome) -> TransitionRow:
    """One outcome of B3 about an event or about two."""
    facts = outcome.facts
    if outcome.code == _UNTIMED:
        return TransitionRow(
            day=day_of(outcome.path), path=outcome.path, start_name=None, start_kind="",
            name=facts["name"], kind="", ends_min=None, starts_min=None, gap_min=None, required_min=None,
            distance_km=None, mode="", problem="the event has no readable time",
        )  # fmt: skip
    distance = number_of(facts["distance_km"])
    return TransitionRow(
        day=day_of(outcome.path),
        path=outcome.path,
        start_name=facts["from"],
        start_kind=str(facts["from_kind"]),
        name=facts["to"],
        kind=str(facts["to_kind"]),
        ends_min=whole_of(facts["ends"]),
        starts_min=whole_of(facts["starts"]),
        gap_min=whole_of(facts["gap_min"]),
        required_min=whole_of(facts["required_min"]),
        distance_km=distance,
        mode="" if distance is None else BY_AIR if is_by_air(distance) else BY_GROUND,
        problem=text_of(facts["problem"]),
    )


def day_of(path: str) -> str:
    """The key of the day that a pointer leads into."""
    return path.removeprefix("/").split("/", 1)[0].replace("~1", "/").replace("~0", "~")
