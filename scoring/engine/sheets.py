"""Which tasks a run passed, as bits: what boards, breakdowns and comparisons count with.

A task is a bit, at its position in the track's order of tasks. Sets of tasks are then integers: ``&`` picks,
``int.bit_count`` counts, and whatever is counted is exact. For 800 tasks a set takes 100 bytes.
"""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from scoring.engine.model import DimensionKey, TaskResult, Usage

_BITS: Final = 8
_UNKNOWN: Final = math.nan
USAGE_KEYS: Final = (
    "calls",
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
    "elapsed_s",
    "least_calls",
)
"""The members of `Usage`, in the order in which they are packed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """The verdicts of one run.

    Attributes:
        size: Number of tasks.
        perfect: Tasks that are solved by the track's own conjunction.
        applies: By dimension, the tasks that have a score on it.
        passes: By dimension, those of them with a score of 1.
    """

    size: int
    perfect: int
    applies: Mapping[DimensionKey, int]
    passes: Mapping[DimensionKey, int]

    @property
    def every(self) -> int:
        """All tasks."""
        return (1 << self.size) - 1

    def fails(self, key: DimensionKey) -> int:
        """The tasks that have a score below 1 on a dimension."""
        return self.applies.get(key, 0) & ~self.passes.get(key, 0)


def bits(flags: Iterable[object]) -> int:
    """The set of the positions whose flag is true."""
    found = 0
    for position, flag in enumerate(flags):
        if flag:
            found |= 1 << position
    return found


def positions(tasks: int) -> Sequence[int]:
    """The positions in a set, ascending."""
    return [place for place in range(tasks.bit_length()) if tasks >> place & 1]


def sheet_of(results: Sequence[TaskResult], dimensions: Sequence[DimensionKey]) -> Sheet:
    """The verdicts of a run, from its results in the track's order of tasks."""
    scores = {key: [result.scores.get(key) for result in results] for key in dimensions}
    return Sheet(
        size=len(results),
        perfect=bits(result.is_perfect for result in results),
        applies={key: bits(score is not None for score in column) for key, column in scores.items()},
        passes={
            key: bits(score is not None and score >= 1.0 for score in column)
            for key, column in scores.items()
        },
    )


def marks_packed(sheet: Sheet, dimensions: Sequence[DimensionKey]) -> bytes:
    """The sets one after the other: perfect, then for each dimension those it applies to and those passed."""
    width = _width(sheet.size)
    sets = [sheet.perfect]
    for key in dimensions:
        sets += [sheet.applies[key], sheet.passes[key]]
    return b"".join(one.to_bytes(width, "little") for one in sets)


def marks_unpacked(packed: bytes, size: int, dimensions: Sequence[DimensionKey]) -> Sheet:
    """The inverse of `marks_packed`.

    Raises:
        ValueError: There are not as many bytes as so many tasks and dimensions take.
    """
    width = _width(size)
    if len(packed) != width * (1 + 2 * len(dimensions)):
        raise ValueError(f"{len(packed)} bytes are no sheet of {size} tasks, {len(dimensions)} dimensions")
    sets = [int.from_bytes(packed[start : start + width], "little") for start in range(0, len(packed), width)]
    return Sheet(
        size=size,
        perfect=sets[0],
        applies=dict(zip(dimensions, sets[1::2], strict=True)),
        passes=dict(zip(dimensions, sets[2::2], strict=True)),
    )


def usage_packed(usages: Sequence[Usage]) -> bytes:
    """What a run used, task by task, compressed; what is not known stays so."""
    columns = [_number(getattr(usage, key)) for key in USAGE_KEYS for usage in usages]
    return zlib.compress(struct.pack(f"<{len(columns)}d", *columns), level=9)


def usage_unpacked(packed: bytes, size: int) -> Mapping[str, Sequence[float | None]]:
    """The inverse of `usage_packed`: by key of `USAGE_KEYS` the values in the order of tasks.

    Raises:
        ValueError: There are not as many values as so many tasks have.
    """
    count = size * len(USAGE_KEYS)
    try:
        columns = struct.unpack(f"<{count}d", zlib.decompress(packed))
    except (struct.error, zlib.error) as error:
        raise ValueError(f"these are not the values of {size} tasks: {error}") from error
    return {
        key: [None if math.isnan(value) else value for value in columns[place * size : (place + 1) * size]]
        for place, key in enumerate(USAGE_KEYS)
    }


def _number(value: float | None) -> float:
    return _UNKNOWN if value is None else value


def _width(size: int) -> int:
    return (size + _BITS - 1) // _BITS
