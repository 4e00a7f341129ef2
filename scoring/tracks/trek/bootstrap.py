"""The release's percentile bootstrap over tasks, for the overall mean and four categories.

Source: official rules, section 13: seed 42, 1000 draws from the command line, elements at 2.5 % and 97.5 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.engine.intervals import percentile_interval, resamples
from scoring.engine.model import Interval, TaskResult
from scoring.tracks.trek.verdict import D4, EFFICIENCY, EXECUTABILITY, SATISFACTION, TRUTHFULNESS, category

SEED = 42
DRAWS = 1000
PAIRED_DRAWS = 2000
_FIELD_BITS = 24
_FIELD_MASK = (1 << _FIELD_BITS) - 1
_EPSILON = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class _Packed:
    """Per task everything a draw adds up, packed so that one sum adds it all.

    ``counts`` holds seven fields of 24 bits, wide enough for 16 million tasks: passes and applicable tasks of
    three categories, applicable tasks of efficiency, infeasible tasks and their D4, all tasks' D4.
    """

    counts: Sequence[int]
    efficiency: Sequence[float]


_FIELDS = 10


def _pack(results: Sequence[TaskResult]) -> _Packed:
    counts = []
    for result in results:
        fields: list[int] = []
        for members in (SATISFACTION, TRUTHFULNESS, EXECUTABILITY):
            passed = category(result.scores, members)
            fields += [int(passed is True), int(passed is not None)]
        refused = result.scores[D4]
        infeasible = result.run["task_impossible"] is True
        fields += [int(infeasible and refused == 1.0), int(infeasible), int(refused == 1.0)]
        fields.append(int(result.scores[EFFICIENCY] is not None))
        counts.append(sum(value << (_FIELD_BITS * place) for place, value in enumerate(fields)))
    return _Packed(counts=counts, efficiency=[result.scores[EFFICIENCY] or 0.0 for result in results])


def _share(passed: int, applicable: int) -> float | None:
    return passed / applicable if applicable else None


def bootstrap(results: Sequence[TaskResult], *, draws: int = DRAWS) -> dict[str, Interval | None]:
    """Intervals by official key; infeasibility has none. None where no draw has a value."""
    packed = _pack(results)
    size = len(results)
    columns: dict[str, list[float | None]] = {
        "weighted_overall": [], "cat_satisfaction": [], "cat_truthfulness": [], "cat_reasoning": [],
        "cat_efficiency": [],
    }  # fmt: skip
    for positions in resamples(size=size, draws=draws, seed=SEED):
        total = sum(map(packed.counts.__getitem__, positions))
        fields = [(total >> (_FIELD_BITS * place)) & _FIELD_MASK for place in range(_FIELDS)]
        satisfaction, truthfulness = _share(fields[0], fields[1]), _share(fields[2], fields[3])
        executability = _share(fields[4], fields[5])
        infeasibility = _share(fields[6], fields[7]) if fields[7] else _share(fields[8], size)
        columns["cat_satisfaction"].append(satisfaction)
        columns["cat_truthfulness"].append(truthfulness)
        columns["cat_reasoning"].append(executability)
        columns["weighted_overall"].append(
            _geometric((satisfaction, truthfulness, executability, infeasibility))
        )  # fmt: skip
        efficiency = math.fsum(map(packed.efficiency.__getitem__, positions))
        columns["cat_efficiency"].append(efficiency / fields[9] if fields[9] else None)
    return {key: percentile_interval(values) for key, values in columns.items()}


def _geometric(categories: Iterable[float | None]) -> float | None:
    product = 1.0
    for value in categories:
        if value is None:
            return None
        product *= max(value, _EPSILON)
    return round(math.sqrt(math.sqrt(product)), 12)


def paired_interval(
    first: Sequence[float], second: Sequence[float], *, draws: int = PAIRED_DRAWS
) -> Interval | None:
    """Bootstrap interval of the mean difference first − second over shared tasks; None without any.

    The difference is significant when the interval excludes 0.
    """
    differences = [one - other for one, other in zip(first, second, strict=True)]
    means: list[float | None] = [
        math.fsum(map(differences.__getitem__, positions)) / len(differences)
        for positions in (resamples(size=len(differences), draws=draws, seed=SEED) if differences else ())
    ]
    return percentile_interval(means)
