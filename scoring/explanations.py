"""Sentences from stored outcomes: the check's template filled with the facts kept with the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scoring.engine.catalogue import check_texts
from scoring.engine.model import Verdict
from scoring.engine.sentences import sentence, shown
from scoring.engine.track import CheckText
from scoring.pages import OutcomeLine
from scoring.tracks import evaluator

__all__ = ["explained", "failures", "shown"]


def failures(evaluator_version: str, outcomes: Iterable[Mapping[str, Any]]) -> Sequence[OutcomeLine]:
    """The failed checks among stored outcomes, in their order, as sentences."""
    return tuple(
        explained(evaluator_version, outcome) for outcome in outcomes if outcome["verdict"] == Verdict.FAILED
    )


def explained(evaluator_version: str, outcome: Mapping[str, Any]) -> OutcomeLine:
    """One stored outcome, its template filled with its facts whatever the verdict."""
    text = _texts(evaluator_version).get(outcome["code"])
    return OutcomeLine(
        code=outcome["code"],
        title=outcome["code"] if text is None else text.title,
        message="" if text is None else sentence(text.message, outcome["facts"]),
        path=outcome["path"],
    )


@lru_cache(maxsize=8)
def _texts(evaluator_version: str) -> Mapping[str, CheckText]:
    return check_texts(evaluator(evaluator_version))
