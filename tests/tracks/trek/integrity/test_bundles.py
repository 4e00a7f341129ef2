"""Whole bundles: which record counts, what is compared with other bundles, and our own reference runs."""

from __future__ import annotations

import json
from datetime import date
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb_browser.world.bundles import BUNDLES
from scoring.engine.intake import Asked, Mode, SeenRecord, TaskSet
from scoring.engine.integrity import NO_PRINT, TASKS_NAMED, print_at, prints_shared
from scoring.engine.model import TaskId
from scoring.tracks.trek.intake import read_bundle
from scoring.tracks.trek.integrity import INTEGRITY
from scoring.tracks.trek.integrity.thresholds import Threshold
from tests.tracks.trek.integrity.runs import (
    GOLD,
    as_gold,
    changed,
    clean,
    dataset,
    feasible,
    gold_prints,
    looked_at,
    set_member,
    signals,
)
from tests.tracks.trek.strategies import json_values


class TestBundles:
    def test_the_last_record_that_can_be_scored_counts(self):
        records = [*changed(feasible(), as_gold), *clean()]
        assert "S801" not in signals(records)
        assert "S801" in signals(records, refused=range(len(records) // 2, len(records)))

    def test_records_without_an_index_answer_the_task_of_their_place(self):
        bare = [{k: v for k, v in record.items() if k != "query_index"} for record in clean()]
        assert looked_at(bare) == looked_at(clean())
        assert set(looked_at(bare[:-1]).prints) == {0}

    def test_only_the_first_tasks_are_named(self):
        records = changed(range(40), set_member("model_id", "other"))
        assert TASKS_NAMED == 50
        assert len(signals(records)["S810"].tasks) == 40

    def test_reading_a_bundle_shows_every_record(self):
        watch = INTEGRITY.watch(dataset(), gold=gold_prints(GOLD), declared={})
        content = "".join(f"{json.dumps(record)}\n" for record in changed(feasible(), as_gold)).encode()
        read_bundle(
            BytesIO(content),
            Asked(
                file_name="",
                tasks=TaskSet.of("trek", len(dataset().tasks)),
                today=date(2026, 8, 31),
                mode=Mode.RECORDS,
                observer=watch.see,
            ),
        )
        assert [one.code for one in watch.report().signals] == ["S801"]

    @given(members=st.dictionaries(st.sampled_from(sorted(clean()[0])), json_values))
    def test_whatever_a_record_holds_is_noted(self, members):
        watch = INTEGRITY.watch(dataset(), gold=(), declared={})
        for is_refused in (True, False):
            watch.see(SeenRecord(line=1, task=TaskId(1), members=members, is_refused=is_refused))
        watch.report()


class TestPrints:
    def test_the_reference_plan_has_no_print_to_compare(self):
        prints = looked_at(changed(feasible()[:2], as_gold)).prints
        assert [print_at(prints, task) == NO_PRINT for task in feasible()[:3]] == [True, True, False]
        assert print_at(prints, 10_000) == NO_PRINT

    def test_two_runs_share_the_plans_that_are_the_same(self):
        mine = looked_at(clean()).prints
        other = looked_at(changed(feasible()[:4], set_member("plan", {}))).prints
        assert prints_shared(mine, other) == feasible()[4:]
        assert prints_shared(mine, b"") == []


def test_a_threshold_needs_both_its_figures():
    threshold = Threshold(least=3, percent=5)
    assert [threshold.is_reached(*pair) for pair in [(2, 2), (3, 60), (3, 61), (4, 0)]] == [
        False, True, False, True
    ]  # fmt: skip


REFERENCE_RUNS = {
    "trek_gold-copy.jsonl": ["S801", "S806"],
    "trek_refuse-everything.jsonl": ["S812"],
    "trek_strong-agent.jsonl": ["S801", "S806"],
    "trek_middling-agent.jsonl.gz": ["S801", "S806"],
    "trek_weak-agent.jsonl": ["S801", "S806"],
}


@pytest.mark.parametrize(("name", "expected"), REFERENCE_RUNS.items())
def test_our_reference_runs_give_their_known_signals(name, expected):
    watch = INTEGRITY.watch(dataset(), gold=gold_prints(GOLD), declared={})
    with (BUNDLES / name).open("rb") as stream:
        read_bundle(
            stream,
            Asked(
                file_name=name,
                tasks=TaskSet.of("trek", len(dataset().tasks)),
                today=date(2026, 8, 31),
                mode=Mode.RECORDS,
                observer=watch.see,
            ),
        )
    assert [one.code for one in watch.report().signals] == expected
