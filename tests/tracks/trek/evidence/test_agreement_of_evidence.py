"""What the evidence says is what the evaluator says, for every record there is to try."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from kb_browser.release_files import ReleaseFolder
from kb_browser.store import load_dataset
from kb_browser.world.bundles import SMALL_WORLD
from scoring.evidence_tables import evidence_tables
from scoring.tracks import EVALUATORS, TREK
from scoring.tracks.trek.record import TrekRecord
from scoring.tracks.trek.run_file import read_rows
from tests.bundles import gold_answers
from tests.tracks.trek.strategies import as_json, plans, records
from tests.tracks.trek.test_properties import PROPERTY, any_task, coast

CONFORMANCE = Path(__file__).parents[1] / "conformance"
TOLERANCE = 1e-9


@cache
def small_dataset():
    return load_dataset(SMALL_WORLD)[0]


@cache
def conformance_dataset():
    return TREK.read_dataset(ReleaseFolder(CONFORMANCE / "release").files())


def assert_agrees(dataset, task, record, track=TREK):
    """The same result, and every part of the evidence with the evaluator's verdict."""
    evidence = track.evidence(dataset, task, record)
    result = track.evaluate(dataset, task, record)
    assert evidence.result == result
    for key, is_met in evidence.verdicts.items():
        assert is_met == (result.scores[key] >= 1), key
    assert_sums_agree(evidence)
    tables = evidence_tables(evidence, lambda key: "")
    assert len(json.dumps([repr(table) for table in tables.values()])) < 200_000
    return evidence


def assert_sums_agree(evidence):
    scores = evidence.result.scores
    if evidence.bill is not None and evidence.bill.books_anything and evidence.bill.total > 0:
        assert evidence.bill.total == evidence.result.run["total_cost"]
    if evidence.personas is not None:
        mean = evidence.personas.points / evidence.personas.cell_count / 100
        assert mean == pytest.approx(scores["d1_implicit"], abs=TOLERANCE)
    if evidence.transitions is not None and evidence.transitions.is_measured:
        share = 1 - evidence.transitions.violations / evidence.transitions.count
        assert share == pytest.approx(scores["b3_spatiotemporal"], abs=TOLERANCE)
    if evidence.visits is not None:
        due = max(evidence.visits.count, evidence.visits.cities, 1)
        assert evidence.visits.compliant / due == pytest.approx(scores["b2_opening_hours"], abs=TOLERANCE)


class TestTheEvidenceAgrees:
    """Every verdict that the evidence bears out is the evaluator's, under every edition."""

    @pytest.mark.parametrize("track", EVALUATORS, ids=lambda track: track.evaluator_version)
    def test_on_the_gold(self, track):
        dataset, judged = small_dataset(), set()
        for task, gold in enumerate(gold_answers()):
            evidence = assert_agrees(
                dataset, task, TrekRecord.from_object({**gold, "submitted": True}), track
            )
            assert evidence.result.is_perfect
            assert all(evidence.verdicts.values())
            judged |= evidence.verdicts.keys()
        assert judged == {
            "d0_keyword", "d0_source", "d1_implicit", "d3_budget", "d4_impossible", "b2_opening_hours",
            "b3_spatiotemporal",
        }  # fmt: skip

    def test_on_mutated_gold(self):
        chance, dataset = Random(7), small_dataset()
        met = {True: 0, False: 0}
        for task, gold in enumerate(gold_answers()):
            for _ in range(12):
                answer = mutated(gold, chance)
                evidence = assert_agrees(dataset, task, TrekRecord.from_object({**answer, "submitted": True}))
                for is_met in evidence.verdicts.values():
                    met[is_met] += 1
        assert min(met.values()) > 500

    @pytest.mark.parametrize("name", ["vectors.jsonl", "vectors_fuzz.jsonl"])
    def test_on_the_conformance_vectors(self, name):
        dataset = conformance_dataset()
        for line in (CONFORMANCE / name).read_bytes().splitlines():
            vector = json.loads(line)
            row = vector["submission"]
            record = TrekRecord.from_object(row) if isinstance(row, dict) else TrekRecord(is_refused=True)
            assert_agrees(dataset, vector["query_index"], record)

    @PROPERTY
    @given(records, any_task)
    def test_on_drawn_records(self, record, task):
        for reading in read_rows([as_json(record)]):
            assert_agrees(coast(), task, reading.record)

    @PROPERTY
    @given(plans, any_task)
    def test_on_drawn_plans(self, plan, task):
        record = TrekRecord.from_object(json.loads(as_json({"is_feasible": True, "plan": plan})))
        assert_agrees(coast(), task, record)

    def test_without_a_record(self):
        evidence = assert_agrees(small_dataset(), 0, None)
        assert evidence.verdicts == {}


def mutated(gold, chance):
    """The gold with some of its values replaced, removed, repeated or moved."""
    answer = copy.deepcopy(gold)
    for _ in range(chance.randint(1, 4)):
        places = list(leaves(answer))
        holder, key = chance.choice(places)
        kind = chance.choice(["drop", "none", "number", "text", "list", "time", "nan", "swap"])
        if kind == "drop":
            holder.pop(key)
        elif kind == "swap":
            other, name = chance.choice(places)
            if key in holder and name in other:
                holder[key], other[name] = other[name], holder[key]
        else:
            holder[key] = {
                "none": None, "number": 10**18, "text": "x" * 5000, "list": [1, {"a": 2}], "time": "07:10",
                "nan": float("nan"),
            }[kind]  # fmt: skip
        if not answer:
            break
    return answer


def leaves(value):
    """Every place inside that can be assigned to."""
    for key, member in list(value.items()):
        yield value, key
        for inner in member if isinstance(member, list) else [member]:
            if isinstance(inner, dict):
                yield from leaves(inner)


class TestTheEvidenceIsBounded:
    """Whatever a plan holds, a page of it stays short."""

    def test_ten_thousand_activities(self):
        dataset = small_dataset()
        task, gold = next((i, g) for i, g in enumerate(gold_answers()) if g["is_feasible"])
        answer = copy.deepcopy(gold)
        day = next(day for day in answer["plan"].values() if day.get("attractions"))
        visit = day["attractions"][0]
        day["attractions"] = [{**visit, "name": f"{visit['name']} {i}"} for i in range(10_000)]
        evidence = assert_agrees(dataset, task, TrekRecord.from_object({**answer, "submitted": True}))
        assert evidence.visits.count >= 10_000
        assert len(evidence.visits.visits.rows) == 60
        assert evidence.transitions.transitions.more > 9_000
        tables = evidence_tables(evidence, lambda key: "")
        assert tables["b2_opening_hours"].more_text == f"and {evidence.visits.visits.more} more visits"
