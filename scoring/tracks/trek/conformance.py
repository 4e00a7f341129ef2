"""Replaying vectors and runs whose official outcome is known, and comparing key by key.

A vector is an object with ``id``, ``query_index``, ``submission`` (one row of a run file) and ``expected``.
Numbers agree within 1e-9, everything else exactly; gate reasons by the part before their first colon.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.engine.model import DimensionKey, TaskId, TaskResult
from scoring.tracks.trek.dataset import TrekDataset
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.text import is_object
from scoring.tracks.trek.track import LATEST, PAPER
from scoring.tracks.trek.verdict import D4, EXECUTABILITY, SATISFACTION, TRUTHFULNESS, category

TOLERANCE = 1e-9
INFORMATIVE = frozenset({"error_type"})
_BEFORE_CAPACITY = "pre_capacity"
_REASONS = "invalid_reasons"
_ABSENT = "(absent)"


@dataclass(frozen=True, slots=True)
class Mismatch:
    """One key whose value differs."""

    key: str
    expected: object
    found: object

    def __str__(self) -> str:
        return f"{self.key}: expected {self.expected!r}, found {self.found!r}"


def vector_mismatches(dataset: TrekDataset, vector: Mapping[str, object]) -> Iterator[Mismatch]:
    """Every key of a vector's expectation that this evaluator does not reproduce.

    Raises:
        ValueError: The vector lacks a part or names a task the release does not have.
    """
    index, row, expected = vector.get("query_index"), vector.get("submission"), vector.get("expected")
    if not isinstance(index, int) or not is_object(expected):
        raise ValueError("a vector needs query_index, submission and expected")
    if not 0 <= index < len(dataset.tasks):
        raise ValueError(f"the release has no task {index}")
    record = TrekRecord.from_object(row) if is_object(row) else TrekRecord(is_refused=True)
    found = observed(LATEST.evaluate(dataset, TaskId(index), record))
    before = PAPER.evaluate(dataset, TaskId(index), record)
    for key, value in expected.items():
        if key == _BEFORE_CAPACITY and is_object(value):
            earlier = {"d0_keyword": before.scores[DimensionKey("d0_keyword")], "perfect": before.is_perfect}
            yield from _differences(
                {f"{key}.{name}": part for name, part in value.items()}, earlier, len(key) + 1
            )
        elif key not in INFORMATIVE:
            yield from _differences({key: value}, found, 0)


def observed(result: TaskResult) -> dict[str, object]:
    """A result under the keys of a vector's expectation."""
    return {
        **{str(key): score for key, score in result.scores.items()},
        **result.run,
        "perfect": result.is_perfect,
        _REASONS: list(result.gates) or None,
        "cat_satisfaction": _as_number(category(result.scores, SATISFACTION)),
        "cat_truthfulness": _as_number(category(result.scores, TRUTHFULNESS)),
        "cat_executability": _as_number(category(result.scores, EXECUTABILITY)),
        "cat_infeasibility": result.scores[D4] if result.run["task_impossible"] else None,
    }


def _as_number(passed: bool | None) -> float | None:
    return None if passed is None else float(passed)


def _differences(
    expected: Mapping[str, object], found: Mapping[str, object], prefix: int
) -> Iterator[Mismatch]:  # fmt: skip
    for key, value in expected.items():
        own = found.get(key[prefix:], _ABSENT)
        if not agrees(_without_details(value) if key == _REASONS else value, own):
            yield Mismatch(key, value, own)


def _without_details(reasons: object) -> object:
    if isinstance(reasons, list):
        return [str(reason).split(":", 1)[0] for reason in reasons]
    return reasons


def agrees(expected: object, found: object) -> bool:
    """Whether two values are the same: numbers within the tolerance, structures member by member."""
    if isinstance(expected, bool) or isinstance(found, bool):
        return expected is found
    if isinstance(expected, (int, float)) and isinstance(found, (int, float, str)):
        return _same_number(float(expected), found)
    if is_object(expected) and is_object(found):
        return expected.keys() == found.keys() and all(agrees(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, (list, tuple)):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    return expected == found


def _same_number(expected: float, found: float | str) -> bool:
    """Non-finite numbers are kept as text in results, since JSON has none."""
    try:
        own = float(found)
    except (ValueError, OverflowError):
        return False
    if math.isfinite(expected) and math.isfinite(own):
        return abs(expected - own) <= TOLERANCE
    return expected == own or (math.isnan(expected) and math.isnan(own))


def summary_mismatches(expected: Mapping[str, object], found: Mapping[str, object]) -> Iterator[Mismatch]:
    """Every key of an expected aggregate that differs."""
    return _differences(expected, found, 0)
