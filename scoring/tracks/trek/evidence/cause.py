"""D4 of a refusal: the derived cause against the stated one, with the words that were recognised."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import CheckOutcome, Verdict
from scoring.tracks.trek.evidence.marking import Piece, marked
from scoring.tracks.trek.evidence.reading import text_of

_CODE: Final = "trek.d4_impossible."
_CAUSE: Final = f"{_CODE}cause_named"
_CHARACTERS_SHOWN: Final = 1000
_GAP: Final = " … "
RECOGNISED: Final = "recognised"


@dataclass(frozen=True, slots=True, kw_only=True)
class CauseReading:
    """How a refusal was read.

    Attributes:
        stated: The class its words were read as, "" for none.
        recognised: Those words, "" for none.
        actual: The class derived from task and knowledge base.
        proof: What proves it: the entity that is missing, or the leg without a flight; "" for a budget,
            which is what remains.
        invented: Something in the plan beside the refusal that does not exist, "" for nothing.
        is_finished: The agent submitted it, and the run had no error.
        reason: The beginning of the reason as given, with the recognised words marked.
        is_cut: Whether it goes on.
    """

    stated: str
    recognised: str
    actual: str
    proof: str
    invented: str
    invents_nothing: bool
    is_finished: bool
    reason: tuple[Piece, ...]
    is_cut: bool

    @property
    def is_met(self) -> bool:
        """Whether the refusal counts."""
        return self.stated == self.actual and self.invents_nothing and self.is_finished


def cause_reading(reason: object, outcomes: Iterable[CheckOutcome]) -> CauseReading | None:
    """From the outcomes of D4 on a refused infeasible task; None where there are none."""
    by_code = {outcome.code: outcome for outcome in outcomes if outcome.code.startswith(_CODE)}
    named = by_code.get(_CAUSE)
    if named is None:
        return None
    invents, finished = by_code[f"{_CODE}refusal_invents_nothing"], by_code[f"{_CODE}run_finished"]
    recognised = str(named.facts["recognised"])
    text = str(reason) if reason else ""
    shown = text[:_CHARACTERS_SHOWN]
    return CauseReading(
        stated=text_of(named.facts["stated"]) or "",
        recognised=recognised,
        actual=str(named.facts["actual"]),
        proof=str(named.facts["proof"]),
        invented="" if invents.facts["name"] is None else str(invents.facts["name"]),
        invents_nothing=invents.verdict is Verdict.PASSED,
        is_finished=finished.verdict is Verdict.PASSED,
        reason=marked(shown, [(words, RECOGNISED) for words in recognised.split(_GAP) if words]),
        is_cut=len(text) > len(shown),
    )
