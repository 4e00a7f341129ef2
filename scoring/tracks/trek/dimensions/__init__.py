"""The dimensions of TREK in the official order, and what the paper's edition leaves out."""

from __future__ import annotations

from dataclasses import replace

from scoring.tracks.trek.dimensions import (
    b2_opening_hours,
    b3_spatiotemporal,
    d0_keyword,
    d0_source,
    d1_implicit,
    d2_cities,
    d3_budget,
    d4_impossible,
    d5_retry,
)  # fmt: skip
from scoring.tracks.trek.dimensions.base import Dimension

LATEST: tuple[Dimension, ...] = (
    d0_keyword.DIMENSION,
    d0_source.DIMENSION,
    d1_implicit.DIMENSION,
    d2_cities.SINGLE,
    d2_cities.MULTI,
    d3_budget.DIMENSION,
    d4_impossible.DIMENSION,
    d5_retry.DIMENSION,
    b2_opening_hours.DIMENSION,
    b3_spatiotemporal.DIMENSION,
)

PAPER: tuple[Dimension, ...] = tuple(
    replace(
        dimension,
        checks=tuple(check for check in dimension.checks if check.code not in d0_keyword.PAPER_EDITION_LACKS),
    )
    for dimension in LATEST
)
"""The edition whose numbers the paper prints: no vehicle-capacity check."""
