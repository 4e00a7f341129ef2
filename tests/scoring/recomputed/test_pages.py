"""Analyses, entries and comparisons agree with what anybody can work out from the tasks given out."""

from __future__ import annotations

import pytest

from tests.scoring.recomputed import analyses, entries

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "check",
    [
        analyses.failures_check,
        analyses.cost_check,
        analyses.robustness_check,
        entries.entry_check,
        entries.comparison_check,
    ],
    ids=lambda check: check.__name__.removesuffix("_check"),
)
def test_every_figure(site, runs, check):
    check(site, runs)
