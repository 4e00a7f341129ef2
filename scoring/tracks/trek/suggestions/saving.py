"""Edits for D3: one booking made cheaper, or as many as it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.suggestions.advice import Advice, Lack, NoSuggestion, Suggestion, suggestion_of
from scoring.tracks.trek.suggestions.driving import cheaper_cars
from scoring.tracks.trek.suggestions.edits import Edit, together
from scoring.tracks.trek.suggestions.flying import cheaper_flights
from scoring.tracks.trek.suggestions.judging import flips
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.suggestions.search import Trials, cheapest, drawn
from scoring.tracks.trek.suggestions.staying import cheaper_hotels
from scoring.tracks.trek.suggestions.visiting import cheaper_visits

STEPS_MAX = 12
"""Bookings that one suggestion makes cheaper at most."""

VISITS_A_STEP = 10
"""Attractions that each step of several tries for a visit, the cheapest first."""

_CENT = 0.01


def cheaper(scene: Scene, visits: int | None = None) -> Iterator[Edit]:
    """Every edit that makes one booking cheaper.

    Args:
        scene: The record.
        visits: How many attractions are tried for each visit; None for all.
    """
    return chain(
        cheaper_hotels(scene), cheaper_flights(scene), cheaper_cars(scene), cheaper_visits(scene, visits)
    )  # fmt: skip


def within_budget(scene: Scene, outcome: CheckOutcome, trials: Trials) -> Advice:
    """The bill brought within the budget.

    One saving that is large enough, if it costs nothing else; otherwise the largest saving that costs nothing
    else, again and again, until one more is large enough. Where that does not get there, savings that cost
    something else are taken too.
    """
    best: Suggestion | None = None
    edits = drawn(cheaper(scene))
    for is_sound in (True, False):
        some = [edit for edit in edits if not (is_sound and edit.is_doubtful)]
        single = cheapest(scene, outcome, _enough(scene, some), trials)
        if isinstance(single, Suggestion):
            if single.is_clean:
                return single
            best = best or single
        several = _in_steps(scene, outcome, trials, is_sound=is_sound) if is_sound or best is None else None
        if several is not None:
            return several
    if best is not None:
        return best
    lack = Lack.NOTHING_FITS if not edits else Lack.NOTHING_HOLDS if trials.are_left else Lack.LIMIT
    return NoSuggestion(outcome=outcome, lack=lack, evaluated=trials.made)


def _enough(scene: Scene, edits: Iterable[Edit]) -> Sequence[Edit]:
    """Those that alone bring the bill within the budget, as far as can be told before it is made out."""
    cost = scene.result.run["total_cost"]
    excess = (cost if isinstance(cost, float) else 0.0) - scene.task.budget
    return [edit for edit in edits if -edit.price_usd >= excess - _CENT]


def _in_steps(scene: Scene, outcome: CheckOutcome, trials: Trials, *, is_sound: bool) -> Suggestion | None:
    """Several savings as one edit; None where they do not suffice.

    Args:
        scene: The record.
        outcome: The failed check.
        trials: Evaluations left.
        is_sound: Whether every step must cost nothing else.
    """
    steps: list[Edit] = []
    current = scene
    while trials.are_left and len(steps) < STEPS_MAX:
        edits = [
            edit for edit in drawn(cheaper(current, VISITS_A_STEP)) if not (is_sound and edit.is_doubtful)
        ]
        if steps:
            last = cheapest(current, outcome, _enough(current, edits), trials)
            if isinstance(last, Suggestion) and (last.is_clean or not is_sound):
                return _verified(scene, outcome, [*steps, last.edit], trials)
        step = _largest(current, outcome, edits, trials, is_sound=is_sound)
        if step is None:
            return None
        steps.append(step)
        current = current.after(step, current.evaluated(step))
        if flips(outcome, scene.result, current.result):
            return _verified(scene, outcome, steps, trials)
    return None


def _largest(
    scene: Scene, outcome: CheckOutcome, edits: Sequence[Edit], trials: Trials, *, is_sound: bool
) -> Edit | None:
    """The largest saving that lowers the bill, and where it has to be sound costs nothing else."""
    for edit in sorted(edits, key=lambda edit: (round(edit.price_usd * 100), edit.cost)):
        if not trials.are_left:
            return None
        after = trials.evaluate(scene, edit)
        seen = suggestion_of(outcome, edit, scene.result, after, trials.made)
        is_cheaper = (seen.cost_after or 0.0) < (seen.cost_before or 0.0)
        if is_cheaper and (seen.is_clean or not is_sound):
            return edit
    return None


def _verified(
    scene: Scene, outcome: CheckOutcome, steps: Sequence[Edit], trials: Trials
) -> Suggestion | None:
    edit = together(steps)
    after = trials.evaluate(scene, edit)
    if not flips(outcome, scene.result, after):
        return None
    return suggestion_of(outcome, edit, scene.result, after, trials.made)
