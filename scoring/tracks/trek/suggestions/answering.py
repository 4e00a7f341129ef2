"""Edits of an answer as a whole: its claim, the reason of a refusal, what stands beside a refusal."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.engine.model import CheckOutcome
from scoring.tracks.trek.refusal import Cause, true_cause
from scoring.tracks.trek.suggestions.edits import Edit, EditKind
from scoring.tracks.trek.suggestions.patches import Draft, joined, value_at
from scoring.tracks.trek.suggestions.scene import Scene, spelt
from scoring.tracks.trek.text import is_object

_REASONS = {
    Cause.ENTITY: "{proof} does not exist in any of the cities.",
    Cause.ROUTE: "There is no direct flight for the leg {proof}.",
    Cause.BUDGET: "The budget is too low for this trip.",
}
_PLAIN_REASONS = {
    Cause.ENTITY: "A place that is asked for does not exist in any of the cities.",
    Cause.ROUTE: "There is no direct flight for a leg.",
    Cause.BUDGET: "The budget is too low for this trip.",
}
"""Without names, which may themselves hold words of another cause."""


def claim_turned(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
    """The claim that the task calls for: a refusal with its cause, or the plan that is there as an answer."""
    if scene.task.is_impossible:
        for number, reason in enumerate(_reasons(scene)):
            draft = scene.draft()
            draft.put(_claim_path(scene, draft), value=False)
            draft.put(_reason_path(scene, draft), reason)
            draft.put(scene.base, {})
            yield _answer(draft, f"Refuse the task without a plan, with the reason “{reason}”", number)
    elif scene.attempt.plan.books_anything:
        draft = scene.draft()
        draft.put(_claim_path(scene, draft), value=True)
        yield _answer(draft, "Give the plan as an answer: claim that the task is feasible.", 0)


def cause_stated(scene: Scene, _outcome: CheckOutcome) -> Iterator[Edit]:
    """A reason in words that name the true cause."""
    for number, reason in enumerate(_reasons(scene)):
        draft = scene.draft()
        draft.put(_reason_path(scene, draft), reason)
        yield _answer(draft, f"Give the reason “{reason}”", number)


def nothing_beside(scene: Scene, outcome: CheckOutcome) -> Iterator[Edit]:
    """The refusal without what does not exist, or without any plan."""
    draft = scene.draft()
    draft.remove(scene.at(outcome.path))
    if outcome.path and draft.changes:
        yield _answer(draft, "Leave out what does not exist.", 0)
    draft = scene.draft()
    draft.put(scene.base, {})
    yield _answer(draft, "Refuse without a plan.", 1)


def _answer(draft: Draft, words: str, number: int) -> Edit:
    return Edit(kind=EditKind.ANSWER, words=words, changes=tuple(draft.changes), label=str(number))


def _reasons(scene: Scene) -> Iterator[str]:
    cause, proof = true_cause(scene.stock.kb, scene.facts)
    yield _REASONS[cause].format(proof=proof)
    yield _PLAIN_REASONS[cause]


def _claim_path(scene: Scene, draft: Draft) -> str:
    return _member(scene, draft, "is_feasible")


def _reason_path(scene: Scene, draft: Draft) -> str:
    return _member(scene, draft, "refusal_reason", "reason")


def _member(scene: Scene, draft: Draft, *names: str) -> str:
    """Where the answer says it: under the exact key in the record, in any case in a plan that holds all."""
    if not scene.answer_base:
        return joined("", names[0])
    holder = value_at(draft.document, scene.answer_base)
    return joined(scene.answer_base, spelt(holder if is_object(holder) else {}, *names))
