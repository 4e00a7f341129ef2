"""Whatever statistic is made wrong, a check notices; and the checks borrow nothing from the site."""

from __future__ import annotations

import ast
import sys
from decimal import ROUND_DOWN
from fractions import Fraction
from functools import _lru_cache_wrapper
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db.models import F

from scoring.engine.model import Interval
from scoring.engine.statistics import spread
from scoring.models import BoardCosts, BoardStandings, LeaderboardEntry
from tests.scoring.recomputed import analyses, boards, entries
from tests.scoring.recomputed.scene import work_out

pytestmark = pytest.mark.django_db


def forget():
    """What the site keeps of what it worked out before, in the process and in the database."""
    caches["boards"].clear()
    for name, module in tuple(sys.modules.items()):
        if name.startswith("scoring."):
            for one in vars(module).values():
                if isinstance(one, _lru_cache_wrapper):
                    one.cache_clear()
    BoardStandings.objects.all().delete()
    BoardCosts.objects.all().delete()


@pytest.fixture
def unkept(_scene):
    forget()
    yield
    forget()
    work_out()


def too_wide(passed, count):
    return Interval(low=0.0, high=passed / count, method="wilson") if count else None


BROKEN = {
    "the intervals of cells": (
        ("scoring.selectors.analysis.failures", "wilson_interval"),
        too_wide,
        analyses.failures_check,
    ),
    "the bands of budgets": (
        ("scoring.selectors.facets", "_daily"),
        lambda task: task.budget or 0.0,
        analyses.failures_check,
    ),
    "the paired test": (
        ("scoring.selectors.compared", "mcnemar_exact"),
        lambda a, b: 0.5 ** max(a, b),
        entries.comparison_check,
    ),
    "the flips of signs": (("scoring.engine.statistics.difference", "FLIPS"), 100, entries.comparison_check),
    "the level of the board": (
        ("scoring.engine.statistics.family", "ALPHA"),
        Fraction(1, 3),
        boards.standings_check,
    ),
    "the groups": (
        ("scoring.engine.statistics.standing", "_groups"),
        lambda levels, _: {level: place + 1 for place, level in enumerate(levels)},
        boards.standings_check,
    ),
    "the usual difference": (
        ("scoring.engine.statistics.resolution", "_median_discordant"),
        lambda _: 5,
        boards.standings_check,
    ),
    "the power": (("scoring.engine.statistics.resolution", "POWER"), 0.2, boards.standings_check),
    "the draws of the front": (("scoring.engine.statistics.front", "SEED"), 43, analyses.cost_check),
    "the front": (("scoring.costs", "_undominated"), lambda runs: list(runs[:1]), analyses.cost_check),
    "what a token costs": (
        ("scoring.prices", "_MILLION"),
        1_000_100,
        analyses.cost_check,
    ),
    "the correlation": (
        ("scoring.selectors.analysis.robustness", "spearman"),
        lambda *_: 0.9,
        analyses.robustness_check,
    ),
    "the near misses": (
        ("scoring.selectors.losses", "failing_alone"),
        lambda sheet, texts: {**{str(text.key): sheet.fails(text.key) for text in texts}, "any": sheet.every},
        entries.entry_check,
    ),
    "the rounding": (("scoring.engine.display", "ROUND_HALF_UP"), ROUND_DOWN, boards.figures_check),
    "the spread of runs": (
        ("scoring.selectors.board_runs", "spread"),
        lambda values: spread([*values, values[0]]),
        boards.runs_check,
    ),
}


def test_made_anew_nothing_is_noticed(site, runs, unkept):
    work_out()
    boards.figures_check(site, runs)
    boards.standings_check(site, runs)
    analyses.cost_check(site, runs)


@pytest.mark.parametrize("what", BROKEN)
def test_a_wrong_statistic_is_noticed(site, runs, unkept, monkeypatch, what):
    place, instead, check = BROKEN[what]
    module, name = place
    monkeypatch.setattr(sys.modules[module], name, instead)
    work_out()
    with pytest.raises(AssertionError):
        check(site, runs)


@pytest.mark.parametrize("column", ["overall", "satisfaction", "efficiency", "tokens_per_task"])
def test_a_wrong_stored_figure_is_noticed(site, runs, unkept, column):
    LeaderboardEntry.objects.filter(rank=3).update(**{column: F(column) * 0.99})
    work_out()
    with pytest.raises(AssertionError):
        boards.figures_check(site, runs)


def test_a_wrong_rank_is_noticed(site, runs, unkept):
    LeaderboardEntry.objects.filter(rank=4).update(rank=5)
    work_out()
    with pytest.raises(AssertionError):
        boards.standings_check(site, runs)


@pytest.mark.parametrize("name", ["analyses", "boards", "entries", "figures", "public"])
def test_nothing_of_the_project_works_a_figure_out(name):
    tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8"))
    imported = {
        module
        for node in ast.walk(tree)
        for module in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    ours = ("scoring", "submissions", "kb_browser", "trek_site")
    assert not [module for module in imported if module.split(".")[0] in ours]
