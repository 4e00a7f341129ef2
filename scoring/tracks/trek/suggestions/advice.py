"""What is said about one failed check: the smallest change that would pass, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.model import CheckOutcome, Json, TaskResult
from scoring.tracks.trek.suggestions.edits import Edit
from scoring.tracks.trek.suggestions.judging import Effect, broken, effects, mended
from scoring.tracks.trek.suggestions.patches import Change


class Lack(StrEnum):
    """Why no change is offered."""

    NOTHING_FITS = "nothing_fits"
    NOTHING_HOLDS = "nothing_holds"
    LIMIT = "limit"
    WHOLE_ITINERARY = "whole_itinerary"
    NOT_IN_THE_ANSWER = "not_in_the_answer"
    UNREADABLE = "unreadable"
    ORDER = "order"


LACK_WORDS: dict[Lack, str] = {
    Lack.NOTHING_FITS: "The knowledge base holds nothing that one change could put here.",
    Lack.NOTHING_HOLDS: "None of the changes that were tried makes the check hold.",
    Lack.LIMIT: "None of the first changes that were tried makes the check hold; there are more.",
    Lack.WHOLE_ITINERARY: "It would take a whole itinerary, which is no small change.",
    Lack.NOT_IN_THE_ANSWER: "It is about how the run went; no change of the answer could mend it.",
    Lack.UNREADABLE: "The record cannot be scored as it is; what cannot be read has to be mended first.",
    Lack.ORDER: "It is about the order of the whole trip, which is no small change.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """An edit that makes one failed check hold, verified by the evaluator.

    Attributes:
        outcome: The failed check.
        edit: The cheapest edit found.
        effects: Every dimension before and after it, in the official order.
        gates_before, gates_after: Codes of the gates that fire.
        becomes_perfect: Whether the task would be perfect.
        cost_before, cost_after: The bill in USD; None where the task has none.
        breaks: Checks that hold without the edit and fail with it; none where it costs nothing else.
        mends: Other failed checks that it makes hold.
        evaluated: How many edits were evaluated until this one was chosen.
    """

    outcome: CheckOutcome
    edit: Edit
    effects: Sequence[Effect]
    gates_before: Sequence[str]
    gates_after: Sequence[str]
    becomes_perfect: bool
    cost_before: float | None
    cost_after: float | None
    breaks: Sequence[CheckOutcome]
    mends: Sequence[CheckOutcome]
    evaluated: int

    @property
    def is_clean(self) -> bool:
        """Whether nothing else fails for it or scores less."""
        return not self.breaks and not any(effect.is_loss for effect in self.effects)

    @property
    def changes(self) -> Sequence[Change]:
        """The edit as operations on the record, to be applied in this order."""
        return self.edit.changes

    def as_json(self) -> dict[str, Json]:
        """For a page or a file; see ``docs/suggestions.md``."""
        return {
            **_about(self.outcome),
            "offered": True,
            "edit": self.edit.as_json(),
            "effects": [
                {"dimension": str(effect.key), "before": effect.before, "after": effect.after}
                for effect in self.effects
            ],
            "gates": {"before": list(self.gates_before), "after": list(self.gates_after)},
            "cost": {"before": self.cost_before, "after": self.cost_after},
            "perfect_after": self.becomes_perfect,
            "clean": self.is_clean,
            "breaks": [_about(outcome) for outcome in self.breaks],
            "mends": [_about(outcome) for outcome in self.mends],
            "evaluated": self.evaluated,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuggestion:
    """Why no change is offered for a failed check.

    Attributes:
        outcome: The failed check.
        lack: The reason.
        evaluated: How many edits were evaluated in vain.
    """

    outcome: CheckOutcome
    lack: Lack
    evaluated: int = 0

    @property
    def words(self) -> str:
        """The reason as a sentence."""
        return LACK_WORDS[self.lack]

    def as_json(self) -> dict[str, Json]:
        """For a page or a file; see ``docs/suggestions.md``."""
        return {
            **_about(self.outcome), "offered": False, "reason": self.lack.value, "words": self.words,
            "evaluated": self.evaluated,
        }  # fmt: skip


Advice = Suggestion | NoSuggestion


def suggestion_of(
    outcome: CheckOutcome, edit: Edit, before: TaskResult, after: TaskResult, evaluated: int
) -> Suggestion:
    """An edit with everything it does."""
    return Suggestion(
        outcome=outcome,
        edit=edit,
        effects=effects(before, after),
        gates_before=before.gates,
        gates_after=after.gates,
        becomes_perfect=after.is_perfect,
        cost_before=_cost(before),
        cost_after=_cost(after),
        breaks=broken(outcome, before, after),
        mends=mended(outcome, before, after),
        evaluated=evaluated,
    )


def _cost(result: TaskResult) -> float | None:
    cost = result.run["total_cost"]
    return cost if isinstance(cost, float) else None


def _about(outcome: CheckOutcome) -> dict[str, Json]:
    return {"code": outcome.code, "path": outcome.path, "facts": dict(outcome.facts)}
