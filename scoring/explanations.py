"""Sentences from outcomes: the check's template filled with the facts that were stored with the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from scoring.engine.catalogue import check_texts
from scoring.engine.model import Verdict
from scoring.engine.track import CheckText
from scoring.pages import OutcomeLine
from scoring.tracks import evaluator

FACT_CHARACTERS_MAX: Final = 80
LISTED_MAX: Final = 8


class _Facts(dict[str, str]):
    """Facts by name; one that was not stored is shown as a dash, since a sentence must not fail a page."""

    def __missing__(self, key: str) -> str:
        return "–"


def failures(evaluator_version: str, outcomes: Iterable[Mapping[str, Any]]) -> Sequence[OutcomeLine]:
    """The failed checks among stored outcomes, in their order, as sentences."""
    return tuple(
        explained(evaluator_version, outcome) for outcome in outcomes if outcome["verdict"] == Verdict.FAILED
    )


def explained(evaluator_version: str, outcome: Mapping[str, Any]) -> OutcomeLine:
    """One stored outcome, its template filled with its facts whatever the verdict."""
    text = _texts(evaluator_version).get(outcome["code"])
    facts = _Facts({name: shown(value) for name, value in outcome["facts"].items()})
    return OutcomeLine(
        code=outcome["code"],
        title=outcome["code"] if text is None else text.title,
        message="" if text is None else text.message.format_map(facts),
        path=outcome["path"],
    )


@lru_cache(maxsize=8)
def _texts(evaluator_version: str) -> Mapping[str, CheckText]:
    return check_texts(evaluator(evaluator_version))


def shown(value: object) -> str:
    """A fact in a sentence: bounded, since names come from uploads."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        more = f" and {len(value) - LISTED_MAX} more" if len(value) > LISTED_MAX else ""
        return ", ".join(shown(member) for member in value[:LISTED_MAX]) + more
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return text if len(text) <= FACT_CHARACTERS_MAX else f"{text[: FACT_CHARACTERS_MAX - 1]}…"
