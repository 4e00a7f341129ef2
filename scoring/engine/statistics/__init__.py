"""What a difference on a board is worth: tests, standings and intervals, exact wherever whole numbers allow.

The door to the package; the method, with sources and limits, is described in docs/statistics.md.
"""

from scoring.engine.statistics.difference import DRAWS, FLIPS, SEED, Difference, paired_difference
from scoring.engine.statistics.family import Family, adjusted_p_values, family
from scoring.engine.statistics.front import FRONT_DRAWS, Front, front
from scoring.engine.statistics.paired import ALPHA, mcnemar_exact, wins_and_losses
from scoring.engine.statistics.proportion import wilson_interval
from scoring.engine.statistics.repeats import Spread, Steadiness, spread, steadiness
from scoring.engine.statistics.resolution import POWER, Detectable, Resolution, resolution
from scoring.engine.statistics.standing import Standing, standings

__all__ = [
    "ALPHA",
    "DRAWS",
    "FLIPS",
    "FRONT_DRAWS",
    "POWER",
    "SEED",
    "Detectable",
    "Difference",
    "Family",
    "Front",
    "Resolution",
    "Spread",
    "Standing",
    "Steadiness",
    "adjusted_p_values",
    "family",
    "front",
    "mcnemar_exact",
    "paired_difference",
    "resolution",
    "spread",
    "standings",
    "steadiness",
    "wilson_interval",
    "wins_and_losses",
]
