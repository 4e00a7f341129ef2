"""Which entries of a board are told apart: stored for its newest state, made on demand for earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from kb_browser.selectors import VersionFacts
from scoring.engine.statistics import Detectable, family, resolution, standings
from scoring.models import BoardStandings
from scoring.selectors.board_states import Board, past_state
from scoring.selectors.facets import task_groups
from scoring.selectors.sheets import sheets_of

ON_DEMAND_MOST: Final = 300
"""With more ranked entries the tests of an earlier state are left out: they grow with the square."""

KEPT: Final = 16

MADE: Final = "made"
PENDING: Final = "pending"
LEFT_OUT: Final = "left_out"
NOTHING: Final = "nothing"

Place = tuple[int, int, int]
"""Best and worst place of the rank range, and the number of the group."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tested:
    """What the tests between all ranked entries say.

    Attributes:
        places: By evaluation.
        facts: Numbers of tasks, pairs and pairs told apart, and the smallest differences that are seen.
    """

    places: Mapping[int, Place]
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The same of one state of a board, or why it is not there.

    Attributes:
        state: ``made``, ``pending``, ``left_out`` (too many entries) or ``nothing`` (no ranked entry).
        sizes: How many entries each group has.
    """

    state: str
    places: Mapping[int, Place]
    facts: Mapping[str, Any]
    sizes: Mapping[int, int]


def tested(version: VersionFacts, ranked: Sequence[int]) -> Tested | None:
    """Test evaluations of a version against each other; None while one of them has no sheet yet."""
    sheets = sheets_of(ranked)
    if len(sheets) < len(ranked):
        return None
    feasible = task_groups(version).feasible
    passes = [sheets[pk].perfect for pk in ranked]
    found = family(passes, feasible)
    seen = resolution(passes, feasible, found)
    return Tested(
        places={
            pk: (one.best, one.worst, one.group)
            for pk, one in zip(ranked, standings(passes, feasible, found), strict=True)
        },
        facts={
            "tasks": found.tasks,
            "pairs": found.pairs,
            "told_apart": found.told_apart,
            "discordant": seen.discordant,
            "is_bound": seen.is_bound,
            "alone": _seen(seen.alone),
            "board": _seen(seen.board),
        },
    )


def standings_of(board: Board) -> Standings:
    """What is known of a state; kept in the process for as long as the state is asked for."""
    if not board.revision:
        return _without(NOTHING)
    if board.is_past:
        return _past(board)
    if board.standings_revision != board.revision:
        return _without(PENDING)
    return _stored(board)


@lru_cache(maxsize=KEPT)
def _stored(board: Board) -> Standings:
    row = BoardStandings.objects.get(board=board.board_id)
    # It may be ahead of the revision that was read a moment before.
    if row.revision != board.revision:
        return _without(PENDING)
    return _made(
        Tested(places={int(pk): tuple(place) for pk, place in row.standings.items()}, facts=row.facts)
    )


@lru_cache(maxsize=KEPT)
def _past(board: Board) -> Standings:
    ranked = sorted(past_state(board).ranks)
    if not ranked:
        return _without(NOTHING)
    if len(ranked) > ON_DEMAND_MOST:
        return _without(LEFT_OUT)
    found = tested(board.version, ranked)
    return _without(PENDING) if found is None else _made(found)


def _made(found: Tested) -> Standings:
    return Standings(
        state=MADE if found.places else NOTHING,
        places=MappingProxyType(dict(found.places)),
        facts=found.facts,
        sizes=MappingProxyType(Counter(group for _, _, group in found.places.values())),
    )


def _without(state: str) -> Standings:
    nothing: Mapping[Any, Any] = MappingProxyType({})
    return Standings(state=state, places=nothing, facts=nothing, sizes=nothing)


def _seen(one: Detectable) -> Mapping[str, int | None]:
    return {"observed": one.observed, "planned": one.planned}
