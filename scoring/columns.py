"""The board's columns: which aggregate of a track fills which, and what a reader is told about each."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.engine.model import MetricKey, Scores

COUNT_MAX: Final = 1e15
"""More than this is no count of anything; the database has the same bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One figure of the board.

    Attributes:
        key: Column of `LeaderboardEntry` and key of the cell.
        metric: The official key of the aggregate that fills it.
        label: The paper's label.
        help: What it says, in one sentence.
        paper: Where the paper defines it.
        is_share: Between 0 and 1, shown in percent.
        higher_is_better: None where it is shown without judgement.
    """

    key: str
    metric: MetricKey
    label: str
    help: str
    paper: str
    is_share: bool = True
    higher_is_better: bool | None = True


COLUMNS: Final[Sequence[Column]] = (
    Column(
        key="tp_feasible",
        metric=MetricKey("task_perfect_feasible"),
        label="TP-feas",
        help="Share of the feasible tasks whose plan meets every rule.",
        paper="Table 2",
    ),
    Column(
        key="tp_infeasible",
        metric=MetricKey("task_perfect_infeasible"),
        label="TP-inf",
        help="Share of the infeasible tasks refused for the right reason.",
        paper="Table 2",
    ),
    Column(
        key="satisfaction",
        metric=MetricKey("cat_satisfaction"),
        label="Sat",
        help="Share of tasks whose plan meets everything the request asks for.",
        paper="Table 2",
    ),
    Column(
        key="truthfulness",
        metric=MetricKey("cat_truthfulness"),
        label="Tru",
        help="Share of tasks whose bookings all exist as stated.",
        paper="Table 2",
    ),
    Column(
        key="executability",
        metric=MetricKey("cat_reasoning"),
        label="Exe",
        help="Share of tasks whose plan could be carried out hour by hour.",
        paper="Table 2",
    ),
    Column(
        key="infeasibility",
        metric=MetricKey("cat_infeasibility"),
        label="Inf",
        help="Mean score for recognising infeasible tasks.",
        paper="Table 2",
    ),
    Column(
        key="overall",
        metric=MetricKey("weighted_overall"),
        label="Overall",
        help="Geometric mean of satisfaction, truthfulness, executability and infeasibility.",
        paper="Table 2",
    ),
    Column(
        key="overall_arithmetic",
        metric=MetricKey("arithmetic_overall"),
        label="Overall (arithmetic)",
        help="Arithmetic mean of the same four.",
        paper="Table 16",
    ),
    Column(
        key="overall_harmonic",
        metric=MetricKey("harmonic_overall"),
        label="Overall (harmonic)",
        help="Harmonic mean of the same four.",
        paper="Table 16",
    ),
    Column(
        key="efficiency",
        metric=MetricKey("cat_efficiency"),
        label="Eff",
        help="Mean economy of calls and tokens; not part of the overall.",
        paper="Table 2",
    ),
    Column(
        key="tokens_per_task",
        metric=MetricKey("avg_total_tokens"),
        label="Tokens",
        help="Mean tokens per task, over the tasks that report any.",
        paper="Table 2",
        is_share=False,
        higher_is_better=False,
    ),
)
COLUMN_OF: Final[Mapping[str, Column]] = MappingProxyType({column.key: column for column in COLUMNS})
COLUMN_KEY_OF: Final[Mapping[MetricKey, str]] = MappingProxyType(
    {column.metric: column.key for column in COLUMNS}
)


def figures_of(scores: Scores) -> Mapping[str, float | None]:
    """The figure of every column; None where it does not exist or is no finite number."""
    return {column.key: _figure(column, scores.summary.get(column.metric)) for column in COLUMNS}


def intervals_of(scores: Scores) -> Mapping[str, Sequence[float]]:
    """``[low, high]`` of every column that has a 95 % interval."""
    found = {}
    for column in COLUMNS:
        measure = scores.measures.get(column.metric)
        if measure is not None and measure.interval is not None:
            found[column.key] = [measure.interval.low, measure.interval.high]
    return found


def _figure(column: Column, value: object) -> float | None:
    # A figure that is no number is one that does not exist; it is never shown or ranked as 0.
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
        return None
    if column.is_share:
        return float(value)
    # Submitters state their own token counts; what cannot be one is left out, the scores stand.
    return float(value) if 0 <= value <= COUNT_MAX else None
