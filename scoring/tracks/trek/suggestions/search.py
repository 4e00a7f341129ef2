"""The bounded search: edits in order of cost, each judged by the evaluator, the first good one wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from scoring.engine.model import CheckOutcome, TaskResult
from scoring.tracks.trek.suggestions.advice import Advice, Lack, NoSuggestion, Suggestion, suggestion_of
from scoring.tracks.trek.suggestions.edits import Edit
from scoring.tracks.trek.suggestions.judging import flips
from scoring.tracks.trek.suggestions.scene import Scene
from scoring.tracks.trek.text import UnscorableError

EDITS_MAX = 2000
"""Edits that are drawn up for one failed check."""

EVALUATIONS_MAX = 300
"""Edits that are evaluated for one failed check. Counted, not timed: the same answer on every machine."""


class Trials:
    """How many evaluations one failed check may still have.

    Attributes:
        made: How many it had.
    """

    def __init__(self, limit: int = EVALUATIONS_MAX) -> None:
        self._limit = limit
        self.made = 0

    @property
    def are_left(self) -> bool:
        """Whether another edit may be evaluated."""
        return self.made < self._limit

    def evaluate(self, scene: Scene, edit: Edit) -> TaskResult:
        """What the record scores with the edit."""
        self.made += 1
        return scene.evaluated(edit)


def drawn(edits: Iterable[Edit]) -> list[Edit]:
    """Edits that change something, the cheapest first; those known to cost something elsewhere last."""
    found = [edit for edit in islice(_readable(edits), EDITS_MAX) if edit.changes]
    return sorted(found, key=lambda edit: (edit.is_doubtful, edit.cost))


def _readable(edits: Iterable[Edit]) -> Iterator[Edit]:
    """Edits until a value is met that the rules cannot read."""
    try:
        yield from edits
    except UnscorableError:
        return


def cheapest(scene: Scene, outcome: CheckOutcome, edits: Iterable[Edit], trials: Trials) -> Advice:
    """The first edit in order of cost that makes the check hold and costs nothing else.

    Where every one that holds breaks something, the one that breaks least is taken, the cheapest of equals.
    """
    ordered = drawn(edits)
    best: Suggestion | None = None
    for edit in ordered:
        if not trials.are_left:
            break
        after = trials.evaluate(scene, edit)
        if not flips(outcome, scene.result, after):
            continue
        found = suggestion_of(outcome, edit, scene.result, after, trials.made)
        if found.is_clean:
            return found
        if best is None or _harm(found) < _harm(best):
            best = found
    if best is not None:
        return best
    lack = Lack.NOTHING_FITS if not ordered else Lack.NOTHING_HOLDS if trials.are_left else Lack.LIMIT
    return NoSuggestion(outcome=outcome, lack=lack, evaluated=trials.made)


def _harm(suggestion: Suggestion) -> tuple[int, int]:
    """Dimensions and gates that get worse, then checks that break."""
    losses = sum(effect.is_loss for effect in suggestion.effects)
    gates = max(0, len(suggestion.gates_after) - len(suggestion.gates_before))
    return losses + gates, len(suggestion.breaks)
