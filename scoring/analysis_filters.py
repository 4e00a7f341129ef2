"""What a reader may ask of the analysis pages, as values; see `scoring.filters`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from scoring.filters import DIVISIONS, OPEN_WEIGHTS, LinkedQuery, choice_in, page_in, text_in

FACETS: Final = ("kind", "persona", "cities", "days", "budget", "party", "cause")
PERFECT: Final = "perfect"
AXES: Final = ("tokens", "calls", "usd")
SCALES: Final = ("log", "linear")


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisFilters(LinkedQuery):
    """Which board is looked at.

    Attributes:
        version: Name of a dataset version, "" for the current one.
        evaluator: Evaluator version, "" for the default one.
    """

    version: str = ""
    evaluator: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureFilters(AnalysisFilters):
    """One view of the failures.

    Attributes:
        by: How tasks are grouped, a member of ``FACETS``; "" for one column a dimension instead.
        of: What is failed when tasks are grouped: ``perfect``, or the key of a dimension.
        page: From 1.
    """

    by: str = ""
    of: str = PERFECT
    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str], *, dimensions: tuple[str, ...]) -> FailureFilters:
        """Read a query string against the track's dimension keys; never raises."""
        return cls(
            version=text_in(raw, "version"),
            evaluator=text_in(raw, "evaluator"),
            by=choice_in(raw, "by", FACETS),
            of=choice_in(raw, "of", dimensions, PERFECT),
            page=page_in(raw),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CostFilters(AnalysisFilters):
    """One view of quality and cost.

    Attributes:
        division: ``standard``, ``custom`` or "" for both.
        weights: ``yes``, ``no``, ``unknown`` (open weights) or "" for all.
        axis: What is counted as cost: ``tokens``, ``calls`` or ``usd``, each per task.
        scale: Of the axis of costs, ``log`` or ``linear``.
        prices: The day whose prices hold, as ``2026-01-31``; "" for the newest there are.
        pairs: ``yes`` lists who dominates whom.
    """

    division: str = ""
    weights: str = ""
    axis: str = "tokens"
    scale: str = "log"
    prices: str = ""
    pairs: str = ""

    @classmethod
    def from_query(cls, raw: Mapping[str, str]) -> CostFilters:
        """Read a query string; never raises, unknown values become the default."""
        return cls(
            version=text_in(raw, "version"),
            evaluator=text_in(raw, "evaluator"),
            division=choice_in(raw, "division", DIVISIONS),
            weights=choice_in(raw, "weights", OPEN_WEIGHTS),
            axis=choice_in(raw, "axis", AXES, "tokens"),
            scale=choice_in(raw, "scale", SCALES, "log"),
            prices=_day_in(raw, "prices"),
            pairs=choice_in(raw, "pairs", ("yes",)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RobustnessFilters(AnalysisFilters):
    """One view of the orders by different means; `page` counts from 1."""

    page: int = 1

    @classmethod
    def from_query(cls, raw: Mapping[str, str]) -> RobustnessFilters:
        """Read a query string; never raises."""
        return cls(version=text_in(raw, "version"), evaluator=text_in(raw, "evaluator"), page=page_in(raw))


def _day_in(raw: Mapping[str, str], name: str) -> str:
    try:
        return date.fromisoformat(raw.get(name, "")).isoformat()
    except ValueError:
        return ""
