"""What a reader may ask of a comparison, as values; as in `scoring.filters`, nothing else gets through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from scoring.filters import LinkedQuery, choice_in, page_in, text_in

GOLD: Final = "gold"
REPORTED: Final = "reported:"
"""Before the key of a model whose figures were reported elsewhere."""
PERFECT: Final = "perfect"
FEASIBLE: Final = "tp_feasible"
INFEASIBLE: Final = "tp_infeasible"
WHOLE: Final[Mapping[str, str]] = MappingProxyType(
    {PERFECT: "Perfect", FEASIBLE: "TP-feas", INFEASIBLE: "TP-inf"}
)
"""What a whole plan is judged by, with its label: over every task, or over those of one kind."""
SPLITS: Final = ("flipped", "only_a", "only_b", "both", "neither")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparisonFilters(LinkedQuery):
    """One view of a comparison.

    Attributes:
        a: Public id of the first entry.
        b: Of the second one; ``gold`` for the reference plans, ``reported:`` and a key for a model as it was
            reported elsewhere.
        version: Name of a dataset version that both were scored on; "" for the one that `a` was made for.
        evaluator: Evaluator version; "" for the default one.
        on: A member of `WHOLE`, or the key of a dimension.
        split: Which tasks are listed, by who passed them: a member of `SPLITS`.
        page: From 1.
    """

    a: str = ""
    b: str = ""
    version: str = ""
    evaluator: str = ""
    on: str = PERFECT
    split: str = "flipped"
    page: int = 1

    @property
    def reported(self) -> str:
        """The key of the reported model that is asked for; "" for none."""
        return self.b.removeprefix(REPORTED) if self.b.startswith(REPORTED) else ""

    @property
    def entries(self) -> frozenset[str]:
        """Public ids of the entries that are asked for."""
        named = {key for key in (self.a, self.b) if key and not key.startswith(REPORTED)}
        return frozenset(named - {GOLD})

    @classmethod
    def from_query(cls, raw: Mapping[str, str], *, dimensions: tuple[str, ...]) -> ComparisonFilters:
        """Read a query string against the track's dimension keys; never raises."""
        return cls(
            a=text_in(raw, "a"),
            b=text_in(raw, "b"),
            version=text_in(raw, "version"),
            evaluator=text_in(raw, "evaluator"),
            on=choice_in(raw, "on", (*WHOLE, *dimensions), PERFECT),
            split=choice_in(raw, "split", SPLITS, "flipped"),
            page=page_in(raw),
        )
