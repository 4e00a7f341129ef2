"""Where an entry stands for certain: its rank range, and the group it cannot be told from the first of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from operator import add

from scoring.engine.statistics.family import Family, by_passes
from scoring.engine.statistics.family import family as family_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the board can say about the place of one entry.

    Attributes:
        best: 1 + how many entries are told apart from it as better.
        worst: All entries, less those told apart from it as worse; at least ``best``.
        group: Number of its group, from 1 at the top.
    """

    best: int
    worst: int
    group: int


def standings(passes: Sequence[int], mask: int, family: Family | None = None) -> Sequence[Standing]:
    """The standing of each entry, in the given order, which has no influence.

    A group begins with the entries of the highest number of passes that is not yet in one. It takes in the
    next lower number as long as no entry that has it is told apart from one of those it began with.
    So every entry is in one group, equal numbers share one, and no one in it is told apart from its first.

    Args:
        passes: Per ranked entry the tasks it passed.
        mask: The tasks of the board.
        family: The tests of exactly these entries, if they have been made already.
    """
    tested = family if family is not None else family_of(passes, mask)
    levels = by_passes(passes, mask)
    rows = [row & mask for row in passes]
    limits = _limits(tested)
    better, worse = [0] * len(rows), [0] * len(rows)
    told_from: dict[int, int] = {}
    for count, lower in combinations(levels, 2):
        limit = limits[count - lower]
        if limit < count - lower:
            continue
        if min(count + lower, 2 * tested.tasks - count - lower) <= limit:
            _add(worse, levels[count], [len(levels[lower])] * len(levels[count]))
            _add(better, levels[lower], [len(levels[count])] * len(levels[lower]))
            told_from.setdefault(count, lower)
        else:
            below, above = _told_apart(
                [rows[position] for position in levels[count]],
                [rows[position] for position in levels[lower]],
                limit,
            )
            _add(worse, levels[count], below)
            _add(better, levels[lower], above)
            if any(below):
                told_from.setdefault(count, lower)
    groups = _groups(list(levels), told_from)
    return [
        Standing(
            best=1 + better[position],
            worst=len(rows) - worse[position],
            group=groups[row.bit_count()],
        )
        for position, row in enumerate(rows)
    ]


def _limits(tested: Family) -> Sequence[int]:
    """Per difference in passes the most discordant tasks with which it is told apart; −1 for never.

    With the difference given, the p-value grows with the number of discordant tasks, so one number says it.
    """
    limits = [-1] * (tested.tasks + 1)
    for discordant, losses in enumerate(tested.losses):
        if losses >= 0:
            for difference in range(discordant - 2 * losses, discordant + 1, 2):
                limits[difference] = discordant
    return limits


def _told_apart(
    higher: Sequence[int], lower: Sequence[int], limit: int
) -> tuple[Sequence[int], Sequence[int]]:
    """How many of the lower are told apart from each of the higher, and of the higher from each lower."""
    below, above = [], [0] * len(lower)
    for row in higher:
        apart = [(row ^ other).bit_count() <= limit for other in lower]
        below.append(sum(apart))
        above = list(map(add, above, apart))
    return below, above


def _add(counts: list[int], positions: Sequence[int], more: Sequence[int]) -> None:
    for position, number in zip(positions, more, strict=True):
        counts[position] += number


def _groups(levels: Sequence[int], told_from: Mapping[int, int]) -> Mapping[int, int]:
    """The group of each number of passes; ``told_from`` has, per number, the next lower one told from it."""
    groups: dict[int, int] = {}
    group, first = 0, -1
    for count in levels:
        if group == 0 or (first in told_from and count <= told_from[first]):
            group, first = group + 1, count
        groups[count] = group
    return groups
