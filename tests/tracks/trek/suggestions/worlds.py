"""The small release, its gold, and asking for advice about a changed plan."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from kb_browser.release_files import ReleaseFolder
from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.model import TaskId, Verdict
from scoring.tracks.trek.dataset import read_dataset
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions import Advice, Stock, Suggestion, suggest
from scoring.tracks.trek.track import LATEST
from tests.mutations import gold_rows

ROUND = 8
"""Two persons, three days in Omarinde and back; no persona, no car; a hotel is named."""

TWO_CITIES = 1
"""Five persons, six days, two cities, three personas; a hotel is named and the budget is tight."""

TIGHT = 12
"""Two persons, three days, three personas; 3 % of the budget is left over."""

DEAR = 36
"""Four persons, nine days, three cities; tickets alone can break the budget."""


@cache
def stock() -> Stock:
    """The small release, read once."""
    return Stock(read_dataset(ReleaseFolder(SMALL_WORLD).files()), LATEST.rules)


@cache
def _gold() -> list[dict[str, Any]]:
    return gold_rows(SMALL_WORLD)


def gold_plan(task: int) -> dict[str, Any]:
    """A copy of a task's gold plan."""
    return copy.deepcopy(_gold()[task]["plan"])


def answered(plan: Mapping[str, Any]) -> TrekRecord:
    """A plan as a record."""
    return TrekRecord(members={"plan": plan, "is_feasible": True, "submitted": True})


def evaluated(task: int, record: TrekRecord):
    """What the evaluator itself says."""
    return LATEST.evaluate(stock().dataset, TaskId(task), record)


def mended(task: int, record: TrekRecord, advice: Suggestion):
    """What the evaluator says of the record with the edit."""
    return evaluated(task, TrekRecord(members=advice.edit.apply(record.members)))


def failing(result) -> list[str]:
    """Codes of the failed checks."""
    return [outcome.code for outcome in result.outcomes if outcome.verdict is Verdict.FAILED]


def advice_for(task: int, record: TrekRecord, code: str) -> Advice:
    """The advice about the first failed check of a code."""
    return next(one for one in suggest(stock(), TaskId(task), record) if one.outcome.code == code)


def offered(task: int, plan: Mapping[str, Any], code: str) -> Suggestion:
    """The suggestion for a changed gold plan; it holds when it is applied."""
    record = answered(plan)
    advice = advice_for(task, record, code)
    assert isinstance(advice, Suggestion), advice
    assert code not in failing(mended(task, record, advice))
    return advice
