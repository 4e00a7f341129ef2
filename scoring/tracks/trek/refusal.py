"""Why a task is infeasible, as derived and as stated.

The phrases are matched without nested quantifiers: a phrase with a gap ("any text") is looked for as its
head and, behind it on the same line, its tail, so the time grows with the length of the text only.

Source: official rules, section 9.6.
"""

from __future__ import annotations

import re
from enum import StrEnum

from scoring.tracks.trek.kb import CityTables, KnowledgeBase
from scoring.tracks.trek.rows import Row
from scoring.tracks.trek.task import TaskFacts


class Cause(StrEnum):
    """The three classes of infeasible tasks, in the order in which a reason is tested for them."""

    ENTITY = "entity"
    ROUTE = "route"
    BUDGET = "budget"


_PHRASES: dict[Cause, re.Pattern[str]] = {
    Cause.ENTITY: re.compile(
        r"\b(?:does not exist|doesn't exist|not (?:found )?in the (?:knowledge base|database|kb)"
        r"|no such (?:hotel|attraction|car|place)|not available in the (?:kb|database)|fictional)\b"
    ),
    Cause.ROUTE: re.compile(
        r"\b(?:no (?:direct )?flight|no route|not connected|unreachable|no way to fly)\b"
    ),
    Cause.BUDGET: re.compile(
        r"\b(?:budget|too expensive|cannot afford|can't afford|insufficient funds"
        r"|below the (?:minimum|cheapest))\b"
    ),
}

_GAPPED: dict[Cause, tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]] = {
    Cause.ENTITY: ((re.compile(r"\bcould not (?:be )?find\b"), re.compile(r"\b(?:hotel|attraction)\b")),),
    Cause.ROUTE: (
        (re.compile(r"\bno "), re.compile(r"connection\b")),
        (re.compile(r"\bdirect flight\b"), re.compile(r"\b(?:does not|doesn't|no)\b")),
    ),
    Cause.BUDGET: ((re.compile(r"\bexceeds? the\b"), re.compile(r"\bcost\b")),),
}


def stated_cause(reason: object) -> tuple[Cause | None, str]:
    """The first class whose phrases occur in the reason, and the words that were recognised."""
    text = str(reason).lower() if reason else ""
    for cause in Cause:
        words = _recognised(cause, text)
        if words is not None:
            return cause, words
    return None, ""


def _recognised(cause: Cause, text: str) -> str | None:
    match = _PHRASES[cause].search(text)
    if match is not None:
        return match.group()
    for head, tail in _GAPPED[cause]:
        # Only a line feed ends a line here; the gap crosses every other line separator.
        for line in text.split("\n"):
            start = head.search(line)
            end = tail.search(line, start.end()) if start is not None else None
            if start is not None and end is not None:
                return f"{start.group().strip()} … {end.group()}"
    return None


def true_cause(kb: KnowledgeBase, facts: TaskFacts) -> tuple[Cause, str]:
    """The class of an infeasible task and what proves it; stored labels are not used.

    Budget is what remains: no floor is computed or compared.
    """
    missing = _missing_entity(kb, facts)
    if missing is not None:
        return Cause.ENTITY, missing
    for start, end in facts.legs:
        if kb.cheapest_flight(start, end) is None:
            return Cause.ROUTE, f"{start} to {end}"
    return Cause.BUDGET, ""


def _missing_entity(kb: KnowledgeBase, facts: TaskFacts) -> str | None:
    """The first mandated entity that no stay city has."""
    cities = facts.stay_cities
    if facts.named_hotel is not None and not _has(kb.hotels, facts.named_hotel, cities):
        return facts.named_hotel
    for name in facts.named_attractions:
        if not _has(kb.attractions, name, cities):
            return name
    if facts.named_car is not None and not any(kb.cars_typed(facts.named_car, city) for city in cities):
        return facts.named_car
    return None


def _has(tables: CityTables[Row], name: str, cities: tuple[str, ...]) -> bool:
    return any(tables.named(name, city) is not None for city in cities)
