"""Reasons are stored packed: what is read is what was written, in few bytes, and nothing else is read."""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from importlib.resources import files

import pytest
from django.core import serializers
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from hypothesis import given
from hypothesis import strategies as st

from kb_browser.store import load_dataset
from kb_browser.world.bundles import BUNDLES, SMALL_WORLD
from scoring.engine.canonical import canonical_json
from scoring.engine.run import evaluate_all, outcome_json
from scoring.models import TaskOutcome
from scoring.models import packed as packing
from scoring.models.packed import UNPACKED_MAX, PackedValueError, packed, unpacked
from scoring.storable import storable
from scoring.tracks import TREK
from scoring.tracks.trek.run_file import last_records, read_rows, split_rows
from tests.factories import entry_make, outcomes_make

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
OUTCOMES = [{"code": "trek.é", "verdict": "failed", "path": "/day1", "facts": {"z": 1.0, "a": [None, "💥"]}}]
OF_ANOTHER = zlib.compressobj(zdict=b"another dictionary")


class TestPacking:
    @given(VALUES)
    def test_what_is_unpacked_is_what_was_packed(self, value):
        found = unpacked(packed(value))
        assert found == value
        assert canonical_json(found) == canonical_json(value)

    def test_equal_values_are_equal_bytes(self):
        assert packed({"a": 1, "b": 2}) == packed({"b": 2, "a": 1})

    @pytest.mark.parametrize("value", [math.nan, math.inf, [{"a": -math.inf}]])
    def test_no_number_that_json_does_not_have(self, value):
        with pytest.raises(ValueError, match="float"):
            packed(value)

    def test_what_is_too_large_is_neither_written_nor_read(self, monkeypatch):
        with pytest.raises(PackedValueError, match="more than"):
            packed("x" * UNPACKED_MAX)
        monkeypatch.setattr(packing, "UNPACKED_MAX", 2 * UNPACKED_MAX)
        bomb = packed("x" * UNPACKED_MAX)
        monkeypatch.undo()
        assert len(bomb) < 100_000
        with pytest.raises(PackedValueError, match="too large"):
            unpacked(bomb)

    @pytest.mark.parametrize(
        "stored",
        [
            b"",
            b"\x00",
            b"\xff" + packed(OUTCOMES)[1:],
            packed(OUTCOMES)[:-1],
            packed(OUTCOMES) + b"\x00",
            packed(OUTCOMES)[:20] + b"\x00\x00" + packed(OUTCOMES)[22:],
            b"\x01" + OF_ANOTHER.compress(b"[]") + OF_ANOTHER.flush(),
            b"[]",
        ],
    )
    def test_bytes_that_were_not_packed_or_are_damaged_are_refused(self, stored):
        with pytest.raises(PackedValueError):
            unpacked(stored)

    def test_a_dictionary_never_changes(self):
        text = files("scoring.models").joinpath(packing.DICTIONARIES[1]).read_bytes()
        assert hashlib.sha256(text).hexdigest() == (
            "96658368a91067b345915c2c4b623130683004cc8c8fa2f109c66998eefbe192"
        )
        assert set(packing.DICTIONARIES) == set(range(1, packing.NEWEST + 1))

    def test_the_reasons_of_a_run_take_a_tenth_of_their_text(self):
        dataset, _ = load_dataset(SMALL_WORLD)
        lines = (BUNDLES / "trek_strong-agent.jsonl").read_bytes()
        records = last_records(read_rows(split_rows(lines)), len(dataset.tasks))
        values = [
            [storable(outcome_json(one)) for one in result.outcomes]
            for result in evaluate_all(TREK, dataset, records)
        ]
        texts = [canonical_json(value) for value in values]
        alone = sum(len(zlib.compress(text, 9)) for text in texts)
        assert sum(len(packed(value)) for value in values) < min(sum(map(len, texts)) / 10, alone * 2 / 3)


@pytest.mark.django_db
class TestField:
    def test_it_reads_as_what_was_written_however_it_is_read(self):
        evaluation = entry_make().evaluation
        outcomes_make(evaluation, [0, 1])
        rows = TaskOutcome.objects.filter(evaluation=evaluation, query_index=1)
        rows.update(outcomes=OUTCOMES)
        row = rows.get()
        assert row.outcomes == OUTCOMES
        assert list(rows.values_list("outcomes", flat=True)) == [OUTCOMES]
        row.outcomes = [*OUTCOMES, *OUTCOMES]
        row.save()
        assert rows.values("outcomes").get() == {"outcomes": OUTCOMES * 2}
        assert TaskOutcome(evaluation=evaluation, query_index=5).outcomes == []

    def test_a_dump_holds_it_as_text_and_brings_it_back(self):
        outcomes_make(entry_make().evaluation, [0])
        TaskOutcome.objects.update(outcomes=OUTCOMES)
        dump = serializers.serialize("json", TaskOutcome.objects.all())
        assert json.loads(json.loads(dump)[0]["fields"]["outcomes"]) == OUTCOMES
        TaskOutcome.objects.all().delete()
        for one in serializers.deserialize("json", dump):
            one.save()
        assert TaskOutcome.objects.get().outcomes == OUTCOMES


@pytest.mark.django_db(transaction=True)
def test_older_rows_are_packed_and_come_back_as_they_were(monkeypatch):
    """The migrations forth and back, several batches of them."""
    module = __import__("scoring.migrations.0019_outcomes_pack", fromlist=["BATCH"])
    monkeypatch.setattr(module, "BATCH", 3)
    evaluation = entry_make().evaluation
    outcomes_make(evaluation, range(10))
    TaskOutcome.objects.filter(query_index=7).update(outcomes=OUTCOMES)
    expected = dict(TaskOutcome.objects.values_list("query_index", "outcomes"))
    before = ("scoring", "0017_prices_stay")
    leaves = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate([before])
    try:
        old = MigrationExecutor(connection).loader.project_state([before]).apps
        rows = old.get_model("scoring", "TaskOutcome").objects
        assert dict(rows.values_list("query_index", "outcomes")) == expected
    finally:
        MigrationExecutor(connection).migrate(leaves)
    assert dict(TaskOutcome.objects.values_list("query_index", "outcomes")) == expected
