"""Whether an edit does what it promises: what one check is about, what flips, and what breaks.

A check's path may change with an edit, so a check is known by its code and by what it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.model import CheckOutcome, DimensionKey, TaskResult, Verdict
from scoring.tracks.trek.verdict import ANSWERED, CLAIM, EFFICIENCY, SCORABLE

_ABOUT: Mapping[str, tuple[str, ...]] = {
    "trek.d0_keyword.required_leg": ("from", "to"),
    "trek.d0_keyword.every_night": ("day",),
    "trek.d0_keyword.hotel_in_stay_city": ("city",),
    "trek.d0_keyword.attraction_in_stay_city": ("city",),
    "trek.d0_keyword.vehicle_capacity": ("city",),
    "trek.d0_keyword.named_attraction": ("name",),
    "trek.d0_source.flight_verified": ("flight",),
    "trek.d0_source.hotel_verified": ("name", "city"),
    "trek.d0_source.attraction_verified": ("name", "city"),
    "trek.d0_source.car_verified": ("name", "city"),
    "trek.d1_implicit.hotel_serves_persona": ("persona", "city"),
    "trek.d1_implicit.attraction_serves_persona": ("persona", "city"),
    "trek.d1_implicit.car_serves_persona": ("persona", "city"),
    "trek.d2_unord_single.city_booked": ("city",),
    "trek.d2_unord_multi.city_booked": ("city",),
    "trek.d2_unord_multi.visiting_order": ("city",),
    "trek.b2_opening_hours.visit_in_hours": ("name", "city"),
    "trek.b3_spatiotemporal.event_timed": ("name",),
    "trek.b3_spatiotemporal.transition_possible": ("from_kind", "from", "to_kind", "to"),
    "trek.gate.missing_mandated_attraction": ("name",),
}
"""Facts that tell two outcomes of one code apart; a code that is not listed has one outcome a plan."""

_Subject = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One dimension before and after an edit; None where it does not apply."""

    key: DimensionKey
    before: float | None
    after: float | None

    @property
    def is_loss(self) -> bool:
        """Whether the score got worse."""
        return self.before is not None and (self.after is None or self.after < self.before)


def subject_of(outcome: CheckOutcome) -> _Subject:
    """The code and what the check is about."""
    return (outcome.code, *(repr(outcome.facts.get(name)) for name in _ABOUT.get(outcome.code, ())))


def failed(result: TaskResult) -> list[CheckOutcome]:
    """The failed checks of a result, in its order."""
    return [outcome for outcome in result.outcomes if outcome.verdict is Verdict.FAILED]


def dimension_of(code: str) -> str:
    """The middle part of a code: a dimension's key, ``gate`` or ``answer``."""
    return code.split(".")[1]


def flips(outcome: CheckOutcome, before: TaskResult, after: TaskResult) -> bool:
    """Whether a failed check holds after an edit, and nothing of its own kind got worse for it.

    A check about a booking that is no longer there holds too. The code as a whole has to fail less often,
    and its dimension must not score lower, so a failure cannot merely change its name.
    """
    dimension = DimensionKey(dimension_of(outcome.code))
    effect = Effect(key=dimension, before=before.scores.get(dimension), after=after.scores.get(dimension))
    if effect.is_loss or any(one.code in (SCORABLE, ANSWERED) for one in after.outcomes):
        return False
    if outcome.code != CLAIM and any(one.code == CLAIM for one in after.outcomes):
        return False
    subject, was, now = subject_of(outcome), failed(before), failed(after)
    return _count(now, subject) < _count(was, subject) and _coded(now, outcome.code) < _coded(
        was, outcome.code
    )


def broken(outcome: CheckOutcome, before: TaskResult, after: TaskResult) -> Sequence[CheckOutcome]:
    """Checks that fail only because of the edit, in the order of the result after it.

    Of a code that fails no more often than before, and one time less for the mended one, none is broken: the
    same failure is then only about something else. Efficiency's checks are about the run, not its answer: an
    edit that silences a gate merely lets them be read.
    """
    was = failed(before)
    now = [one for one in failed(after) if dimension_of(one.code) != EFFICIENCY]
    allowed = Counter(one.code for one in was)
    allowed[outcome.code] -= 1
    counts = Counter(one.code for one in now)
    known = Counter(map(subject_of, was))
    return [
        one for one in now if counts[one.code] > allowed[one.code] and _take(known, subject_of(one)) is None
    ]


def mended(outcome: CheckOutcome, before: TaskResult, after: TaskResult) -> Sequence[CheckOutcome]:
    """Other failed checks that hold after the edit, in the order of the result before it."""
    now = {subject_of(one) for one in failed(after)}
    target = subject_of(outcome)
    return [one for one in failed(before) if subject_of(one) not in now and subject_of(one) != target]


def effects(before: TaskResult, after: TaskResult) -> Sequence[Effect]:
    """Every dimension before and after, in the official order."""
    return tuple(
        Effect(key=key, before=score, after=after.scores.get(key)) for key, score in before.scores.items()
    )


def _take(known: Counter[_Subject], subject: _Subject) -> _Subject | None:
    """One known failure of that subject, used up."""
    if known[subject] <= 0:
        return None
    known[subject] -= 1
    return subject


def _count(outcomes: Iterable[CheckOutcome], subject: _Subject) -> int:
    return sum(1 for outcome in outcomes if subject_of(outcome) == subject)


def _coded(outcomes: Iterable[CheckOutcome], code: str) -> int:
    return sum(1 for outcome in outcomes if outcome.code == code)
