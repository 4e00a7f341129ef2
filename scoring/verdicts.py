"""The verdicts of a task in short, as a rehearsal keeps them, and what differs between two of them.

A task is one word: whether it is perfect, then one sign per dimension in the official order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.models import SCORE_COLUMNS

MET: Final = "+"
SHORT: Final = "-"
NOT_ASKED: Final = "."

PERFECT: Final = "perfect"
"""Stands for the task as a whole where a dimension's key stands otherwise."""

_KEYS: Final = (PERFECT, *SCORE_COLUMNS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """A verdict that is not what it was; both are signs of this module."""

    query_index: int
    dimension: str
    was: str
    now: str


def in_short(*, is_perfect: bool, scores: Mapping[str, float | None]) -> str:
    """The word for a task: anything below the full score is short of it."""
    signs = (_sign(scores.get(column)) for column in SCORE_COLUMNS)
    return (MET if is_perfect else SHORT) + "".join(signs)


def flips_between(
    before: Mapping[int, str], after: Mapping[int, str], *, judged: frozenset[str]
) -> Iterator[Flip]:
    """What differs between two runs over the same tasks, by task, then in the official order.

    Args:
        before: Words by task.
        after: Words by task; those of tasks that `before` lacks are left out.
        judged: The dimensions that decide; the others have no verdict that could flip.
    """
    for query_index in sorted(before.keys() & after.keys()):
        for key, was, now in zip(_KEYS, before[query_index], after[query_index], strict=True):
            if was != now and (key == PERFECT or key in judged):
                yield Flip(query_index=query_index, dimension=key, was=was, now=now)


def _sign(score: float | None) -> str:
    if score is None:
        return NOT_ASKED
    return MET if score >= 1 else SHORT
