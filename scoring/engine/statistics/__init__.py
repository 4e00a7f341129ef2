"""What a difference on a board is worth: tests, standings and intervals, exact wherever whole numbers allow.

The door to the package; the method, with sources and limits, is described in docs/statistics.md.
"""

from scoring.engine.statistics.family import Family, adjusted_p_values, family
from scoring.engine.statistics.paired import ALPHA, mcnemar_exact, wins_and_losses
from scoring.engine.statistics.standing import Standing, standings

__all__ = [
    "ALPHA",
    "Family",
    "Standing",
    "adjusted_p_values",
    "family",
    "mcnemar_exact",
    "standings",
    "wins_and_losses",
]
