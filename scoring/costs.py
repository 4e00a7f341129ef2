"""Cost and quality of the entries of one board: mean costs, the observed front, and how sure it is. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from scoring.engine.statistics import FRONT_DRAWS, front

FRONT_ENTRIES: Final = 100
"""Most entries that are drawn against each other; layer by layer from the front, see `nearest`."""
_MEAN_DIGITS: Final = 9


class Unknown(StrEnum):
    """Why an entry has no cost."""

    NONE = ""
    NOT_REPORTED = "not_reported"
    NO_PARTS = "no_parts"
    NO_PRICE = "no_price"
    NO_MODEL = "no_model"
    SEVERAL_MODELS = "several_models"
    ANONYMOUS = "anonymous"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostPoint:
    """What one entry cost by one measure.

    Attributes:
        mean: Per task, over the tasks whose cost is known; None where none is.
        known: How many these are.
        unknown: Why there is no mean.
        model: The row of the table of prices that was applied; "" for other measures.
    """

    mean: float | None = None
    known: int = 0
    unknown: Unknown = Unknown.NONE
    model: str = ""

    def as_json(self) -> Mapping[str, Any]:
        """For storing."""
        return asdict(self)


def point_from(stored: Mapping[str, Any]) -> CostPoint:
    """The inverse of `CostPoint.as_json`."""
    return CostPoint(**{**stored, "unknown": Unknown(stored["unknown"])})


def point_of(costs: Sequence[float | None], *, model: str = "") -> CostPoint:
    """The mean over the tasks whose cost is known; no task is taken for free."""
    known = [cost for cost in costs if cost is not None]
    if not known:
        return CostPoint(unknown=Unknown.NO_PARTS if model else Unknown.NOT_REPORTED)
    return CostPoint(mean=round(sum(known) / len(known), _MEAN_DIGITS), known=len(known), model=model)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One entry whose cost is known for every task of the board.

    Attributes:
        passes: The feasible tasks that it solved, as bits.
        costs: Of every task, in the order of the bits.
    """

    evaluation: int
    passes: int
    costs: Sequence[float]

    @property
    def point(self) -> tuple[int, float]:
        """Solved tasks, and what all tasks cost."""
        return self.passes.bit_count(), sum(self.costs)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFront:
    """Who dominates whom.

    Attributes:
        observed: The evaluations on the front as it stands, cheapest first.
        on_front: By evaluation, the share of draws in which nobody dominates it.
        dominates: By evaluation, by other evaluation, the share of draws in which it dominates that; pairs
            of drawn entries that are not there have the share 0.
        draws: How many draws there were.
    """

    observed: Sequence[int]
    on_front: Mapping[int, float]
    dominates: Mapping[int, Mapping[int, float]]
    draws: int

    def as_json(self) -> Mapping[str, Any]:
        """For storing; keys of a JSON object are text."""
        return {
            "observed": list(self.observed),
            "on_front": {str(pk): share for pk, share in self.on_front.items()},
            "dominates": {
                str(pk): {str(other): share for other, share in others.items()}
                for pk, others in self.dominates.items()
            },
            "draws": self.draws,
        }


def front_from(stored: Mapping[str, Any]) -> BoardFront:
    """The inverse of `BoardFront.as_json`; an empty front from nothing."""
    return BoardFront(
        observed=list(stored.get("observed", ())),
        on_front={int(pk): share for pk, share in stored.get("on_front", {}).items()},
        dominates={
            int(pk): {int(other): share for other, share in others.items()}
            for pk, others in stored.get("dominates", {}).items()
        },
        draws=stored.get("draws", 0),
    )


def front_of(runs: Sequence[Run], mask: int, *, draws: int = FRONT_DRAWS) -> BoardFront:
    """The observed front, and a paired bootstrap over all tasks of those nearest to it.

    Args:
        runs: Entries whose costs are known.
        mask: All tasks, whose costs count; quality counts the tasks of ``Run.passes`` alone.
        draws: Of the bootstrap.
    """
    layers = list(nearest(runs))
    drawn = sorted((run for layer in layers for run in layer), key=lambda run: run.evaluation)
    found = front([run.passes for run in drawn], [run.costs for run in drawn], mask, draws=draws)
    ids = [run.evaluation for run in drawn]
    first = sorted(layers[0], key=lambda run: (run.point[1], run.evaluation)) if layers else []
    return BoardFront(
        observed=[run.evaluation for run in first],
        on_front={pk: share for pk, share in zip(ids, found.on_front, strict=True) if share is not None},
        dominates={
            pk: {other: share for other, share in zip(ids, row, strict=True) if share}
            for pk, row in zip(ids, found.dominates, strict=True)
        },
        draws=found.draws,
    )


def nearest(runs: Sequence[Run], most: int = FRONT_ENTRIES) -> Sequence[Sequence[Run]]:
    """The front, then the front of what remains, and so on, whole layers up to ``most`` entries.

    The first layer is always there; should it alone have more, its cheapest are.
    """
    left = sorted(runs, key=lambda run: (-run.point[0], run.point[1], run.evaluation))
    layers: list[list[Run]] = []
    count = 0
    while left:
        layer = _undominated(left)
        if layers and count + len(layer) > most:
            break
        layers.append(layer)
        count += len(layer)
        gone = {run.evaluation for run in layer}
        left = [run for run in left if run.evaluation not in gone]
    return [layers[0][:most], *layers[1:]] if layers else []


def _undominated(ordered: Sequence[Run]) -> list[Run]:
    """Of runs with the best first and among equals the cheapest first, those that none dominates."""
    found: list[Run] = []
    least: tuple[float, int] | None = None
    for run in ordered:
        passed, cost = run.point
        # Equal points do not dominate each other.
        if least is None or cost < least[0] or (cost, passed) == least:
            found.append(run)
            least = (cost, passed)
    return found
