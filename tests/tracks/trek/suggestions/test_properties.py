"""What holds for every suggestion: it flips its check, says what it does, and is the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb_browser.world.bundles import SMALL_WORLD
from scoring.engine.canonical import canonical_json
from scoring.engine.model import DimensionKey, TaskId
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.suggestions import NoSuggestion, Stock, Suggestion, patched, suggest
from scoring.tracks.trek.suggestions.judging import failed, flips
from scoring.tracks.trek.suggestions.search import EVALUATIONS_MAX
from scoring.tracks.trek.track import LATEST, PAPER
from tests.mutations import MUTATIONS, gold_rows, mutated
from tests.tracks.trek.strategies import KB, TASKS, copied, records
from tests.tracks.trek.suggestions.worlds import evaluated, stock
from tests.tracks.trek.world import tiny_dataset

SEEDS = range(6)
COAST = Stock(tiny_dataset(KB, *TASKS.values()), LATEST.rules)
PROPERTY = settings(
    deadline=None, max_examples=60, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)  # fmt: skip


def assert_holds(stock: Stock, task: TaskId, record: TrekRecord, one: Suggestion) -> None:
    """The edit, applied by itself to the record as submitted, does what the suggestion says."""
    before = LATEST.evaluate(stock.dataset, task, record)
    members = patched(record.members, one.changes)
    after = LATEST.evaluate(stock.dataset, task, TrekRecord(members=members))
    assert flips(one.outcome, before, after), one
    assert {effect.key: (effect.before, effect.after) for effect in one.effects} == {
        key: (before.scores[key], after.scores[key]) for key in before.scores
    }
    assert one.becomes_perfect == after.is_perfect
    assert list(one.gates_after) == list(after.gates)
    if one.is_clean:
        judged = {key: score for key, score in before.scores.items() if score is not None}
        assert all(after.scores[key] >= score for key, score in judged.items()), one
        assert set(after.gates) <= set(before.gates)
    assert json.loads(canonical_json(one.as_json()))["offered"] is True


class TestAppliedAloneItFlipsTheCheck:
    """In all cases where a change is offered, the evaluator agrees that the check then holds."""

    @pytest.mark.parametrize("seed", SEEDS)
    def test_for_gold_with_one_thing_wrong(self, seed):
        for task, record in mutated(stock().dataset, gold_rows(SMALL_WORLD), seed):
            found = suggest(stock(), task, record)
            assert [one.outcome for one in found] == failed(evaluated(task, record))
            for one in found:
                if isinstance(one, Suggestion):
                    assert_holds(stock(), task, record, one)

    @PROPERTY
    @given(records.map(copied), st.integers(0, len(TASKS) - 1))
    def test_for_any_record_whatever_and_nothing_is_raised(self, row, task):
        record = TrekRecord.from_object(row)
        for one in suggest(COAST, TaskId(task), record, limit=40):
            if isinstance(one, Suggestion):
                assert_holds(COAST, TaskId(task), record, one)
            else:
                assert one.words


class TestMostFailuresHaveOne:
    """At least four of five failed checks of the dimensions that mistakes fall into are offered a change."""

    @pytest.mark.parametrize(
        "dimension", ["d1_implicit", "d3_budget", "b2_opening_hours", "b3_spatiotemporal", "d0_keyword"]
    )
    def test_by_dimension(self, dimension):
        assert DimensionKey(dimension) in MUTATIONS
        found = [
            one
            for seed in SEEDS
            for task, record in mutated(stock().dataset, gold_rows(SMALL_WORLD), seed)
            for one in suggest(stock(), task, record)
            if one.outcome.code.split(".")[1] == dimension
        ]
        without = [one.outcome.code for one in found if isinstance(one, NoSuggestion)]
        assert len(found) >= 5
        assert len(without) <= len(found) / 5, without


class TestOnlyTheInputsDecide:
    """The same record gets the same advice, in the order of its outcomes; arguments stay as they are."""

    def test_hash_seeds_do_not_show(self):
        outputs = {
            subprocess.run(
                [sys.executable, "-m", "tests.tracks.trek.suggestions.printing"],
                cwd=Path(__file__).parents[4], env={**os.environ, "PYTHONHASHSEED": seed},
                capture_output=True, check=True,
            ).stdout
            for seed in ("0", "1", "4242")
        }  # fmt: skip
        (output,) = outputs
        assert output

    @PROPERTY
    @given(records.map(copied), st.integers(0, len(TASKS) - 1))
    def test_the_record_is_not_touched(self, row, task):
        before = json.dumps(row, default=str)
        suggest(COAST, TaskId(task), TrekRecord.from_object(row), limit=20)
        assert json.dumps(row, default=str) == before

    def test_evaluations_are_counted_and_bounded(self):
        for task, record in mutated(stock().dataset, gold_rows(SMALL_WORLD), 0):
            for one in suggest(stock(), task, record, limit=3):
                assert one.evaluated <= 3 + 1
            assert all(one.evaluated <= EVALUATIONS_MAX + 1 for one in suggest(stock(), task, record))

    def test_the_papers_edition_is_advised_by_its_own_rules(self):
        paper = Stock(stock().dataset, PAPER.rules)
        for task, record in mutated(stock().dataset, gold_rows(SMALL_WORLD), 1):
            codes = {one.outcome.code for one in suggest(paper, task, record)}
            assert "trek.d0_keyword.vehicle_capacity" not in codes
